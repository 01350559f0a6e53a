import { turningPoints } from '../../care-state/turning-points.ts';
import type { PatientRule } from '../item.ts';

export const positiveTest: PatientRule = {
  id: 'positive-test',
  title: 'Positive test',
  owner: 'coach',
  states: ['pregnant'],
  find: ({ care }, { sameDay }) =>
    turningPoints(care)
      .filter(({ isNewPregnancy, isPositiveAfterEnd }) => isNewPregnancy && !isPositiveAfterEnd)
      .slice(-1)
      .map(({ id, at }) => ({
        factId: id,
        since: at,
        dueAt: sameDay(at),
        why: 'A positive pregnancy test was logged.',
      })),
};
