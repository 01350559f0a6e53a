import { positiveAfterEndIn } from '../../care-state/turning-points.ts';
import type { PatientRule } from '../item.ts';

export const positiveAfterEnd: PatientRule = {
  id: 'positive-after-end',
  title: 'Positive test after a loss or stop',
  owner: 'clinician',
  states: ['after-loss', 'pregnant'],
  find: ({ care, careState }, { within }) => {
    const point = positiveAfterEndIn(care, careState);
    return point
      ? [
          {
            factId: point.id,
            since: point.at,
            dueAt: within(point.at, 60),
            why: 'A test was positive after a loss or after treatment stopped.',
          },
        ]
      : [];
  },
};
