/** For 'How are you feeling?'. The contract sets the signs and their order. */
export const FEELING = {
  intro:
    'Tell your care team how you’re doing, physically and emotionally. Your answers are saved in your record for the team to read.',
  signs: {
    legend: 'What are your symptoms?',
    hint: 'Select all that apply.',
    labels: {
      pain: 'Pain',
      bleeding: 'Bleeding',
      fever: 'Fever or feeling very unwell',
      fainting: 'Fainting',
      discharge: 'Discharge',
      other: 'Other',
    },
  },
  strength: {
    legend: 'How bad is it?',
    labels: { mild: 'Mild', moderate: 'Moderate', strong: 'Severe' },
    heavy: 'For bleeding, severe means heavy.',
  },
  since: 'When did it start?',
  words: { label: 'In your words', hint: 'Optional. Add anything you’d like.' },
  send: 'Send',
  missing: { signs: 'Please select at least one symptom.', strength: 'Please select how bad it is.' },
  /** Shown below mild words before they are sent. */
  mild: (number: string): string =>
    number
      ? `If it gets worse, or you feel very unwell, do not wait to hear from us. Call ${number} or go to the nearest emergency room.`
      : 'If it gets worse, or you feel very unwell, do not wait to hear from us. Call your local emergency number or go to the nearest emergency room.',
  /** Of bleeding: nothing speaks of a pregnancy that has ended. */
  bleeding: {
    maybe: 'If you are or may be pregnant, always have bleeding checked.',
    known: 'Always have bleeding checked.',
    ended: null,
  },
};

/** A report is never stored for later. Someone waiting for an answer must know that no one has read it. */
export const FEELING_NOT_SENT = {
  heading: 'Not sent. Please call.',
  text: 'No one has received what you wrote, and it won’t be sent later.',
};

export const FEELING_SENT = {
  heading: 'Thank you for telling us',
  received: 'We have your answers, and your care team will read them.',
  bleeding: {
    maybe:
      'If you are or may be pregnant, please call your clinic or your doctor today to have the bleeding checked.',
    known: 'Please call your clinic or your doctor today to have the bleeding checked.',
    ended: null,
  },
  /** Not next to 'Get help now', which already says not to wait. */
  worse: 'If it gets worse, do not wait to hear from us.',
};
