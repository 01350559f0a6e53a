import { LOG_PERIOD_TITLE, LOSS_TITLE } from './words.ts';

export const LOG_PERIOD = {
  title: LOG_PERIOD_TITLE,
  intro: 'For the person who uses the applicator: the day on which the bleeding began.',
  day: 'First day',
  kind: {
    legend: 'What was it?',
    period: 'A period',
    unsure: 'I’m not sure',
    'bleed-with-loss': 'Bleeding with a pregnancy loss',
  },
  tooEarly: 'Please choose a day within the last year.',
  failure: 'Your period could not be logged. Please try again.',
  logged: {
    period: {
      heading: 'Your period is logged',
      paragraphs: ['A new cycle begins with this day. Home says what comes next, and when.'],
    },
    unsure: {
      heading: 'It is logged',
      paragraphs: [
        'Bleeding is not always a period. While it is not clear, we name no dates.',
        'Your coach is glad to look at it with you.',
      ],
    },
    'bleed-with-loss': {
      heading: 'We are so sorry.',
      paragraphs: [
        'Bleeding with a loss is not a period, so no new cycle begins with it.',
        'If you have not told us yet that your pregnancy has ended, you can do so here. Nothing is asked of you after that.',
      ],
    },
  },
  ended: LOSS_TITLE,
} as const;
