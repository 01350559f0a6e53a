import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantFromIso, MINUTE } from '../time/instant.ts';
import { canJoin, nextChange } from './join-window.ts';

const call = {
  startsAt: instantFromIso('2026-11-18T10:00:00Z'),
  endsAt: instantFromIso('2026-11-18T10:30:00Z'),
};
const opensAt = instantFromIso('2026-11-18T09:50:00Z');

test('a call can be joined from ten minutes before it starts until it ends', () => {
  expect(canJoin(call, opensAt - 1)).toBe(false);
  expect(canJoin(call, opensAt)).toBe(true);
  expect(canJoin(call, call.endsAt - 1)).toBe(true);
  expect(canJoin(call, call.endsAt)).toBe(false);
});

test('the next change is the opening, then the end, then none', () => {
  expect(nextChange(call, opensAt - 60 * MINUTE)).toBe(opensAt);
  expect(nextChange(call, opensAt)).toBe(call.endsAt);
  expect(nextChange(call, call.endsAt)).toBeUndefined();
});

test('the answer stays the same up to the next change and differs at it', () => {
  fc.assert(
    fc.property(fc.integer({ min: -60, max: 60 }), fc.nat(120), (minute, later) => {
      const now = call.startsAt + minute * MINUTE;
      const change = nextChange(call, now) ?? Number.POSITIVE_INFINITY;
      const then = Math.min(now + later * MINUTE, change - 1);
      expect(canJoin(call, then)).toBe(canJoin(call, now));
      if (Number.isFinite(change)) expect(canJoin(call, change)).toBe(!canJoin(call, now));
    }),
  );
});
