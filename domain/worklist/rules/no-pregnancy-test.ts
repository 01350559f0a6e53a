import { DAY } from '../../time/instant.ts';
import type { PatientRule } from '../item.ts';

export const NO_TEST_AFTER = 24 * DAY;

export const noPregnancyTest: PatientRule = {
  id: 'no-pregnancy-test',
  title: 'No pregnancy test',
  owner: 'coach',
  states: ['treatment'],
  find: ({ applicatorWithoutTest: used }, { now, daysLater }) => {
    if (!used || now < used.at + NO_TEST_AFTER) return [];
    const since = used.at + NO_TEST_AFTER;
    return [
      {
        factId: used.id,
        since,
        dueAt: daysLater(since, 2),
        why: 'No pregnancy test was logged in the 24 days after an applicator. Check in gently.',
      },
    ];
  },
};
