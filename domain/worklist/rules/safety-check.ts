import { reasonWords } from '../../record/reason-words.ts';
import type { BlockingAnswer } from '../facts.ts';
import type { PatientRule } from '../item.ts';

const whyOf = (answers: readonly BlockingAnswer[]): string =>
  answers.length === 0
    ? 'The safety check needs a clinician’s review.'
    : answers.map(({ question, answer }) => reasonWords(question, answer)).join(' · ');

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
            why: whyOf(safetyCheckHeld.answers ?? []),
          },
        ]
      : [],
};
