import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ResultStep } from './result-step.tsx';

afterEach(cleanup);
const nothing = () => undefined;

test('while a result is being saved, no one leaves without knowing whether it was', () => {
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

test.each([
  ['Continue', true, null, false],
  ['Continue', false, 'negative', false],
  ['Saving...', true, 'negative', true],
] as const)('%s (disabled: %s) with the answer %s (saving: %s)', (name, disabled, result, saving) => {
  render(
    <ResultStep
      result={result}
      day="2026-11-15"
      saving={saving}
      moved={false}
      onAnswer={nothing}
      onSave={nothing}
      onExit={nothing}
    />,
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(disabled);
  expect(screen.getByRole('radio', { name: 'Positive' })).toBeDefined();
  expect(screen.getByRole('radio', { name: 'Negative' })).toBeDefined();
  expect(screen.getByRole('button', { name: /Test date/ }).textContent).toContain('Sunday, 15 November');
});
