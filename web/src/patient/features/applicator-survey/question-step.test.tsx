import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { finished, formFor, isAnswered } from './form.ts';
import { QuestionStep } from './question-step.tsx';

afterEach(cleanup);
const nothing = () => undefined;

test('while the survey is being sent, no one leaves without knowing whether it was', () => {
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

const ask = (
  step: Parameters<typeof QuestionStep>[0]['step'],
  answers: object = {},
  canContinue = true,
  timers: Pick<Parameters<typeof QuestionStep>[0], 'fromTimers' | 'isCapOut'> = {},
) =>
  render(
    <QuestionStep
      step={step}
      answers={{ ...formFor(1).empty, ...answers }}
      {...timers}
      moved={false}
      pending={false}
      canContinue={canContinue}
      onAnswer={nothing}
      onContinue={nothing}
      onBack={nothing}
      onExit={nothing}
    />,
  );

test.each([
  ['insemination-date', 'How did it go today?'],
  ['use-feedback', 'How did you find using the Applicator?'],
] as const)('the step %s asks %s', (step, heading) => {
  ask(step);
  expect(screen.getByRole('heading', { name: heading })).toBeDefined();
});

test('no day is preselected, and Continue waits for an answer', () => {
  ask('insemination-date', {}, false);
  expect(formFor(1).empty.inseminationDate).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
});

test.each([
  ['medications', { medication: 'Yes' }, 1],
  ['medications', { medication: 'No' }, 0],
  ['medications', { medication: 'I am not sure' }, 0],
  ['use-feedback', { feedback: 'Easy and straightforward' }, 0],
  ['use-feedback', { feedback: 'Okay but had some difficulty' }, 1],
  ['use-feedback', { feedback: 'Found it difficult' }, 1],
] as const)('the step %s with %j has %i boxes for more words', (step, answers, boxes) => {
  ask(step, answers);
  expect(screen.queryAllByRole('textbox')).toHaveLength(boxes);
});

test('each question needs an answer, and a comment is optional', () => {
  const nothingSaid = formFor(1).empty;
  for (const step of formFor(1).steps) expect(isAnswered(step, nothingSaid)).toBe(false);
  const answers = {
    ...nothingSaid,
    inseminationDate: '2026-11-18',
    medication: 'Yes',
    collectionToInsertion: '30 minutes',
    capWear: '4 to 5 hours',
    feedback: 'Found it difficult',
  } as const;
  for (const step of formFor(1).steps) expect(isAnswered(step, answers)).toBe(true);
  expect(finished(answers)).not.toBeNull();
  expect(finished({ ...answers, capWear: null })).toBeNull();
});

test('an answer from the timers says so, and can be changed', () => {
  ask('cervical-cap-wear', { capWear: '3 to 4 hours' }, true, { fromTimers: { capWear: '3 to 4 hours' } });
  expect(screen.getByText(/from your timers/)).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '3 to 4 hours' }).checked).toBe(true);
  cleanup();
  ask('cervical-cap-wear');
  expect(screen.queryByText(/from your timers/)).toBeNull();
});

test('a cap that is already out needs no removal', () => {
  ask('cervical-cap-wear', { capWear: 'More than 5 hours' });
  expect(screen.getByText(/remove it now/)).toBeDefined();
  cleanup();
  ask('cervical-cap-wear', { capWear: 'More than 5 hours' }, true, { isCapOut: true });
  expect(screen.queryByText(/remove it now/)).toBeNull();
  expect(screen.getByText(/let your coach know/)).toBeDefined();
});
