import { DAY } from '../../time/instant.ts';
import type { PatientRule } from '../item.ts';

export const QUIET_FOR = 3 * DAY;

export const quietInCycle: PatientRule = {
  id: 'quiet-in-cycle',
  title: 'No tests logged',
  owner: 'coach',
  states: ['treatment'],
  find: ({ testFrom, lastLogAt }, { now, daysLater }) => {
    if (!testFrom) return [];
    const since = Math.max(testFrom.at, lastLogAt ?? 0) + QUIET_FOR;
    const why = 'The testing window is open, and nothing has been logged for 3 days.';
    // A patient who logs something and goes quiet again is followed up again.
    const factId = `${testFrom.id}:${lastLogAt ?? 0}`;
    return now < since ? [] : [{ factId, since, dueAt: daysLater(since, 1), why }];
  },
};
