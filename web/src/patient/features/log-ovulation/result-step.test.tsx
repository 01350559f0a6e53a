import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ResultStep } from './result-step.tsx';

afterEach(cleanup);
const nothing = () => undefined;

test('while a result is being saved, no one leaves without knowing whether it was', () => {
  render(
    <ResultStep
      result="High (Rising LH)"
      takenEarlier={null}
      saving
      moved={false}
      onAnswer={nothing}
      onSave={nothing}
      onBack={nothing}
      onExit={nothing}
    />,
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Exit' }).disabled).toBe(true);
});

test.each([
  ['Continue', true, null, false],
  ['Continue', false, 'Invalid', false],
  ['Saving...', true, 'Invalid', true],
] as const)('%s (disabled: %s) with the answer %s (saving: %s)', (name, disabled, result, saving) => {
  render(
    <ResultStep
      result={result}
      takenEarlier={null}
      saving={saving}
      moved={false}
      onAnswer={nothing}
      onSave={nothing}
      onBack={nothing}
      onExit={nothing}
    />,
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(disabled);
  expect(
    screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.labels![0]!.textContent),
  ).toEqual(['Negative (Low LH)', 'High (Rising LH)', 'Peak (Positive LH Surge)', 'Invalid']);
});
