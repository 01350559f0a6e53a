import type { PatientRule } from '../item.ts';

export const symptoms: PatientRule = {
  id: 'symptoms',
  title: 'Symptoms reported',
  owner: 'coach',
  find: ({ symptoms: reports }, { reply }) =>
    reports
      .filter(({ isUrgent }) => !isUrgent)
      .map(({ id, at }) => ({ factId: id, since: at, dueAt: reply(at), why: 'Symptoms were reported.' })),
};
