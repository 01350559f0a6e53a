/** The survey at the end of treatment, for a clinic without its own. */
export const EXPERIENCE_SURVEY = {
  title: 'Tell us how it was for you',
  intro: 'Three short questions. Answer only the ones you want to.',
  overall: 'How was your treatment with us?',
  answers: ['Easier than I expected', 'About what I expected', 'Harder than I expected'],
  helped: 'What helped?',
  better: 'What could we do better?',
  send: 'Send to my care team',
  empty: 'Please answer at least one question.',
  thanks: {
    heading: 'Thank you for telling us',
    paragraphs: ['Your care team will read it. Your answers and our reply are in your messages.'],
  },
} as const;
