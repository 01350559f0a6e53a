/** The day of these words: an agreement is kept with the words that were read. */
export const AGREEMENT_VERSION = '2026-11-16';

/** Before the first period or safety check, where somebody else than the patient uses the applicator. */
export const AGREEMENT = {
  heading: 'Who uses the applicator?',
  intro:
    'Periods and the safety check are about the body of the person who uses the applicator. If that is somebody else, we keep them only if they agree.',
  legend: 'The applicator is used by',
  persons: { self: 'Me', partner: 'My partner', surrogate: 'A surrogate' },
  name: 'Their first and last name',
  agrees:
    'The person who uses the applicator agrees that their periods and their answers to the safety check are entered here and read by our care team. They know that they can take this back at any time.',
  urgent: 'Urgent advice is there for everybody, with or without an agreement.',
  feeling: 'How are you feeling?',
  save: 'Save',
  cancel: 'Cancel',
  failure: 'This could not be saved. Please try again.',
  missing: {
    name: 'Please enter their name.',
    agrees: 'Please ask them, and tick this when they agree.',
  },
  /** On the safety check, once it is known. */
  stated: {
    self: 'The questions are about you.',
    partner: 'The questions are about your partner.',
    surrogate: 'The questions are about your surrogate.',
  },
  about: (name: string) => `The questions are about ${name}.`,
  change: 'Somebody else uses the applicator',
  changeBack: 'Change who uses the applicator',
  takeBack: 'They no longer agree',
  /** Where nothing is kept without it. */
  required: 'Please record first that the person who uses the applicator agrees.',
} as const;
