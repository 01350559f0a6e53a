export const MEDICATION = ['Yes', 'No', 'I am not sure'] as const;
export const COLLECTION_TO_INSERTION = [
  'Less than 30 minutes',
  '30 minutes',
  'More than 30 minutes',
] as const;
export const TOO_LONG_IN_PLACE = 'More than 5 hours';
export const CAP_WEAR = [
  'Less than 1 hour',
  '1 to 2 hours',
  '2 to 3 hours',
  '3 to 4 hours',
  '4 to 5 hours',
  TOO_LONG_IN_PLACE,
] as const;
export const FEEDBACK = [
  'Easy and straightforward',
  'Okay but had some difficulty',
  'Found it difficult',
] as const;

export type Medication = (typeof MEDICATION)[number];
export type CollectionToInsertion = (typeof COLLECTION_TO_INSERTION)[number];
export type CapWear = (typeof CAP_WEAR)[number];
export type Feedback = (typeof FEEDBACK)[number];

export const asksWhatWasTaken = (medication: Medication): boolean => medication === 'Yes';
export const asksForDetails = (feedback: Feedback): boolean => feedback !== 'Easy and straightforward';

export type ApplicatorAnswers = {
  inseminationDate: string;
  medication: Medication;
  medicationComment: string;
  collectionToInsertion: CollectionToInsertion;
  capWear: CapWear;
  feedback: Feedback;
  feedbackComment: string;
};
