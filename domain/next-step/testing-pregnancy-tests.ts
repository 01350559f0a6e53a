import { at, book, call, CLOSED, cycle, inCycle, used, type Moment } from './testing.ts';

const COACH_CALL = book('clinical-coach-support-call');
const WAITING = used(['2026-11-14', '2026-11-15'], 2);
const inThird = { step: { phaseId: 'testing' as const, cycle: 3 } };
const WAITED = used(['2026-10-27', '2026-10-28'], 2);

export const PREGNANCY_TESTS: Moment[] = [
  [
    'a negative, and the period on the same day',
    at('testing', { lastNegativeOn: '2026-11-18', lastPeriodOn: '2026-11-18' }),
    'Your period has started, so this is a new cycle. Start it whenever you’re ready.',
    '/overview?phase=testing',
  ],
  [
    'waiting',
    inCycle('after-applicators', WAITING),
    'Test from December 6, or from the first day of a missed period.',
    null,
  ],
  [
    'waiting, and no dates are shown',
    at('testing', { cycle: CLOSED, ...used(['2026-11-15'], 1) }),
    'Take a pregnancy test from the first day of a missed period.',
    null,
  ],
  [
    'waiting, no applicator reported',
    at('testing', cycle('after-applicators', {})),
    'Take a pregnancy test from the first day of a missed period.',
    null,
  ],
  [
    'three weeks later',
    at('testing', WAITED),
    'You can take a pregnancy test starting today.',
    '/log-result/pregnancy',
  ],
  [
    'three weeks later, a survey never told',
    at('testing', used(['2026-10-27', '2026-10-28'], 1)),
    'You can take a pregnancy test starting today.',
    '/log-result/pregnancy',
  ],
  [
    'an early negative',
    at('testing', { ...WAITING, lastNegativeOn: '2026-11-17' }),
    'It’s still early, so this could change. Test again from December 6 if your period doesn’t start.',
    null,
  ],
  [
    'an early negative, and no dates are shown',
    at('testing', { cycle: CLOSED, ...WAITING, lastNegativeOn: '2026-11-17' }),
    'It’s still early, so this could change. Test again if your period doesn’t start.',
    null,
  ],
  [
    'an early negative, later',
    at('testing', { ...WAITED, lastNegativeOn: '2026-11-10' }),
    'You tested early last time. You can test again starting today.',
    '/log-result/pregnancy',
  ],
  [
    'a negative of today, without a time',
    at('testing', { ...WAITED, lastNegativeOn: '2026-11-18' }),
    'Take the time you need. If your period doesn’t start, test again in a few days.',
    COACH_CALL,
  ],
  [
    'a negative, no applicator reported',
    at('testing', { lastNegativeOn: '2026-11-17' }),
    'Take the time you need. If your period doesn’t start, test again in a few days.',
    COACH_CALL,
  ],
  [
    'a negative, and then a period',
    at('testing', { ...WAITED, lastNegativeOn: '2026-11-15', lastPeriodOn: '2026-11-17' }),
    'Your period has started, so this is a new cycle. Start it whenever you’re ready.',
    '/overview?phase=testing',
  ],
  [
    'four weeks later, and no period',
    at('testing', used(['2026-10-20', '2026-10-21'], 2)),
    'If your period hasn’t started, you can take a pregnancy test now.',
    '/log-result/pregnancy',
  ],
  [
    'a negative of three days ago, and no period',
    at('testing', { ...used(['2026-10-20', '2026-10-21'], 2), lastNegativeOn: '2026-11-15' }),
    'Still no period? You can test again today. Your coach is here if you’d like to talk.',
    '/log-result/pregnancy',
  ],
  [
    'a period, and nothing of the cycle was marked in the plan',
    inCycle('wait-to-test', { ...WAITED, lastPeriodOn: '2026-11-17' }),
    'Your period has started, so this is a new cycle. Start it whenever you’re ready.',
    '/overview?phase=testing',
  ],
  [
    'a peak in a new cycle that the plan does not know yet',
    at('testing', { ...WAITED, ...cycle('first-applicator', {}), lastPeriodOn: '2026-11-05' }),
    'Your tests show a peak in a new cycle. Start that cycle first.',
    '/overview?phase=testing',
  ],
  [
    'a negative in the third cycle',
    { ...inThird, ...WAITED, lastNegativeOn: '2026-11-18' },
    'Take the time you need. If your period doesn’t start, test again in a few days. Your next step is a review with your clinician.',
    '/overview?phase=testing',
  ],
  [
    'a negative in the third cycle, and the review is booked',
    {
      ...inThird,
      ...WAITED,
      lastNegativeOn: '2026-11-18',
      calls: [call(26 * 60, { appointmentType: 'post-treatment-review' })],
    },
    'Take the time you need. If your period doesn’t start, test again in a few days. Your treatment review is on Thursday, November 19 at 12:00 pm.',
    null,
  ],
  [
    'the period after the third cycle',
    { ...inThird, ...WAITED, lastPeriodOn: '2026-11-17' },
    'Your period has started, so your three cycles are complete. Next is a review with your clinician.',
    '/overview?phase=testing',
  ],
];
