export const APPLICATOR_STEPS = [
  {
    title: 'Collect and pour the sample',
    text: 'Collect the semen sample in the cup and let it rest for 30 minutes at room temperature, between 68\u00a0°F and 99\u00a0°F (20\u00a0°C and 37\u00a0°C), to liquefy. Then pour it through the funnel into the cap of the applicator.',
  },
  {
    title: 'Insert and release',
    text: 'Lie back comfortably and insert the applicator gently into the vagina until it meets the cervix. Turn the handle to release the cap onto the cervix, then take the applicator out.',
  },
  {
    title: 'Leave the cap in place',
    text: 'The cap stays in place for up to five hours. Note the time, or start the timer for it in the portal.',
  },
  {
    title: 'Remove the cap',
    text: 'Wash your hands and remove the cap with the string before 5 hours have passed. Each applicator and cap is used once.',
  },
] as const;

export const SECOND_APPLICATOR_REMINDER = 'Remember to use your second applicator tomorrow.';

export const APPLICATOR_FAQ = [
  {
    id: 'five-hours',
    question: 'Why does the cap stay in for five hours?',
    answer:
      'It holds the sample close to the cervix while the sperm make their way. Five hours is the limit, so please take it out in time.',
  },
  {
    id: 'does-it-hurt',
    question: 'Does the applicator hurt?',
    answer:
      'It can feel unfamiliar. Go slowly and breathe. If it hurts, stop, rest and try another position; if it still hurts, take the applicator out and message your coach.',
  },
  {
    id: 'thirty-minutes',
    question: 'Why leave the sample for 30 minutes at room temperature?',
    answer:
      'It needs that time to liquefy so that you can pour it through the funnel. Keep it between 68\u00a0°F and 99\u00a0°F (20\u00a0°C and 37\u00a0°C) while it rests.',
  },
  {
    id: 'fluid-in-cap',
    question: 'Why is there fluid left in the cap?',
    answer:
      'Some fluid usually stays in the cap. It’s the fluid the sperm traveled in, and seeing it doesn’t mean something went wrong.',
  },
] as const;
