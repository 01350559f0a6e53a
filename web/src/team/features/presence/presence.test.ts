import { expect, test } from 'vitest';
import { timeLeft } from './presence.ts';

test.each([
  ['2026-11-16T20:00:00Z', '2026-11-16T08:15:00Z', 12 * 60],
  ['2026-11-16T20:00:00+00:00', '2026-11-16T20:10:00.123+00:00', 5],
])(
  'a session that ends at %s and is idle at %s lasts %d minutes, whatever this clock says',
  (endsAt, idleAt, minutes) => expect(Math.round(timeLeft({ endsAt, idleAt }) / 60_000)).toBe(minutes),
);
