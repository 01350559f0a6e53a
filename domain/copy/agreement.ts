/** The day these words last changed. An agreement is stored with the words that were read. */
export const AGREEMENT_VERSION = '2026-11-18';

/** Shown before the first period or safety check if someone other than the patient uses the applicator. */
export const AGREEMENT = {
  heading: 'Who uses the applicator?',
  intro:
    'Periods and the safety check are about the person using the applicator. If that’s someone else, we need their OK before we save anything about them.',
  legend: 'The applicator is used by',
  persons: { self: 'Me', partner: 'My partner', surrogate: 'A surrogate' },
  name: 'Their first and last name',
  agrees:
    'The person using the applicator agrees that their periods and safety check answers are entered here and read by our care team. They know they can withdraw this OK at any time.',
  urgent: 'Anyone can get urgent help here, with or without that OK.',
  feeling: 'How are you feeling?',
  save: 'Save',
  cancel: 'Cancel',
  failure: 'We couldn’t save this. Please try again.',
  missing: {
    name: 'Please enter their name.',
    agrees: 'Please ask them, and check this box when they agree.',
  },
  /** Shown on the safety check once there is an agreement. */
  stated: {
    self: 'The questions are about you.',
    partner: 'The questions are about your partner.',
    surrogate: 'The questions are about your surrogate.',
  },
  about: (name: string) => `The questions are about ${name}.`,
  change: 'Someone else uses the applicator',
  changeBack: 'Change who uses the applicator',
  takeBack: 'They no longer agree',
  /** Shown if nothing is stored without an agreement. */
  required: 'First, please record that the person using the applicator agrees.',
} as const;
