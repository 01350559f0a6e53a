import type { PatientRule } from '../item.ts';

export const foundDifficult: PatientRule = {
  id: 'found-difficult',
  title: 'Difficult applicator use',
  owner: 'coach',
  find: ({ applicatorSurveys }, { nextDayAt, daysLater }) =>
    applicatorSurveys
      .filter(({ wasEasy }) => !wasEasy)
      .map(({ id, at, isFirst }) => ({
        factId: id,
        since: at,
        // Before the next day's second applicator.
        dueAt: isFirst ? nextDayAt(at, '09:00') : daysLater(at, 1),
        why: 'The applicator was not easy to use.',
      })),
};
