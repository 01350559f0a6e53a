/** For patients who detect ovulation without test strips. */
export const OTHER_METHODS = [
  {
    title: 'Basal body temperature',
    text: 'Your temperature at rest rises a little, up to about 0.9 °F (0.5 °C), after ovulation. It shows ovulation only afterwards, so it helps you to know your pattern rather than to choose the day.',
  },
  {
    title: 'Cervical mucus',
    text: 'In your fertile days it is usually clear and stretchy, and that lasts 2 to 4 days.',
  },
  {
    title: 'Cycle-tracking apps',
    text: 'An app works from the dates of your earlier cycles. It can tell you when to start looking, but your body may do something else this time.',
  },
] as const;

export const OTHER_METHODS_ADVICE =
  'Your coach can help you to find the right day with the method you use, or to try ovulation tests as well.';
