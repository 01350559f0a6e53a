import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Tooltip } from './tooltip.tsx';

const JOIN = 'You will be able to join this call 10 minutes before it starts.';
const DELIVERY = 'Tracking details will be added shortly.';

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <>
      <Tooltip text={JOIN}>{(trigger) => <button {...trigger}>Join</button>}</Tooltip>
      <Tooltip text={DELIVERY}>{(trigger) => <button {...trigger}>Delivery</button>}</Tooltip>
    </>,
  );
});
afterEach(() => {
  wait(10_000); // the time between two tooltips is remembered
  cleanup();
  vi.useRealTimers();
});

const button = (name: string) => screen.getByRole('button', { name });
const shown = (text: string) => screen.getByText(text).dataset['popover'] === 'open';
function wait(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

const hover = (name: string) => fireEvent.pointerEnter(button(name), { pointerType: 'mouse' });

test('it describes its element for screen readers, open or not', () => {
  const words = document.getElementById(button('Join').getAttribute('aria-describedby')!);
  expect(words?.textContent).toBe(JOIN);
  expect(words?.getAttribute('role')).toBe('tooltip');
});

test('under the pointer it opens after 700 ms', () => {
  hover('Join');
  wait(699);
  expect(shown(JOIN)).toBe(false);
  wait(1);
  expect(shown(JOIN)).toBe(true);
});

test('a pointer that only passes over opens nothing', () => {
  hover('Join');
  wait(300);
  fireEvent.pointerLeave(button('Join'));
  wait(5000);
  expect(shown(JOIN)).toBe(false);
});

test('within 300 ms of one closing the next opens right away; later it waits again', () => {
  hover('Join');
  wait(700);
  fireEvent.pointerLeave(button('Join'));
  wait(120 + 300);
  expect(shown(JOIN)).toBe(false);
  hover('Delivery');
  expect(shown(DELIVERY)).toBe(true);
  fireEvent.pointerLeave(button('Delivery'));
  wait(120 + 301);
  hover('Join');
  expect(shown(JOIN)).toBe(false);
});

test('the pointer can move onto the text to read it', () => {
  hover('Join');
  wait(700);
  fireEvent.pointerLeave(button('Join'));
  fireEvent.pointerEnter(screen.getByText(JOIN));
  wait(5000);
  expect(shown(JOIN)).toBe(true);
});

test('the keyboard opens it right away, and Escape or leaving closes it', () => {
  act(() => button('Join').focus());
  expect(shown(JOIN)).toBe(true);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(shown(JOIN)).toBe(false);
  act(() => button('Delivery').focus());
  expect(shown(DELIVERY)).toBe(true);
  act(() => button('Delivery').blur());
  expect(shown(DELIVERY)).toBe(false);
});

test('a tap opens it, and a tap elsewhere closes it', () => {
  fireEvent.pointerEnter(button('Join'), { pointerType: 'touch' });
  wait(5000);
  expect(shown(JOIN)).toBe(false);
  fireEvent.click(button('Join'));
  expect(shown(JOIN)).toBe(true);
  fireEvent.pointerDown(document.body);
  expect(shown(JOIN)).toBe(false);
});
