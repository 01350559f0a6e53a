import type { PatientRule } from '../item.ts';

/** A task for oneself or a colleague. Only that person has it, like their own call. */
export const followUp: PatientRule = {
  id: 'follow-up',
  title: 'Follow-up',
  owner: 'host',
  find: ({ followUps }) =>
    followUps.map(({ id, at, dueAt, toId, text }) => ({
      factId: id,
      since: at,
      dueAt,
      ownerId: toId,
      why: text,
    })),
};
