import { expect, test } from 'vitest';
import { FEEDBACK } from '../surveys/applicator-use.ts';
import { APPLICATOR_FAQ, APPLICATOR_STEPS, SECOND_APPLICATOR_REMINDER } from './applicator-instructions.ts';
import { CAP_TOO_LONG } from './cap-safety.ts';
import * as cycle from './cycle.ts';
import { LOG_PERIOD } from './log-period.ts';
import { OTHER_METHODS, OTHER_METHODS_ADVICE } from './other-methods.ts';
import { EARLIER_TEST, OVULATION_FEEDBACK, ovulationFeedback } from './ovulation-feedback.ts';
import { OUR_WORDS, PREGNANCY_FEEDBACK } from './pregnancy-feedback.ts';
import {
  DONOR_ADVICE,
  SAFETY_CHECK,
  SAFETY_GROUPS,
  SAFETY_OUTCOMES,
  SAFETY_QUESTIONS,
} from './safety-check.ts';
import { applicatorFeedback, BEFORE_TREATMENT_FEEDBACK } from './survey-feedback.ts';
import { FEELING, FEELING_NOT_SENT, FEELING_SENT } from './feeling.ts';
import { CRISIS } from './crisis.ts';
import { EMERGENCY_HELP, EMERGENCY_SIGNS } from './emergency-signs.ts';
import { HARD_TIME } from './hard-time.ts';
import { GET_HELP } from './get-help.ts';
import { HELP_WHILE_WRITING, MESSAGES } from './messages.ts';
import * as outcomes from './outcomes.ts';
import { AGREEMENT } from './agreement.ts';
import {
  ALREADY_STARTED,
  CAP_IN,
  CAP_WORDS,
  SAMPLE_HELD,
  SAMPLE_WORDS,
  REPORTED_EARLIER,
} from './treatment-day.ts';
import { DAY_INTRO } from './day-intro.ts';
import { DISCREET_NOTICE } from './discreet-notice.ts';
import { STILL_OPEN } from './still-open.ts';

const everyText = textsIn([
  APPLICATOR_FAQ,
  APPLICATOR_STEPS,
  SECOND_APPLICATOR_REMINDER,
  CAP_TOO_LONG,
  OTHER_METHODS,
  OTHER_METHODS_ADVICE,
  EARLIER_TEST,
  OVULATION_FEEDBACK,
  OUR_WORDS,
  PREGNANCY_FEEDBACK,
  FEEDBACK.flatMap((feedback) => [applicatorFeedback(feedback, 1), applicatorFeedback(feedback, 2)]),
  BEFORE_TREATMENT_FEEDBACK,
  CAP_WORDS,
  DISCREET_NOTICE,
  DAY_INTRO,
  STILL_OPEN,
  SAMPLE_WORDS,
  outcomes,
  cycle,
  LOG_PERIOD,
  cycle.CYCLE_NEXT['wait-to-test']('2026-11-18'),
  cycle.CYCLE_NEXT['wait-to-test'](null),
  FEELING,
  FEELING_NOT_SENT,
  FEELING_SENT,
  EMERGENCY_SIGNS,
  EMERGENCY_HELP,
  CRISIS,
  CRISIS.danger('911'),
  CRISIS.danger(''),
  GET_HELP,
  HARD_TIME,
  HARD_TIME.before('Your care team', 'today'),
  GET_HELP.call('911'),
  GET_HELP.call(''),
  MESSAGES,
  HELP_WHILE_WRITING,
  HELP_WHILE_WRITING.mild('911'),
  HELP_WHILE_WRITING.mild(''),
  HELP_WHILE_WRITING.instead('911'),
  HELP_WHILE_WRITING.instead(''),
  SAFETY_QUESTIONS,
  SAFETY_GROUPS,
  SAFETY_OUTCOMES,
  DONOR_ADVICE,
  SAFETY_CHECK,
  AGREEMENT,
  ALREADY_STARTED,
  CAP_IN,
  SAMPLE_HELD,
  REPORTED_EARLIER,
]);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test('sample temperatures stay on one line with their units', () => {
  const said = everyText.filter((text) => /37\s°C/.test(text));
  expect(said).toHaveLength(3);
  for (const text of said) expect(text).not.toMatch(/\d °[CF]/);
});

test('the copy promises nothing and blames no one', () => {
  expect(everyText.length).toBeGreaterThan(60);
  for (const text of everyText) {
    expect(text).not.toMatch(
      /failed|failure|guarantee|%|percent|success|normally|confetti|longer is better|many people|most people|eligible/i,
    );
  }
});

test('a lock-screen notice does not mention treatment', () => {
  expect(textsIn(DISCREET_NOTICE).join(' ')).not.toMatch(/cap|sample|semen|sperm|pregnan|ovulat|applicator/i);
});

test('a peak from an earlier day leads only to the coach, not to an applicator the same day', () => {
  const [now, earlier] = [false, true].map((isEarlier) =>
    ovulationFeedback('Peak (Positive LH Surge)', isEarlier),
  );
  expect(earlier!.heading).toBe(now!.heading);
  expect(now!.paragraphs.join(' ')).toMatch(/same day/);
  expect(earlier!.paragraphs.join(' ')).not.toMatch(/same day/);
  expect(earlier!.paragraphs).toEqual(now!.paragraphs.slice(1));
});

test('each negative result starts with its own words and leads to one call', () => {
  const negatives = [
    PREGNANCY_FEEDBACK['first-negative'],
    PREGNANCY_FEEDBACK['second-negative'],
    PREGNANCY_FEEDBACK['last-negative'],
  ];
  expect(negatives.map(({ heading, next }) => [heading, next.label])).toEqual([
    ['Not the result you were hoping for', 'Book a call'],
    ["Keep going - you're not alone", 'Book a call'],
    ["We're here for you", 'Book review'],
  ]);
});

test('after a positive result, no negative wording mentions a cycle, another try or a cause', () => {
  const { urgent, ...words } = PREGNANCY_FEEDBACK['negative-after-positive'];
  expect(textsIn(words).join(' ')).not.toMatch(/cycle|test again|next one|hoping|miscarr|loss|early/i);
  expect(urgent).toMatch(/^Get urgent medical help now/);
});

test('only a cycle’s first applicator has a second one to follow', () => {
  for (const feedback of FEEDBACK) {
    expect(textsIn(applicatorFeedback(feedback, 1)).join(' ')).toMatch(/second applicator/);
    expect(textsIn(applicatorFeedback(feedback, 2)).join(' ')).not.toMatch(/second applicator|tomorrow/);
  }
});

test('around a loss, nothing counts, hopes, hurries or compares', () => {
  const words = textsIn([
    outcomes.LOSS,
    outcomes.AFTER_LOSS,
    outcomes.POSITIVE_AFTER_LOSS,
    PREGNANCY_FEEDBACK['positive-after-loss'],
    PREGNANCY_FEEDBACK.noted,
    EMERGENCY_SIGNS,
  ]);
  expect(words.length).toBeGreaterThan(15);
  for (const text of words) {
    expect(text).not.toMatch(
      /at least|try again|\d|congratulat|hope|soon|next time|next cycle|normal|common/i,
    );
  }
});

test('a patient who stops is not talked out of it', () => {
  expect(textsIn([outcomes.STOP, outcomes.STOPPED]).join(' ')).not.toMatch(
    /sure|but |before you|reconsider|sorry/i,
  );
});

test('the number to call is the clinic’s; if there is none, no one gets a wrong one', () => {
  expect(GET_HELP.call('112')).toBe('Call 112 now, or go to the nearest emergency room.');
  expect(GET_HELP.call('')).not.toMatch(/\d/);
  expect(EMERGENCY_HELP.call('112')).toBe('Call 112');
  expect([EMERGENCY_HELP.noNumber, CRISIS.danger(''), CRISIS.noLine].join(' ')).not.toMatch(/\d/);
  // An empty page must not tell anyone to call right away.
  expect(HELP_WHILE_WRITING.instead('112')).toBe('Instead, call 112 or go to the nearest emergency room.');
  expect(HELP_WHILE_WRITING.mild('112')).toMatch(/Call 112 or go to the nearest emergency room\.$/);
  expect(HELP_WHILE_WRITING.mild('')).not.toMatch(/\d/);
  expect(HELP_WHILE_WRITING.instead('')).not.toMatch(/\d|call/);
});
