/** On Home, after a report under 'How are you feeling?': that it arrived, and what happens next. */
export const OPEN_REPORT = {
  /** `coach` is a name, or 'Your care team'. */
  'hard-time': (coach: string, when: string): string =>
    `You let us know that you’re having a hard time. ${coach} will be in touch by ${when}.`,
  symptoms: (when: string): string =>
    `We have your report on how you’re feeling. Your care team will read it by ${when}.`,
  /** Once that time has passed. */
  late: {
    'hard-time':
      'You let us know that you’re having a hard time. If you haven’t heard from us yet, please call or write.',
    symptoms: 'We have your report on how you’re feeling. If it gets worse, please call us.',
  },
  again: 'How are you feeling now?',
};
