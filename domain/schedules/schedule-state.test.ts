import { expect, test } from 'vitest';
import { instantFromIso, MINUTE } from '../time/instant.ts';
import { scheduleState, type ScheduleFacts } from './schedule-state.ts';

const NOW = instantFromIso('2026-11-18T12:00:00Z');
const ago = (minutes: number) => NOW - minutes * MINUTE;
const EACH_MINUTE = { everyMinutes: 1, status: 200, expectedFrom: ago(1000) };
const NEVER = { status: null, workedAt: null, answeredAt: null };

test.each<[string, ScheduleFacts, string]>([
  ['it worked a minute ago', { ...EACH_MINUTE, workedAt: ago(1), answeredAt: ago(1) }, 'working'],
  ['it has not worked for nine minutes', { ...EACH_MINUTE, workedAt: ago(9), answeredAt: ago(9) }, 'late'],
  ['it never ran', { ...EACH_MINUTE, ...NEVER }, 'late'],
  ['it was set up two minutes ago', { ...EACH_MINUTE, ...NEVER, expectedFrom: ago(2) }, 'working'],
  ['an hourly one was set up an hour ago', { ...NEVER, everyMinutes: 60, expectedFrom: ago(60) }, 'working'],
  [
    'an hourly one worked two hours ago',
    { ...EACH_MINUTE, everyMinutes: 60, workedAt: ago(120), answeredAt: ago(120) },
    'working',
  ],
  ['the key is wrong', { ...EACH_MINUTE, status: 401, workedAt: ago(600), answeredAt: ago(1) }, 'refused'],
  ['the key was never right', { ...EACH_MINUTE, status: 403, workedAt: null, answeredAt: ago(1) }, 'refused'],
  ['it fails', { ...EACH_MINUTE, status: 500, workedAt: ago(2), answeredAt: ago(1) }, 'failing'],
  ['nothing answers', { ...EACH_MINUTE, status: null, workedAt: ago(2), answeredAt: ago(1) }, 'failing'],
])('%s', (_, facts, state) => {
  expect(scheduleState(facts, NOW)).toBe(state);
});
