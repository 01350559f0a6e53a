import { monthAndDay } from '../time/words.ts';
import { UNDO_REPORT } from './ask-first.ts';

/** Home's card. It confirms nothing, promises no hour and names no chance. */
export const CYCLE = {
  heading: 'Your cycle',
  day: (day: number): string => `Day ${day}`,
  guide: 'This is only a guide. Don’t use it as birth control.',
  dayOne: {
    period: 'Day 1 is the first day of your period.',
    firstEntry:
      'Day 1 is the first day you logged something in this cycle, not the first day of your period.',
  },
  testsPredict: 'Tests predict ovulation; they don’t confirm it.',
  notLoaded: 'We can’t show your cycle right now. Please try again later.',
  logTest: 'Log your ovulation test',
  treatmentDay: 'Open treatment day',
  steps: 'Read the applicator steps',
  logPregnancyTest: 'Log your pregnancy test',
  safetyCheck: 'Safety check',
  safetyCheckDue: 'Do the safety check before your first applicator each cycle.',
  safetyCheckNext: 'Do the safety check before your next applicator.',
  heldAhead: 'A clinician needs to clear your safety check before you use an applicator.',
  coach: 'Message my Coach',
  survey: 'I used it: tell us how it went',
  coachFirst: 'Please ask your coach first',
  capIn: {
    title: 'Your cap is in',
    text: 'Take it out within 5 hours. You can remove it earlier, by its string.',
  },
  capLate: {
    title: 'Your cap is still in',
    text: 'It has been in for longer than 5 hours. Please take it out now, by its string.',
  },
  lastOver: {
    title: 'Your three cycles are complete',
    text: 'There’s nothing to test for or log now. In your review, you can look back on them with your clinician.',
  },
  held: { title: 'Please talk to your clinician first', call: 'Book a safety call' },
};

type Words = { title: string; text: string };

/** The next step, by `next` of the cycle status. Only one sentence takes a date, where dates may be shown. */
export const CYCLE_NEXT = {
  'no-period': {
    title: 'We don’t know your cycle day yet',
    text: 'Day 1 is the first day of your period. Once we know it, we can tell you when to start testing.',
  },
  overdue: {
    title: 'Has your period started?',
    text: 'If it has, log the first day. If it hasn’t, you can take a pregnancy test. Your coach is happy to talk it through with you.',
  },
  'wait-to-test': (testFrom: string | null): Words =>
    testFrom
      ? { title: `Start testing on ${monthAndDay(testFrom)}`, text: 'There’s nothing to log until then.' }
      : { title: 'It’s not time to test yet', text: 'We’ll let you know here when it is.' },
  test: {
    title: 'Test today',
    text: 'Test at about the same time each day and log the result.',
  },
  tested: {
    low: { title: 'You’ve tested today', text: 'It was low. Test again tomorrow.' },
    high: { title: 'You’ve tested today', text: 'LH is rising. Test again tomorrow.' },
  },
  'first-applicator': {
    title: 'Use your first applicator today',
    text: 'Your test shows a peak. Let the sample rest for 30 minutes first.',
  },
  'second-applicator': {
    title: 'Use your second applicator today',
    text: 'It’s the day after your first one. You’ll need a fresh sample. Let it rest for 30 minutes first.',
  },
  'applicator-tomorrow': {
    title: 'Use your second applicator tomorrow',
    text: 'There’s nothing more to use today. Please tell us how the first one went.',
    reported: 'There’s nothing more to do today.',
  },
  'after-applicators': {
    title: 'Your applicator days have passed',
    text: 'If you used an applicator, take a pregnancy test from the first day of a missed period, or about 21 days after using it. If your period starts, log the first day.',
  },
  used: {
    both: 'You’ve used both applicators of this cycle',
    early:
      'Take a pregnancy test from the first day of a missed period, or about 21 days after your last applicator. If your period starts, log the first day.',
    late: 'It’s been three weeks, so a pregnancy test can tell you more now. If your period starts, log the first day.',
    tested: 'If your period starts, log the first day. If it doesn’t, test again in a few days.',
  },
  'no-peak-yet': {
    title: 'No peak this cycle',
    text: 'That happens. Save your applicators for the next cycle, and log your period when it starts.',
  },
} as const;

/** The reason why no date is shown. */
export const CYCLE_NO_DATES = {
  irregular: 'The length of your cycles varies by a week or more, so we can’t show dates for you.',
  unclear: 'It’s not clear when this cycle started, so we can’t show dates for you.',
} as const;

export const CYCLE_ASK_COACH = {
  'yesterday-unused':
    'Did you use yesterday’s applicator? If you did, please fill out the short survey. If not, ask your coach before you use it.',
  'second-surge':
    'Your tests show a second surge this cycle. Please check with your coach before using anything. Each cycle has only two applicators.',
  'late-peak':
    'A peak this late in a cycle can have other causes. Please ask your coach before you use an applicator.',
  'peak-at-rest':
    'You logged this peak while your treatment was on hold. Please ask your coach before you use an applicator.',
} as const;

export const PERIOD_LIST = {
  heading: 'Periods',
  empty: 'You haven’t logged a period yet.',
  names: { period: 'Period', unsure: 'Not sure', 'bleed-with-loss': 'Bleeding with a loss' },
  chart: {
    period: 'First day of your period',
    unsure: 'Bleeding, not sure',
    'bleed-with-loss': 'Bleeding with a loss',
  },
  undo: { ...UNDO_REPORT, text: 'We’ll count your cycle without it. You can log it again at any time.' },
  undone: 'Removed.',
  failure: 'We couldn’t undo it. Please try again.',
  more: 'Show all',
} as const;
