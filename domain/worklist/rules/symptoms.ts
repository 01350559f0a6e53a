import type { PatientRule } from '../item.ts';
import { symptomWords } from '../symptom-words.ts';

export const symptoms: PatientRule = {
  id: 'symptoms',
  title: 'Symptoms reported',
  owner: 'coach',
  find: ({ symptoms: reports }, { reply }) =>
    reports
      .filter(({ isUrgent }) => !isUrgent)
      .map(({ id, at, ...symptom }) => ({
        factId: id,
        since: at,
        dueAt: reply(at),
        why: symptomWords(symptom, 'Symptoms were reported.'),
      })),
};
