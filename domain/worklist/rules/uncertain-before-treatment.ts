import type { PatientRule } from '../item.ts';

export const uncertainBeforeTreatment: PatientRule = {
  id: 'uncertain-before-treatment',
  title: 'Unsure about treatment',
  owner: 'coach',
  find: ({ uncertainBeforeTreatment: answers }, { reply }) =>
    answers.map(({ id, at }) => ({
      factId: id,
      since: at,
      dueAt: reply(at),
      why: 'The patient feels uncertain about using the kit.',
    })),
};
