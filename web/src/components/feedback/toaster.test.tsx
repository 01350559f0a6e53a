import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToast, toast, type ToastWords } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
  wait(0); // until it is in the top layer
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(words: ToastWords) {
  let shown!: ReturnType<typeof toast>;
  act(() => {
    shown = toast(words);
  });
  return shown;
}

function wait(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

const card = (title: string) => screen.getByText(title).closest<HTMLElement>('.toast')!;

test('good news is a status, bad news an alert', () => {
  show({ title: 'Code sent!' });
  expect(screen.getByRole('status').textContent).toContain('Code sent!');
  show({ title: 'Error', description: 'Try again.', variant: 'destructive' });
  expect(screen.getByRole('alert').textContent).toContain('Try again.');
});

test('a new toast replaces the previous one', () => {
  show({ title: 'First' });
  show({ title: 'Second' });
  expect(screen.queryByText('First')).toBeNull();
  expect(card('Second').hidden).toBe(false);
});

test('it closes after five seconds, and is removed much later', () => {
  show({ title: 'Code sent!' });
  wait(4999);
  expect(card('Code sent!').hidden).toBe(false);
  wait(1);
  expect(card('Code sent!').hidden).toBe(true);
  wait(1_000_000);
  expect(currentToast()).toBeNull();
});

test('it disappears by itself from under a resting pointer', () => {
  show({ title: 'Code sent!' });
  fireEvent.pointerEnter(card('Code sent!'));
  wait(5000);
  expect(card('Code sent!').hidden).toBe(true);
});

test('it stays while the pointer moves over it or the keyboard is in it', () => {
  show({ title: 'Code sent!' });
  for (let n = 0; n < 5; n++) {
    wait(4000);
    fireEvent.pointerMove(card('Code sent!'));
  }
  wait(4000);
  expect(card('Code sent!').hidden).toBe(false);
  act(() => screen.getByRole('button', { name: 'Dismiss' }).focus());
  wait(60_000);
  expect(card('Code sent!').hidden).toBe(false);
});

test('it can be dismissed, by its button and by the code that showed it', () => {
  show({ title: 'One' });
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(card('One').hidden).toBe(true);
  const shown = show({ title: 'Two' });
  act(() => shown.dismiss());
  expect(card('Two').hidden).toBe(true);
});

test('its words can change while it is shown, but only its own', () => {
  const saving = show({ title: 'Saving' });
  act(() => saving.update({ title: 'Saved' }));
  expect(card('Saved').hidden).toBe(false);
  show({ title: 'Next' });
  act(() => saving.update({ title: 'Too late' }));
  expect(screen.queryByText('Too late')).toBeNull();
});
