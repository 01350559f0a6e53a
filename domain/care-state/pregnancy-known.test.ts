import { expect, test } from 'vitest';
import { pregnancyKnown } from './pregnancy-known.ts';

const NOTHING = { afterPositive: false, afterLoss: false, positiveWaits: false };

test.each([
  ['treatment', {}, 'maybe'],
  ['paused', {}, 'maybe'],
  ['pregnant', {}, 'known'],
  ['unsure', {}, 'maybe'],
  ['unsure', { afterPositive: true }, 'known'],
  ['after-loss', { afterLoss: true }, 'ended'],
  ['after-loss', { afterLoss: true, positiveWaits: true }, 'maybe'],
  ['stopped', { afterLoss: true }, 'ended'],
  ['pregnant', { afterLoss: true }, 'known'],
] as const)('in %s with %o the pregnancy is %s', (state, situation, known) => {
  expect(pregnancyKnown({ ...NOTHING, state, ...situation })).toBe(known);
});
