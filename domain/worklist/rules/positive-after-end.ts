import { turningPoints } from '../turning-points.ts';
import type { PatientRule } from '../item.ts';

export const positiveAfterEnd: PatientRule = {
  id: 'positive-after-end',
  title: 'Positive test after a loss or stop',
  owner: 'clinician',
  states: ['after-loss', 'pregnant'],
  find: (patient, { within }) =>
    turningPoints(patient)
      .filter(({ isPositiveAfterEnd }) => isPositiveAfterEnd)
      .slice(-1)
      .map(({ id, at }) => ({
        factId: id,
        since: at,
        dueAt: within(at, 60),
        why: 'A positive test came after a loss or a stop.',
      })),
};
