import { expect, test } from 'vitest';
import type { AfterTest } from '../cycle/after-test.ts';
import { SAFETY_STATUSES, type SafetyStatus } from '../safety/safety-status.ts';
import { nextAfterPeak } from './applicator-action.ts';

test.each<[AfterTest, SafetyStatus, string | null]>([
  [{ kind: 'first-day' }, 'check', '/safety-check'],
  [{ kind: 'first-day' }, 'confirm', '/safety-check'],
  [{ kind: 'first-day' }, 'ready', '/treatment-day'],
  [{ kind: 'first-day' }, 'held', '/schedule?appointmentType=safety-call'],
  [{ kind: 'second-day', isFirstUnknown: false }, 'ready', '/treatment-day'],
  [{ kind: 'second-day', isFirstUnknown: true }, 'ready', '/support'],
])('after a peak, %j and the safety check at “%s”: next is %s', (after, safety, path) => {
  expect(nextAfterPeak(after, safety)?.path).toBe(path);
});

test.each<AfterTest['kind']>(['used-today', 'passed', 'second-surge', 'late-peak'])(
  'a “%s” peak leads to no applicator today',
  (kind) => {
    for (const safety of SAFETY_STATUSES) expect(nextAfterPeak({ kind } as AfterTest, safety)).toBeNull();
  },
);
