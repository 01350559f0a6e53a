import { expect, test } from 'vitest';
import {
  APPLICATOR_STEPS,
  cycleAttempt,
  needsAdvice,
  nextStep,
  offersCoach,
  previousStep,
} from './applicator-steps.ts';
import { ApplicatorResponses } from './applicator-responses.ts';
import { listResponses } from './list-responses.ts';
import { CAP_WEAR, FEEDBACK, type ApplicatorAnswers } from './applicator-use.ts';
import { CONFIDENCE, offersSupport } from './before-treatment.ts';

const answers: ApplicatorAnswers = {
  inseminationDate: '2026-11-18T10:30:00Z',
  medication: 'Yes',
  medicationComment: 'Letrozole, on Monday',
  collectionToInsertion: '30 minutes',
  capWear: '4 to 5 hours',
  feedback: 'Found it difficult',
  feedbackComment: 'The handle was stiff',
};
const full: unknown[] = listResponses(answers, 2);
const withAnswer = (index: number, answer: unknown) => full.with(index, answer);

test('the answers are sent as eight strings in the agreed order', () => {
  expect(full).toEqual([
    '2026-11-18T10:30:00Z',
    '2',
    'Yes',
    'Letrozole, on Monday',
    '30 minutes',
    '4 to 5 hours',
    'Found it difficult',
    'The handle was stiff',
  ]);
  expect(ApplicatorResponses.parse(full)).toEqual(full);
});

test('an absent comment is empty', () => {
  const [withNull, empty] = [null, ''].map((comment) =>
    full.with(3, comment as string).with(7, comment as string),
  );
  expect(ApplicatorResponses.parse(withNull)).toEqual(empty);
});

test('a comment is not sent once its box is closed', () => {
  const closed = listResponses({ ...answers, medication: 'No', feedback: 'Easy and straightforward' }, 1);
  expect([closed[3], closed[7]]).toEqual(['', '']);
  expect(ApplicatorResponses.safeParse(closed).success).toBe(true);
});

test.each([
  [full.slice(0, 7), '', 'Please send exactly 8 answers'],
  [[...full, ''], '', 'Please send exactly 8 answers'],
  [undefined, '', 'Please send exactly 8 answers'],
  [withAnswer(0, 'today'), '0', 'Please enter a date such as 2026-11-18'],
  [withAnswer(1, 2), '1', 'Please enter cycle 1, 2 or 3'],
  [withAnswer(1, '4'), '1', 'Please enter cycle 1, 2 or 3'],
  [withAnswer(2, 'yes'), '2', 'Please select one of the answers'],
  [withAnswer(3, 7), '3', 'Please enter text'],
  [withAnswer(2, 'I am not sure'), '3', 'This answer has no comment box'],
  [withAnswer(4, '10 minutes'), '4', 'Please select one of the answers'],
  [withAnswer(5, '6 hours'), '5', 'Please select one of the answers'],
  [withAnswer(6, ''), '6', 'Please select one of the answers'],
  [withAnswer(6, 'Easy and straightforward'), '7', 'This answer has no comment box'],
  [withAnswer(7, 'x'.repeat(2_001)), '7', 'Please use no more than 2,000 characters'],
])('%j is refused', (responses, place, message) => {
  const issue = ApplicatorResponses.safeParse(responses).error?.issues[0];
  expect([issue?.path.join('.'), issue?.message]).toEqual([place, message]);
});

test('Continue and Back go through the steps and stop at the ends', () => {
  expect(APPLICATOR_STEPS.map(nextStep)).toEqual([...APPLICATOR_STEPS.slice(1), 'feedback']);
  expect(APPLICATOR_STEPS.map(previousStep)).toEqual(['insemination-date', ...APPLICATOR_STEPS.slice(0, -1)]);
});

test('anything but 2 is the first applicator', () => {
  expect(['1', '2', '3', '', 'two', null, undefined].map(cycleAttempt)).toEqual([1, 2, 1, 1, 1, 1, 1]);
});

test('only a cap that stayed in over five hours needs advice', () => {
  expect(CAP_WEAR.filter(needsAdvice)).toEqual(['More than 5 hours']);
});

test('everyone who had trouble is offered support', () => {
  expect(FEEDBACK.filter(offersCoach)).toEqual(['Okay but had some difficulty', 'Found it difficult']);
  expect(CONFIDENCE.filter(offersSupport)).toEqual(['neutral', 'uncertain']);
});
