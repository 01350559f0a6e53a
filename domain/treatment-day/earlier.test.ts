import { expect, test } from 'vitest';
import { localDateTime } from '../time/local.ts';
import { instantFromIso } from '../time/instant.ts';
import { lastMomentAt } from './earlier.ts';

const ZONE = 'America/New_York';

test.each([
  ['this morning', '2026-11-18T15:30:00Z', '09:15', '2026-11-18T09:15'],
  ['the minute that is now', '2026-11-18T15:30:20Z', '10:30', '2026-11-18T10:30'],
  ['yesterday evening, told at night', '2026-11-18T05:30:00Z', '23:50', '2026-11-17T23:50'],
  ['across the change of the clocks', '2026-11-01T06:30:00Z', '23:00', '2026-10-31T23:00'],
])('%s', (_, now, time, shown) => {
  expect(localDateTime(lastMomentAt(time, instantFromIso(now), ZONE), ZONE)).toBe(shown);
});
