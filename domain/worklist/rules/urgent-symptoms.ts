import type { PatientRule } from '../item.ts';

const again = (times: number) => `Symptoms with an urgent sign were reported ${times} times.`;

export const urgentSymptoms: PatientRule = {
  id: 'urgent-symptoms',
  title: 'Urgent symptoms',
  owner: 'clinician',
  find: ({ symptoms }, { within }) =>
    symptoms
      .filter(({ isUrgent }) => isUrgent)
      .map(({ id, at }) => ({
        factId: id,
        since: at,
        dueAt: within(at, 60),
        isUrgent: true,
        why: 'Symptoms with an urgent sign were reported.',
        again,
      })),
};
