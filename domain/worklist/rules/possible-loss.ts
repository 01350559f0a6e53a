import { possibleLossIn } from '../../care-state/turning-points.ts';
import type { PatientRule } from '../item.ts';

export const possibleLoss: PatientRule = {
  id: 'possible-loss',
  title: 'Possible loss',
  owner: 'clinician',
  states: ['unsure', 'after-loss'],
  find: ({ care, careState }, { within }) => {
    const point = possibleLossIn(care, careState);
    return point
      ? [
          {
            factId: point.id,
            since: point.at,
            dueAt: within(point.at, 60),
            isUrgent: true,
            why: point.isLoss ? 'A loss was reported.' : 'A later test conflicts with the positive result.',
          },
        ]
      : [];
  },
};
