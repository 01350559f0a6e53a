import type { PatientRule } from '../item.ts';

export const foundDifficult: PatientRule = {
  id: 'found-difficult',
  title: 'Difficult applicator use',
  owner: 'coach',
  find: ({ applicatorSurveys }, { dayOf, morningAfter, daysLater }) =>
    applicatorSurveys
      .filter(({ wasEasy }) => !wasEasy)
      .map(({ id, at, on, isFirst }) => {
        // Before the second applicator, the day after the first.
        const morning = morningAfter(on ?? dayOf(at));
        return {
          factId: id,
          since: at,
          dueAt: isFirst && morning > at ? morning : daysLater(at, 1),
          why: 'The applicator was not easy to use.',
        };
      }),
};
