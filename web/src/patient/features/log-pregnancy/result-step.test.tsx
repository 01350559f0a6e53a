import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ResultStep } from './result-step.tsx';

afterEach(cleanup);
const nothing = () => undefined;

test('while a result is being saved nobody leaves without knowing whether it was', () => {
  render(
    <ResultStep
      result="negative"
      day="2026-11-15"
      saving
      moved={false}
      onAnswer={nothing}
      onSave={nothing}
      onExit={nothing}
    />,
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Exit' }).disabled).toBe(true);
});
