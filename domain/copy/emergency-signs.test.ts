import { expect, test } from 'vitest';
import { EMERGENCY_SIGNS, EMERGENCY_SIGNS_AFTER_LOSS, signsAfterLoss } from './emergency-signs.ts';

test('beside a loss the signs are its own; with a cap in they are the cap’s too', () => {
  const ofCap = EMERGENCY_SIGNS.signs.at(-1)!;
  expect(ofCap).toContain('take the cap out');
  expect(signsAfterLoss(false).signs).toEqual(EMERGENCY_SIGNS_AFTER_LOSS.signs);
  expect(signsAfterLoss(true).signs).toEqual([...EMERGENCY_SIGNS_AFTER_LOSS.signs, ofCap]);
});
