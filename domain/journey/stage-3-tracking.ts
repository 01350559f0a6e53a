import { LOG_PERIOD_TITLE } from '../copy/words.ts';
import { TREATMENT_OUTLINE } from './outline.ts';
import type { Phase } from './types.ts';

const [ovulation, abstinence] = TREATMENT_OUTLINE.phases;

/** The days before the kit is used. */
export const TRACKING_PHASES: readonly Phase[] = [
  {
    ...ovulation,
    description:
      'Your fertile window is the six days ending on the day of ovulation. Ovulation tests look for a rise in the hormone LH: a peak usually comes 24 to 36 hours before ovulation. The tests predict ovulation but don’t confirm it, so log each one and watch your own pattern.',
    hint: 'Move on to the next phase while you’re still testing, because the 2 to 7 days without ejaculation begin before your peak. If you have PCOS, LH can be high for other reasons, so talk to your coach.',
    actions: [
      {
        id: 'log-period',
        type: 'task',
        title: LOG_PERIOD_TITLE,
        description:
          'The first day of your period is day 1 of your cycle. It tells us when you can start testing.',
        linkTo: { kind: 'page', path: '/log-result/period' },
      },
      {
        id: 'log-ovulation-test',
        type: 'task',
        title: 'Log your ovulation test',
        description: 'Keep testing and logging until you see a peak.',
        linkTo: { kind: 'page', path: '/log-result/ovulation' },
      },
      {
        id: 'read-opk-guide',
        type: 'learn',
        title: 'How ovulation tests work',
        description: 'What low, high and peak results mean.',
        linkTo: { kind: 'external', key: 'opkGuide' },
      },
      {
        id: 'ask-about-ovulation',
        type: 'other',
        title: 'Ask about your results',
        description: 'Your coach can look at them with you.',
        linkTo: { kind: 'page', path: '/support' },
      },
    ],
  },
  {
    ...abstinence,
    description:
      'The person giving the sample should go 2 to 7 days without ejaculation before the first one. A second sample follows the next day, for your second applicator. With a donor, it helps to agree on the days early.',
    hint: 'Keep testing for ovulation during these days so you’ll know when your peak comes.',
    actions: [
      {
        id: 'keep-logging-ovulation-tests',
        type: 'task',
        title: 'Keep logging your ovulation tests',
        description: 'A peak tells you it’s time for your first applicator.',
        linkTo: { kind: 'page', path: '/log-result/ovulation' },
      },
      {
        id: 'read-steps-ahead',
        type: 'learn',
        title: 'Read the steps ahead of time',
        description: 'How the sample and the applicator come together.',
        linkTo: { kind: 'page', path: '/applicator-instructions' },
      },
    ],
  },
];
