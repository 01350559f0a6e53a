import type { PatientRule } from '../item.ts';

export const safetyCheck: PatientRule = {
  id: 'safety-check',
  title: 'Safety check to review',
  owner: 'clinician',
  find: ({ safetyCheckHeld }, { sameDay }) =>
    safetyCheckHeld
      ? [
          {
            factId: safetyCheckHeld.id,
            since: safetyCheckHeld.at,
            dueAt: sameDay(safetyCheckHeld.at),
            why: 'The safety check asks for a talk with a clinician.',
          },
        ]
      : [],
};
