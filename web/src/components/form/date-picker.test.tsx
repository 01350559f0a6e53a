import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatePicker } from './date-picker.tsx';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 15, 9, 30) }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function TestDate({ first = null }: { first?: string | null }) {
  const [day, setDay] = useState(first);
  return <DatePicker label="Test date" value={day} onChange={setDay} min="2026-09-20" max="2026-11-15" />;
}

const field = () => screen.getByRole('button', { name: /^Test date/ });

async function open() {
  fireEvent.click(field());
  const grid = await screen.findByRole('grid');
  await waitFor(() => expect(grid.contains(document.activeElement)).toBe(true)); // the grid is there a moment earlier
  return grid;
}

const focused = () => document.activeElement?.getAttribute('aria-label');

async function press(key: string, options = {}) {
  fireEvent.keyDown(document.activeElement!, { key, ...options });
  await new Promise(requestAnimationFrame);
}

test('the button shows its label and the chosen day', () => {
  render(<TestDate first="2026-11-12" />);
  expect(field().textContent).toBe('Thursday, November 12');
  expect(screen.getByRole('button', { name: 'Test date Thursday, November 12' })).toBe(field());
});

test('it opens on the chosen day, or on today, with the focus there', async () => {
  render(<TestDate />);
  const grid = await open();
  expect(screen.getByRole('dialog', { name: 'Choose a date' })).toBeDefined();
  expect(focused()).toBe('Sunday, November 15, 2026');
  expect(within(grid).getByRole('button', { current: 'date' }).getAttribute('aria-label')).toBe(focused());
});

test('arrow keys move by day and week, Home and End within the week, pages by month', async () => {
  render(<TestDate first="2026-11-11" />);
  await open();
  const walk: [string, string][] = [
    ['ArrowLeft', 'Tuesday, November 10, 2026'],
    ['ArrowUp', 'Tuesday, November 3, 2026'],
    ['ArrowDown', 'Tuesday, November 10, 2026'],
    ['Home', 'Sunday, November 8, 2026'],
    ['End', 'Saturday, November 14, 2026'],
    ['PageUp', 'Wednesday, October 14, 2026'],
    ['PageDown', 'Saturday, November 14, 2026'],
  ];
  for (const [key, day] of walk) {
    await press(key);
    expect(focused()).toBe(day);
  }
});

test('the keys stop at the first and the last day that can be chosen', async () => {
  render(<TestDate />);
  await open();
  await press('ArrowRight');
  expect(focused()).toBe('Sunday, November 15, 2026');
  await press('PageUp', { shiftKey: true });
  expect(focused()).toBe('Sunday, September 20, 2026');
});

test('a future day can be seen but not chosen', async () => {
  render(<TestDate />);
  await open();
  const tomorrow = screen.getByRole('button', { name: 'Monday, November 16, 2026' });
  expect(tomorrow.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(tomorrow);
  expect(field().textContent).toBe('Pick a date');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next month' }).disabled).toBe(true);
});

test('choosing a day closes it and returns the focus to the button', async () => {
  render(<TestDate />);
  fireEvent.focus(field());
  field().focus();
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Thursday, November 12, 2026' }));
  expect(screen.queryByRole('grid')).toBeNull();
  expect(field().textContent).toBe('Thursday, November 12');
  expect(document.activeElement).toBe(field());
});
