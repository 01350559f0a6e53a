import { expect, test } from 'vitest';
import { presenceAt, timeLeft } from './presence.ts';

test.each([
  ['2026-11-16T20:00:00Z', '2026-11-16T08:15:00Z', 15, 12 * 60],
  ['2026-11-16T20:00:00Z', '2026-11-16T08:05:00Z', 5, 12 * 60],
  ['2026-11-16T20:00:00+00:00', '2026-11-16T20:10:00.123+00:00', 15, 5],
])(
  'a session that ends at %s and locks at %s, after %d minutes, lasts %d minutes, whatever this clock says',
  (endsAt, idleAt, idleMinutes, minutes) =>
    expect(Math.round(timeLeft({ endsAt, idleAt, idleMinutes }) / 60_000)).toBe(minutes),
);

test.each([
  [5, 2, 'active'],
  [5, 3, 'asked'],
  [5, 5, 'idle'],
  [15, 5, 'active'],
  [30, 27, 'active'],
  [30, 28, 'asked'],
  [30, 30, 'idle'],
  [30, 720, 'ended'],
] as const)(
  'of a clinic that locks after %d minutes, someone idle for %d is %s',
  (idleMinutes, idle, presence) =>
    expect(presenceAt({ lastAct: 0, idleMinutes, endsAt: 720 * 60_000 }, idle * 60_000)).toBe(presence),
);
