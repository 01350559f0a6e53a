import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Menu } from './menu.tsx';

beforeEach(() => {
  history.replaceState(null, '', '/home');
  render(
    <Menu
      label="Log test result"
      entries={[
        { to: '/log-result/ovulation', label: 'Log ovulation test' },
        { to: '/log-result/pregnancy', label: 'Log pregnancy test' },
      ]}
    />,
  );
});
afterEach(cleanup);

const button = () => screen.getByRole('button', { name: 'Log test result' });
const expanded = () => button().getAttribute('aria-expanded');
const key = (name: string) => fireEvent.keyDown(document.activeElement!, { key: name });

test('the button says whether the menu is open, and opening it focuses the first entry', () => {
  expect(expanded()).toBe('false');
  fireEvent.click(button());
  expect(expanded()).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Log ovulation test' }));
});

test('arrow keys wrap around, Home and End go to the ends', () => {
  button().focus();
  key('ArrowUp');
  const visited = ['ArrowDown', 'ArrowUp', 'Home', 'End'].map((name) => {
    key(name);
    return document.activeElement?.textContent;
  });
  expect(visited).toEqual([
    'Log ovulation test',
    'Log pregnancy test',
    'Log ovulation test',
    'Log pregnancy test',
  ]);
});

test('following an entry closes it', () => {
  fireEvent.click(button());
  fireEvent.click(screen.getByRole('menuitem', { name: 'Log pregnancy test' }));
  expect(location.pathname).toBe('/log-result/pregnancy');
  expect(expanded()).toBe('false');
});

test('Tab closes it', () => {
  fireEvent.click(button());
  key('Tab');
  expect(expanded()).toBe('false');
});
