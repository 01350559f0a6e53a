import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stepsFor } from './steps.ts';
import { Walkthrough } from './walkthrough.tsx';

const onFinish = vi.fn<() => void>();

beforeEach(() => {
  onFinish.mockClear();
  render(<Walkthrough firstName="Noor" finishing={false} onFinish={onFinish} />);
});
afterEach(cleanup);

const title = () => screen.getByRole('heading', { level: 1 }).textContent;
const key = (name: string, held = {}) => fireEvent.keyDown(window, { key: name, ...held });
const point = (x: number, y: number) => ({ clientX: x, clientY: y, identifier: 0 });

function swipe(from: [number, number], to: [number, number]) {
  const page = screen.getByRole('heading', { level: 1 });
  fireEvent.touchStart(page, { touches: [point(...from)] });
  fireEvent.touchEnd(page, { changedTouches: [point(...to)] });
}

test('a swipe turns the page either way, but scrolling and trembling do not', () => {
  swipe([300, 400], [120, 420]);
  expect(title()).toBe('What To Expect');
  swipe([100, 400], [260, 400]);
  expect(title()).toBe('Welcome, Noor');
  swipe([300, 600], [240, 200]);
  swipe([300, 400], [270, 400]);
  expect(title()).toBe('Welcome, Noor');
});

test('neither keys nor swipes go past an end, and neither finishes', () => {
  key('ArrowLeft');
  swipe([100, 400], [300, 400]);
  expect(title()).toBe('Welcome, Noor');
  for (let step = 0; step < 9; step += 1) key('ArrowRight');
  swipe([300, 400], [100, 400]);
  expect(title()).toBe("You're all set");
  expect(onFinish).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Continue to Home' }));
  expect(onFinish).toHaveBeenCalledOnce();
});

test('the browser keeps its own shortcuts with arrow keys', () => {
  key('ArrowRight', { altKey: true });
  expect(title()).toBe('Welcome, Noor');
});

test('the current step is announced', () => {
  key('ArrowRight');
  expect(screen.getByRole('status').textContent).toBe('Step 2 of 7');
});

test('the focus is not lost when an arrow key goes to the first page, which has no Back button', () => {
  key('ArrowRight');
  screen.getByRole('button', { name: 'Back' }).focus();
  key('ArrowLeft');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next' }));
});

test('the tour explains a cycle’s steps in the specification’s order', () => {
  const cycle = stepsFor('Noor').find((step) => step.title === 'How a Cycle Works')!;
  expect(cycle.points!.map(({ name }) => name)).toEqual([
    'Abstinence',
    'Tracking ovulation',
    'Using the kit',
    'Testing for pregnancy',
  ]);
});
