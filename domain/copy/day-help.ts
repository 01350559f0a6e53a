/** Shown below the timers at all times. */
export const DAY_HELP = {
  title: 'If you need help',
  string: {
    heading: 'If you can’t reach the string',
    text: 'Wash your hands and take your time. If you can’t reach the string or the cap doesn’t come out, contact your coach right away. Take the cap out within 5 hours.',
  },
  /** The first form is for clinics with an emergency number, the second for those without. */
  urgent: (number: string): string =>
    number
      ? `Call ${number}, or go to the nearest emergency room.`
      : 'Call your local emergency number, or go to the nearest emergency room.',
};
