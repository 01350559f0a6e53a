import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JOURNEY } from '../journey/definition.ts';
import { CAP_WEAR, COLLECTION_TO_INSERTION, FEEDBACK, MEDICATION } from '../surveys/applicator-use.ts';
import { APPLICATOR_FAQ, APPLICATOR_STEPS, SECOND_APPLICATOR_REMINDER } from './applicator-instructions.ts';
import { OTHER_METHODS } from './other-methods.ts';
import { OVULATION_FEEDBACK } from './ovulation-feedback.ts';
import { PREGNANCY_FEEDBACK } from './pregnancy-feedback.ts';
import { applicatorFeedback, BEFORE_TREATMENT_FEEDBACK } from './survey-feedback.ts';

// Checks the words and facts of the two portal documents (docs/commission/README.md).

test.each([
  ['Negative (Low LH)', /^You're not quite in your fertile window yet$/, [/keep testing/i]],
  [
    'High (Rising LH)',
    /^Great! Your peak should be coming soon$/,
    [/keep testing/i, /concerns you.*contact your Clinical Coach/],
  ],
  [
    'Peak (Positive LH Surge)',
    /^Great! You are now ready to use your first Béa Applicator$/,
    [/same day, though not necessarily immediately/],
  ],
  [
    'Invalid',
    /^Sorry to hear about this result$/,
    [/retry with a new test/, /persists.*contact the Care Team/],
  ],
] as const)('after %s', (result, heading, words) => {
  expect(OVULATION_FEEDBACK[result].heading).toMatch(heading);
  for (const each of words) expect(OVULATION_FEEDBACK[result].paragraphs.join(' ')).toMatch(each);
});

test.each([
  ['positive', 'Congratulations', 'Book review', 'post-treatment-review'],
  ['first-negative', 'Not the result you were hoping for', 'Book a call', 'clinical-coach-support-call'],
  ['second-negative', "Keep going - you're not alone", 'Book a call', 'clinical-coach-support-call'],
  ['last-negative', "We're here for you", 'Book review', 'post-treatment-review'],
] as const)('a %s result says %s and leads to one call', (feedback, heading, label, appointmentType) => {
  expect(PREGNANCY_FEEDBACK[feedback]).toMatchObject({ heading, next: { label, appointmentType } });
});

test('the last negative says that treatment is complete', () => {
  expect(PREGNANCY_FEEDBACK['last-negative'].paragraphs[0]).toMatch(/treatment are complete/);
});

test.each([
  ['confident', 'Great!', /prepared well/],
  ['neutral', 'We’re here if you need us', /coach/],
  ['uncertain', 'We are sorry to hear you are feeling uncertain', /coach/],
] as const)('a patient who feels %s reads %s', (response, heading, words) => {
  expect(BEFORE_TREATMENT_FEEDBACK[response].heading).toBe(heading);
  expect(BEFORE_TREATMENT_FEEDBACK[response].paragraphs.join(' ')).toMatch(words);
});

test.each([
  [
    'Easy and straightforward',
    "Great! We're glad you found it easy to use.",
    /^Remember to use your second applicator tomorrow\.$/,
  ],
  ['Okay but had some difficulty', 'Thanks for letting us know.', /help.*second applicator.*Care Team/],
  [
    'Found it difficult',
    "We're sorry to hear you had difficulty.",
    /Care Team can guide you through your second applicator/,
  ],
] as const)('%s gets the thank-you %s', (feedback, heading, words) => {
  expect(applicatorFeedback(feedback, 1).heading).toBe(heading);
  expect(applicatorFeedback(feedback, 1).paragraphs.join(' ')).toMatch(words);
  expect(applicatorFeedback(feedback, 2).heading).toBe(heading);
});

test('the applicator survey offers the answers of the document, and one more for a cap that was in too long', () => {
  expect(MEDICATION).toEqual(['Yes', 'No', 'I am not sure']);
  expect(COLLECTION_TO_INSERTION).toEqual(['Less than 30 minutes', '30 minutes', 'More than 30 minutes']);
  expect(CAP_WEAR).toEqual([
    'Less than 1 hour',
    '1 to 2 hours',
    '2 to 3 hours',
    '3 to 4 hours',
    '4 to 5 hours',
    'More than 5 hours',
  ]);
  expect(FEEDBACK).toEqual([
    'Easy and straightforward',
    'Okay but had some difficulty',
    'Found it difficult',
  ]);
});

test('the instructions have four steps: pour, release, wait, remove', () => {
  const texts = APPLICATOR_STEPS.map(({ text }) => text);
  expect(texts).toHaveLength(4);
  expect(texts[0]).toMatch(/Collect the semen sample.*pour it through the funnel/);
  expect(texts[1]).toMatch(/insert the applicator.*Turn the handle to release the cap onto the cervix/);
  expect(texts[2]).toMatch(/stays in place for up to five hours/);
  expect(texts[3]).toMatch(/remove the cap with the string before 5 hours/);
  expect(SECOND_APPLICATOR_REMINDER).toMatch(/second applicator tomorrow/);
});

test('four questions are answered: five hours, whether it hurts, 30 minutes, and the fluid that is left', () => {
  expect(APPLICATOR_FAQ.map(({ question }) => question)).toEqual([
    expect.stringMatching(/five hours/),
    expect.stringMatching(/hurt/),
    expect.stringMatching(/30 minutes/),
    expect.stringMatching(/fluid left in the cap/),
  ]);
  expect(APPLICATOR_FAQ[2].answer).toMatch(/liquefy/);
});

const article = (path: string) =>
  readFileSync(join(import.meta.dirname, '../../supabase/content', path), 'utf8');

test('patient copy states the document’s facts: 2 to 7 days, 2 to 4 days, 24 hours, 0.5 °C', () => {
  const { phases } = JOURNEY.find(({ number }) => number === 3)!;
  const abstinence = phases.find(({ id }) => id === 'abstinence')!;
  expect(`${abstinence.description} ${abstinence.hint}`).toMatch(/2 to 7 days without ejaculation/);
  const [temperature, mucus, apps] = OTHER_METHODS;
  expect(temperature).toMatchObject({
    title: 'Basal body temperature',
    text: expect.stringMatching(/0\.5 °C\), after ovulation/),
  });
  expect(mucus).toMatchObject({ title: 'Cervical mucus', text: expect.stringMatching(/2 to 4 days/) });
  expect(apps.title).toBe('Cycle-tracking apps');
  expect(article('your-fertile-window/six-days-not-one.md')).toMatch(/egg is there for \*\*up to 24 hours/);
});

test('patient copy says two applicators on consecutive days, each used once', () => {
  const { phases } = JOURNEY.find(({ number }) => number === 3)!;
  const { description, hint } = phases.find(({ id }) => id === 'applicators')!;
  expect(`${description} ${hint}`).toMatch(
    /one applicator on the day of your peak and the other the next day; each is used once/,
  );
  expect(APPLICATOR_STEPS[3].text).toMatch(/Each applicator and cap is used once/);
});
