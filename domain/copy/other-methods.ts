/** For patients who detect ovulation without test strips. */
export const OTHER_METHODS = [
  {
    title: 'Basal body temperature',
    text: 'Your temperature at rest rises a little, up to about 0.9 °F (0.5 °C), after ovulation. It shows ovulation only afterward, so it helps you learn your pattern rather than pick the day.',
  },
  {
    title: 'Cervical mucus',
    text: 'On your fertile days it’s usually clear and stretchy, and that lasts 2 to 4 days.',
  },
  {
    title: 'Cycle-tracking apps',
    text: 'An app uses the dates of your past cycles. It can tell you when to start looking, but your body may do something different this time.',
  },
] as const;

export const OTHER_METHODS_ADVICE =
  'Your coach can help you find the right day with the method you use, or try ovulation tests as well.';
