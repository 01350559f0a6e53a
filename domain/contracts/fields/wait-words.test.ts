import { expect, test } from 'vitest';
import { tooManyAttempts } from './wait-words.ts';

test.each([
  [1, '1 second'],
  [2, '2 seconds'],
  [47, '47 seconds'],
  [300, '300 seconds'],
  [301, '6 minutes'],
  [3_600, '60 minutes'],
  [3_601, '2 hours'],
  [86_213, '24 hours'],
])('%i seconds reads as %s', (seconds, words) => {
  expect(tooManyAttempts(seconds)).toBe(`Too many attempts. Please try again in ${words}.`);
});
