import { monthAndDay } from '../time/words.ts';

/** Home's card. Nothing in it confirms, promises an hour or counts a chance. */
export const CYCLE = {
  heading: 'Your cycle',
  day: (day: number): string => `Day ${day}`,
  guide: 'This is a guide, not a certainty, and not contraception.',
  dayOne: {
    period: 'Day 1 is the first day of your period.',
    firstEntry:
      'Day 1 is the first day you logged something in this cycle, not the first day of your period.',
  },
  testsPredict: 'Tests predict ovulation, they do not confirm it.',
  notLoaded: 'Your cycle cannot be shown right now. Please try again later.',
  logTest: 'Log your ovulation test',
  treatmentDay: 'Open treatment day',
  steps: 'Read the applicator steps',
  logPregnancyTest: 'Log your pregnancy test',
  safetyCheck: 'Safety check',
  safetyCheckDue: 'The safety check comes before your first applicator of a cycle.',
  heldAhead: 'A clinician needs to clear your safety check before you use an applicator.',
  coach: 'Message my Coach',
  coachFirst: 'Please ask your coach first',
  capIn: {
    title: 'Your cap is in',
    text: 'It comes out by 5 hours at the latest. You may remove it earlier, by its string.',
  },
  held: { title: 'Please talk with your clinician first', call: 'Book a safety call' },
};

type Words = { title: string; text: string };

/** What is next, by `next` of the standing. The only one with a date is given it where dates may be shown. */
export const CYCLE_NEXT = {
  'no-period': {
    title: 'When did your last period begin?',
    text: 'Days count from its first day. Once we know it, we can say when to start testing.',
  },
  overdue: {
    title: 'Has your period come?',
    text: 'If it has, log its first day. If it has not, you can take a pregnancy test, and your coach is glad to look at it with you.',
  },
  'wait-to-test': (testFrom: string | null): Words =>
    testFrom
      ? { title: `Start testing on ${monthAndDay(testFrom)}`, text: 'Until then there is nothing to log.' }
      : { title: 'It is not yet time to test', text: 'This card says so when it is.' },
  test: {
    title: 'Test today',
    text: 'Test at about the same time each day, and log what it shows.',
  },
  tested: {
    low: { title: 'You have tested today', text: 'It was low. Test again tomorrow.' },
    high: { title: 'You have tested today', text: 'LH is rising. Test again tomorrow.' },
  },
  'first-applicator': {
    title: 'Use your first applicator today',
    text: 'Your test shows a peak. The sample rests for 30 minutes first.',
  },
  'second-applicator': {
    title: 'Use your second applicator today',
    text: 'It is the day after your peak. It takes a fresh sample, which rests for 30 minutes first.',
  },
  'applicator-tomorrow': {
    title: 'Your second applicator is for tomorrow',
    text: 'For today there is nothing more to do. Tell us how the first one went, if you have not yet.',
  },
  'after-applicators': {
    title: 'Your applicator days are over',
    text: 'If you used an applicator, take a pregnancy test from the first day of a missed period, or otherwise about 21 days after. If your period comes, log its first day.',
  },
  'no-peak-yet': {
    title: 'No peak in this cycle',
    text: 'It happens. Keep the applicators for the next cycle, and log your period when it comes.',
  },
} as const;

/** Why no date is named. */
export const CYCLE_NO_DATES = {
  irregular: 'Your cycles differ by a week or more, so we name no dates.',
  unclear: 'It is not clear when this cycle began, so we name no dates.',
} as const;

export const CYCLE_ASK_COACH = {
  'yesterday-unused':
    'Did you use yesterday’s applicator? If so, tell us in its survey. If not, ask your coach before you use it.',
  'second-surge':
    'Your tests show a second surge in this cycle. Please ask your coach. There is no third applicator.',
  'late-peak':
    'A peak so late in a cycle can have other reasons. Please ask your coach before you use an applicator.',
} as const;

export const PERIOD_LIST = {
  heading: 'Periods',
  empty: 'You have not logged a period yet.',
  names: { period: 'Period', unsure: 'Not sure', 'bleed-with-loss': 'Bleeding with a loss' },
  chart: {
    period: 'First day of your period',
    unsure: 'Bleeding, not sure',
    'bleed-with-loss': 'Bleeding with a loss',
  },
  takeBack: 'Take it back',
  takenBack: 'It is taken back.',
  failure: 'It could not be taken back. Please try again.',
  more: 'Show all',
} as const;
