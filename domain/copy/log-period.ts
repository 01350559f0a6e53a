import { CHANGED_TITLE, LOG_PERIOD_TITLE, LOSS_TITLE } from './words.ts';

export const LOG_PERIOD = {
  title: LOG_PERIOD_TITLE,
  intro: 'The first day of bleeding, for the person using the applicator.',
  day: 'First day',
  kind: {
    legend: 'What was it?',
    period: 'A period',
    unsure: 'I’m not sure',
    'bleed-with-loss': 'Bleeding with a pregnancy loss',
  },
  /** For a period that is very close to the last one. */
  close: {
    question: 'Is this the start of a new period?',
    text: (last: string, days: number): string =>
      `You logged one that began on ${last}, ${days === 1 ? 'a day' : `${days} days`} before. Bleeding between periods happens, and it doesn’t start a new cycle. If you’re not sure, your coach can help.`,
    yes: 'Yes, it’s a new period',
    no: 'No, it isn’t',
    failure: 'We couldn’t remove it. Please try again.',
    notConfirmed: 'We couldn’t save your answer. Please try again.',
  },
  /** Shown after 'No, it isn’t'. */
  between: {
    heading: 'Your cycle stays as it was',
    paragraphs: [
      'We removed the period you just logged.',
      'Bleeding between periods can have many causes. Please tell us how you’re feeling, so your care team knows about it.',
    ],
  },
  tooEarly: 'Please select a day within the last year.',
  failure: 'We couldn’t log your period. Please try again.',
  logged: {
    period: {
      heading: 'Your period is logged',
      paragraphs: ['You’ll find your next step on Home.'],
    },
    /** Ends the last cycle: there is no new one to count. */
    'ends-treatment': {
      heading: 'We’re here for you',
      paragraphs: [
        'Your period is logged. Your three cycles of treatment are complete, and we know how much you’ve put into them. However you feel about it is okay.',
        'In your review, your clinician will go through everything with you and talk about what could come next. There’s no rush.',
      ],
    },
    unsure: {
      heading: 'Logged',
      paragraphs: [
        'Bleeding isn’t always a period. While it’s unclear, we can’t show dates for you.',
        'Your coach is happy to talk it through with you.',
      ],
    },
    'bleed-with-loss': {
      heading: 'We are so sorry.',
      paragraphs: [
        'Bleeding with a loss isn’t a period, so it doesn’t start a new cycle.',
        'If you haven’t let us know yet that your pregnancy has ended, you can do that here. You won’t need to do anything after that.',
      ],
    },
  },
  /** Replaces the usual words for a pregnant patient. */
  pregnant: {
    heading: 'Always have bleeding checked',
    paragraphs: [
      'Bleeding during pregnancy isn’t a period, and it doesn’t start a new cycle. Please call your clinic or your doctor today.',
      'Your clinician can see what you logged.',
    ],
  },
  /** Which cycle day a logged period makes today. */
  today: (firstDay: string, day: number): string =>
    day === 1
      ? 'Today is day 1 of a new cycle.'
      : `${firstDay} is day 1 of this cycle, so today is day ${day}.`,
  ended: LOSS_TITLE,
  changed: CHANGED_TITLE,
} as const;
