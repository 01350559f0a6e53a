import { turningPoints } from '../turning-points.ts';
import type { PatientRule } from '../item.ts';

export const possibleLoss: PatientRule = {
  id: 'possible-loss',
  title: 'Possible loss',
  owner: 'clinician',
  states: ['unsure', 'after-loss'],
  find: (patient, { within }) =>
    turningPoints(patient)
      .filter(({ isPossibleLoss }) => isPossibleLoss)
      .slice(-1)
      .map(({ id, at, isLoss }) => ({
        factId: id,
        since: at,
        dueAt: within(at, 60),
        isUrgent: true,
        why: isLoss ? 'A loss was reported.' : 'A test after a positive one was not positive.',
      })),
};
