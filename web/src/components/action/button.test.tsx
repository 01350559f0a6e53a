import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';

afterEach(cleanup);

function clicksOf(busy?: boolean) {
  const pressed = vi.fn<() => void>();
  const submitted = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  render(
    <form onSubmit={submitted}>
      <Button type="submit" busy={busy} onClick={pressed}>
        Send
      </Button>
    </form>,
  );
  // A double click as the browser counts it.
  for (const detail of [1, 2]) fireEvent.click(screen.getByRole('button'), { detail });
  return [pressed.mock.calls.length, submitted.mock.calls.length];
}

test('the second click of a double click on a button that sends does nothing', () => {
  expect(clicksOf(false)).toEqual([1, 1]);
});

test('a button that only turns pages takes every click', () => {
  expect(clicksOf()).toEqual([2, 2]);
});
