import { SAFETY_CHECK_TITLE } from '../copy/words.ts';
import { URGENT_SIGNS } from './clinical-copy.ts';
import { TREATMENT_OUTLINE } from './outline.ts';
import type { Phase } from './types.ts';

const [, , applicators, testing] = TREATMENT_OUTLINE.phases;

/** From the day of the first applicator until the pregnancy test. */
export const KIT_PHASES: readonly Phase[] = [
  {
    ...applicators,
    description:
      'Use one applicator on the day of your peak and the other the next day; each is used once. Let the sample rest for 30 minutes at room temperature to liquefy. The cap stays in for up to 5 hours, and you remove it by its string. Afterward, tell us how each one went.',
    hint: URGENT_SIGNS,
    actions: [
      {
        id: 'follow-applicator-steps',
        type: 'learn',
        title: 'Follow the applicator steps',
        description: 'From collecting the sample to removing the cap.',
        linkTo: { kind: 'page', path: '/applicator-instructions' },
      },
      {
        id: 'safety-check',
        type: 'task',
        title: SAFETY_CHECK_TITLE,
        description: 'A few questions, once each cycle, before you use an applicator.',
        linkTo: { kind: 'page', path: '/safety-check' },
      },
      {
        id: 'already-started',
        type: 'other',
        title: 'I have already started',
        description: 'Log what happened, and time the cap.',
        linkTo: { kind: 'page', path: '/treatment-day?started' },
      },
      {
        id: 'time-treatment-day',
        type: 'task',
        title: 'Time your treatment day',
        description: 'Timers for the sample and for the cap.',
        linkTo: { kind: 'page', path: '/treatment-day' },
      },
      {
        id: 'first-applicator-survey',
        type: 'task',
        title: 'Tell us about your first applicator',
        description: 'Five short questions on the day you use it.',
        linkTo: { kind: 'page', path: '/applicator-survey?cycleAttempt=1' },
      },
      {
        id: 'second-applicator-survey',
        type: 'task',
        title: 'Tell us about your second applicator',
        description: 'The same questions, the next day.',
        linkTo: { kind: 'page', path: '/applicator-survey?cycleAttempt=2' },
      },
    ],
  },
  {
    ...testing,
    description:
      'Take a pregnancy test from the first day of a missed period, or about 21 days after using your applicators. Positive means the test found pregnancy hormone; negative means it found none so far. Whatever it shows, we’re here for you.',
    hint: 'A negative test can be early. If your period doesn’t start, a new test in a few days can tell you more.',
    actions: [
      {
        id: 'log-pregnancy-test',
        type: 'task',
        title: 'Log your pregnancy test',
        description: 'This tells your care team how to help you next.',
        linkTo: { kind: 'page', path: '/log-result/pregnancy' },
      },
      {
        id: 'read-while-waiting',
        type: 'learn',
        title: 'Something to read while you wait',
        description: 'Articles, whenever you feel like it.',
        linkTo: { kind: 'page', path: '/learn' },
      },
      {
        id: 'talk-while-waiting',
        type: 'other',
        title: 'Talk to your coach',
        description: 'Book a call if the waiting feels long.',
        linkTo: { kind: 'page', path: '/schedule?appointmentType=clinical-coach-support-call' },
      },
    ],
  },
];
