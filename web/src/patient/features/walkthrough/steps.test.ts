import { expect, test } from 'vitest';
import { stepsFor } from './steps.ts';

const steps = stepsFor('Noor');
const wordsOf = (index: number) => {
  const { text, points = [] } = steps[index]!;
  return [text, ...points.flatMap((point) => [point.name, point.text])].join(' ');
};

test('there are seven steps, each with a picture of its own, a title and words', () => {
  expect(steps).toHaveLength(7);
  expect(new Set(steps.map(({ picture }) => picture)).size).toBe(7);
  for (const { title, text } of steps) expect(Math.min(title.length, text.length)).toBeGreaterThan(0);
});

test('steps 2 to 6 have a badge with their number', () => {
  expect(steps.map(({ badge }) => badge)).toEqual([undefined, 2, 3, 4, 5, 6, undefined]);
});

test('the first step greets by first name, or with only Welcome if there is none', () => {
  expect(steps[0]!.title).toBe('Welcome, Noor');
  expect(stepsFor(null)[0]!.title).toBe('Welcome');
});

test.each([
  [1, 'What To Expect', [/video consultation/, /licensed clinician/, /history/, /goals/]],
  [2, 'Your Treatment Plan', [/coaching/i, /content/i, /progress tools/i]],
  [
    3,
    'Your Journey at a Glance',
    [/consultation/i, /clinical coach/i, /three treatment cycles/i, /final review/i],
  ],
  [
    4,
    'How a Cycle Works',
    [/abstinence/i, /tracking ovulation/i, /using the kit/i, /testing for pregnancy/i],
  ],
  [5, 'Explore the Hub', [/Hub/]],
  [6, "You're all set", [/Go to the Hub/i, /schedule your consultation/]],
] as const)('step %i (from 0) is %s', (index, title, words) => {
  expect(steps[index]!.title).toBe(title);
  for (const each of words) expect(wordsOf(index)).toMatch(each);
});
