import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { formFor } from './form.ts';
import { QuestionStep } from './question-step.tsx';

afterEach(cleanup);
const nothing = () => undefined;

test('while the survey is being sent nobody leaves without knowing whether it was', () => {
  render(
    <QuestionStep
      step="use-feedback"
      answers={formFor(1).empty}
      moved={false}
      pending
      canContinue
      onAnswer={nothing}
      onContinue={nothing}
      onBack={nothing}
      onExit={nothing}
    />,
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Exit' }).disabled).toBe(true);
});
