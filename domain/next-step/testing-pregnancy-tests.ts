import { at, book, CLOSED, cycle, inCycle, used, type Moment } from './testing.ts';

const COACH_CALL = book('clinical-coach-support-call');
const WAITING = used(['2026-11-14', '2026-11-15'], 2);
const WAITED = used(['2026-10-27', '2026-10-28'], 2);

export const PREGNANCY_TESTS: Moment[] = [
  [
    'a negative, and the period on the same day',
    at('testing', { lastNegativeOn: '2026-11-18', lastPeriodOn: '2026-11-18' }),
    'Your period has begun. When you are ready, continue to the next phase of your plan.',
    '/overview',
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
    'waiting, and nobody told of an applicator',
    at('testing', cycle('after-applicators', {})),
    'Take a pregnancy test from the first day of a missed period.',
    null,
  ],
  [
    'three weeks later',
    at('testing', WAITED),
    'You can take a pregnancy test from today.',
    '/log-result/pregnancy',
  ],
  [
    'three weeks later, a survey never told',
    at('testing', used(['2026-10-27', '2026-10-28'], 1)),
    'You can take a pregnancy test from today.',
    '/log-result/pregnancy',
  ],
  [
    'an early negative',
    at('testing', { ...WAITING, lastNegativeOn: '2026-11-17' }),
    'A negative so early can still change. Test again from December 6 if your period does not come.',
    null,
  ],
  [
    'an early negative, and no dates are shown',
    at('testing', { cycle: CLOSED, ...WAITING, lastNegativeOn: '2026-11-17' }),
    'A negative so early can still change. Test again if your period does not come.',
    null,
  ],
  [
    'an early negative, later',
    at('testing', { ...WAITED, lastNegativeOn: '2026-11-10' }),
    'Your negative test was an early one. You can test again from today.',
    '/log-result/pregnancy',
  ],
  [
    'a negative of today, of which only the day is known',
    at('testing', { ...WAITED, lastNegativeOn: '2026-11-18' }),
    'Take the time you need. If your period does not come, test again in a few days.',
    COACH_CALL,
  ],
  [
    'a negative, and nobody told of an applicator',
    at('testing', { lastNegativeOn: '2026-11-17' }),
    'Take the time you need. If your period does not come, test again in a few days.',
    COACH_CALL,
  ],
  [
    'a negative, and then a period',
    at('testing', { ...WAITED, lastNegativeOn: '2026-11-15', lastPeriodOn: '2026-11-17' }),
    'Your period has begun. When you are ready, continue to the next phase of your plan.',
    '/overview',
  ],
];
