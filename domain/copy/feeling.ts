/** For 'How are you feeling?'. The signs and their order are those of the contract. */
export const FEELING = {
  intro:
    'Tell your care team how you are, in body and mind. It is kept in your record, where the team can read it.',
  signs: {
    legend: 'What do you notice?',
    hint: 'Choose all that apply.',
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
    legend: 'How strong?',
    labels: { mild: 'Mild', moderate: 'Moderate', strong: 'Strong' },
    heavy: 'For bleeding, strong means heavy.',
  },
  since: 'Since when?',
  words: { label: 'In your words', hint: 'Only if you would like to add something.' },
  send: 'Send',
  missing: { signs: 'Please choose what you notice.', strength: 'Please choose how strong it is.' },
  pregnancy: 'If you are or may be pregnant, always have bleeding checked.',
};

/** It is never kept for later: somebody who waits for an answer must know that nobody has read it. */
export const FEELING_NOT_SENT = {
  heading: 'Not sent. Please call.',
  text: 'Nobody has received what you wrote. It is not kept on this device to be sent later.',
};

export const FEELING_SENT = {
  heading: 'Thank you for telling us',
  paragraphs: ['Your care team has received it.', 'If it gets worse, do not wait for us.'],
};
