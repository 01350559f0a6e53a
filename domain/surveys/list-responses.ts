import { asksForDetails, asksWhatWasTaken, type ApplicatorAnswers } from './applicator-use.ts';

/** A comment is dropped if another answer closed its box. */
export function listResponses(answers: ApplicatorAnswers, cycle: number): string[] {
  return [
    answers.inseminationDate,
    String(cycle),
    answers.medication,
    asksWhatWasTaken(answers.medication) ? answers.medicationComment : '',
    answers.collectionToInsertion,
    answers.capWear,
    answers.feedback,
    asksForDetails(answers.feedback) ? answers.feedbackComment : '',
  ];
}
