import type { CareState } from '../care-state/facts.ts';
import type { CycleStanding, Next } from '../cycle/standing.ts';
import { MINUTE } from '../time/instant.ts';
import { NOTHING_STARTED, type TreatmentDay } from '../treatment-day/treatment-day.ts';
import type { TodayFacts } from './facts.ts';
import { at, call, CLOSED, CYCLE, HOUR, inCycle, NOW, outside, used, WEEK } from './testing.ts';

/** When, what is known then, what Today says, and where its action leads. It is Wednesday, November 18, 10 am. */
export type Moment = [when: string, facts: Partial<TodayFacts>, sentence: string, path: string | null];

const BOOK = (type: string) => `/schedule?appointmentType=${type}`;
const CONSULTATION = BOOK('initial-consultation');
const COACH_TALK = BOOK('meet-your-clinical-coach');
const COACH_CALL = BOOK('clinical-coach-support-call');
const REVIEW = BOOK('post-treatment-review');
const FIRST_SURVEY = '/applicator-survey?cycleAttempt=1';
const SECOND_SURVEY = '/applicator-survey?cycleAttempt=2';

const PREP = 'consultation-prep';
const timers = (more: Partial<TreatmentDay>) => ({ timers: { ...NOTHING_STARTED, ...more } });
const capIn = (hours: number) => timers({ capInsertedAt: NOW - hours * HOUR });
const sample = (minutes: number) => timers({ sampleCollectedAt: NOW - minutes * MINUTE });
const talk = { appointmentType: 'meet-your-clinical-coach', name: 'Coach talk', hostName: 'Sofia' };
const review = { appointmentType: 'post-treatment-review', name: 'Review' };
const cycle = (next: Next, more: Partial<CycleStanding>): Partial<TodayFacts> => ({
  cycle: { ...CYCLE, next, ...more },
});
const WAITING = used(['2026-11-14', '2026-11-15'], 2);
const WAITED = used(['2026-10-27', '2026-10-28'], 2);

export const BEFORE_TREATMENT: Moment[] = [
  ['new', at('welcome'), 'Your first step is a consultation with a fertility clinician.', CONSULTATION],
  [
    'at the consultation, nothing booked',
    at(PREP, { hasAnsweredQuestionnaire: false }),
    'Your first step is a consultation with a fertility clinician.',
    CONSULTATION,
  ],
  [
    'the consultation is booked',
    at(PREP, { calls: [call(WEEK)] }),
    'Your consultation is on Wednesday, November 25 at 10:00 am.',
    null,
  ],
  [
    'it is booked, the questionnaire is open',
    at(PREP, { calls: [call(WEEK)], hasAnsweredQuestionnaire: false }),
    'Your consultation is on Wednesday, November 25. Your answers to the questionnaire help us prepare.',
    '/onboarding-questionnaire',
  ],
  [
    'another call is booked before it',
    at(PREP, { calls: [call(2 * WEEK), call(WEEK, talk)], hasAnsweredQuestionnaire: false }),
    'Your consultation is on Wednesday, December 2. Your answers to the questionnaire help us prepare.',
    '/onboarding-questionnaire',
  ],
  [
    'it is today',
    at(PREP, { calls: [call(120)] }),
    'Fertility consultation with Dr. Lind is today at 12:00 pm. You can join from 10 minutes before.',
    null,
  ],
  [
    'it is today, the questionnaire is open',
    at(PREP, { calls: [call(120)], hasAnsweredQuestionnaire: false }),
    'Your consultation is today at 12:00 pm. Your answers to the questionnaire help us prepare.',
    '/onboarding-questionnaire',
  ],
  [
    'another call is today, the questionnaire is open',
    at(PREP, { calls: [call(WEEK), call(120, talk)], hasAnsweredQuestionnaire: false }),
    'Coach talk with Sofia is today at 12:00 pm. You can join from 10 minutes before.',
    null,
  ],
  [
    'it can be joined',
    at(PREP, { calls: [call(5, { joinUrl: '/call/1' })] }),
    'You can join Fertility consultation with Dr. Lind now.',
    '/call/1',
  ],
  [
    'it has begun, and the way in is not here yet',
    at(PREP, { calls: [call(-1)] }),
    'Fertility consultation with Dr. Lind has begun.',
    '/support',
  ],
  [
    'it is by phone, in 5 minutes',
    at(PREP, { calls: [call(5, { isVideo: false })] }),
    'Fertility consultation with Dr. Lind is today at 10:05 am. It is by phone.',
    null,
  ],
  [
    'it is by phone and has begun',
    at(PREP, { calls: [call(-5, { isVideo: false })] }),
    'Dr. Lind calls you now.',
    null,
  ],
  [
    'its time has passed, and there is no note yet',
    at(PREP, { callsPast: { 'initial-consultation': NOW - 26 * HOUR } }),
    'Your consultation was on Tuesday, November 17. If you missed it, choose a new time in your plan.',
    '/overview',
  ],
  [
    'it was held',
    at(PREP, { callsHeld: ['initial-consultation'] }),
    'You have had your consultation. When you are ready, go on to the next phase of your plan.',
    '/overview',
  ],
  [
    'the kit is being prepared',
    at('optimize'),
    'Your kit is being prepared. Make sure that what you told us still holds.',
    '/patient-info',
  ],
  [
    'the kit is on its way',
    at('optimize', { trackingUrl: 'https://example.com/track/1' }),
    'Your kit is on its way to you.',
    'https://example.com/track/1',
  ],
  [
    'the kit is on its way, and its address is none',
    at('optimize', { trackingUrl: 'javascript:alert(1)' }),
    'Your kit is on its way to you.',
    '/patient-info',
  ],
  [
    'no coach talk yet',
    at('consultation'),
    'Next is a talk with your Clinical Coach about the kit and your cycle.',
    COACH_TALK,
  ],
  [
    'the coach talk is booked',
    at('consultation', { calls: [call(WEEK, talk)] }),
    'Your coach talk is on Wednesday, November 25 at 10:00 am.',
    null,
  ],
  [
    'the coach talk’s time has passed',
    at('consultation', { callsPast: { [talk.appointmentType]: NOW - HOUR } }),
    'Your coach talk was on Wednesday, November 18. If you missed it, choose a new time in your plan.',
    '/overview',
  ],
  [
    'the coach talk was held',
    at('consultation', { callsHeld: [talk.appointmentType] }),
    'You have talked with your coach. When you are ready, go on to the next phase of your plan.',
    '/overview',
  ],
];

export const UP_TO_THE_PEAK: Moment[] = [
  [
    'no period is logged',
    inCycle('log-period', cycle('log-period', { gate: 'no-period', dates: null })),
    'When did your last period begin? Log its first day, and we count the days with you.',
    '/log-result/period',
  ],
  [
    'no period is logged, tested yesterday',
    inCycle('log-period', {
      ...cycle('log-period', { gate: 'no-period' }),
      lastOvulationTestOn: '2026-11-17',
    }),
    'Take an ovulation test today and log what it shows.',
    '/log-result/ovulation',
  ],
  [
    'no period is logged, tested today',
    inCycle('log-period', {
      ...cycle('log-period', { gate: 'no-period', levelToday: 'high' }),
      lastOvulationTestOn: '2026-11-18',
    }),
    'You have logged today’s test. When did your last period begin?',
    '/log-result/period',
  ],
  [
    'the period is late',
    inCycle('log-period', cycle('log-period', { gate: 'overdue', dates: null })),
    'Has your period come? If it has, log its first day.',
    '/log-result/period',
  ],
  [
    'too early to test',
    inCycle('wait-to-test'),
    'Start testing on November 20. Until then there is nothing to do.',
    null,
  ],
  [
    'too early, and no dates are shown',
    inCycle('wait-to-test', { cycle: { ...CLOSED, next: 'wait-to-test' } }),
    'There is nothing to test today.',
    null,
  ],
  [
    'a day to test',
    inCycle('test'),
    'Take an ovulation test today and log what it shows.',
    '/log-result/ovulation',
  ],
  [
    'tested today: low',
    inCycle('test', cycle('test', { levelToday: 'low' })),
    'You have logged today’s test. Test again tomorrow.',
    null,
  ],
  [
    'tested today: high',
    inCycle('test', cycle('test', { levelToday: 'high' })),
    'You have logged today’s test. Test again tomorrow.',
    null,
  ],
  [
    'no peak in this cycle',
    inCycle('no-peak-yet'),
    'No peak in this cycle. It happens. Keep the applicators for the next one.',
    '/support',
  ],
  [
    'abstinence, a day to test',
    at('abstinence', cycle('test', {})),
    'Take an ovulation test today and log what it shows.',
    '/log-result/ovulation',
  ],
];

export const APPLICATORS: Moment[] = [
  [
    'peak day, no safety check',
    inCycle('first-applicator', { safety: 'check' }),
    'Today is for your first applicator. Please answer the safety check before you begin.',
    '/safety-check',
  ],
  [
    'peak day, its questions are open',
    inCycle('first-applicator', { safety: 'confirm' }),
    'Today is for your first applicator. Please answer the safety check before you begin.',
    '/safety-check',
  ],
  [
    'peak day, held back',
    inCycle('first-applicator', { safety: 'held' }),
    'Please do not use an applicator until you have talked with your clinician.',
    CONSULTATION,
  ],
  ['peak day, ready', inCycle('first-applicator'), 'Today is for your first applicator.', '/treatment-day'],
  [
    'peak day, and the plan was moved on too far',
    at('testing', cycle('first-applicator', {})),
    'Today is for your first applicator.',
    '/treatment-day',
  ],
  [
    'the sample rests',
    inCycle('first-applicator', sample(10)),
    'Your sample rests until 10:20 am.',
    '/treatment-day',
  ],
  [
    'the sample has rested',
    inCycle('first-applicator', sample(40)),
    'Your sample has rested for 30 minutes. You can go on.',
    '/treatment-day',
  ],
  [
    'the cap is in',
    inCycle('first-applicator', capIn(2)),
    'Your cap comes out by 1:00 pm at the latest.',
    '/treatment-day',
  ],
  [
    'the cap was in for 5 hours',
    inCycle('first-applicator', capIn(5)),
    'Your cap has been in for 5 hours. Please remove it now by its string.',
    '/treatment-day',
  ],
  [
    'the cap is late, and a call can be joined',
    inCycle('first-applicator', { ...capIn(6), calls: [call(5, { joinUrl: '/call/1' })] }),
    'Your cap has been in for 5 hours. Please remove it now by its string.',
    '/treatment-day',
  ],
  [
    'the cap is in, and a call can be joined',
    inCycle('first-applicator', { ...capIn(1), calls: [call(5, { joinUrl: '/call/1' })] }),
    'You can join Fertility consultation with Dr. Lind now.',
    '/call/1',
  ],
  [
    'used, not told',
    inCycle('applicator-tomorrow', used(['2026-11-18'], 0)),
    'How did your first applicator go?',
    FIRST_SURVEY,
  ],
  [
    'used and told',
    inCycle('applicator-tomorrow', used(['2026-11-18'], 1)),
    'Your second applicator is for tomorrow.',
    null,
  ],
  [
    'the day after the peak',
    inCycle('second-applicator', used(['2026-11-17'], 1)),
    'Today is for your second applicator.',
    '/treatment-day',
  ],
  [
    'the day after the peak, the first not told',
    inCycle('second-applicator', used(['2026-11-17'], 0)),
    'Today is for your second applicator.',
    '/treatment-day',
  ],
  [
    'the second one used, not told',
    inCycle('after-applicators', used(['2026-11-17', '2026-11-18'], 1)),
    'How did your second applicator go?',
    SECOND_SURVEY,
  ],
  [
    'yesterday’s unused',
    inCycle('second-applicator', cycle('second-applicator', { askCoach: ['yesterday-unused'] })),
    'Please ask your coach before you use an applicator.',
    '/support',
  ],
  [
    'a second surge',
    inCycle('after-applicators', cycle('after-applicators', { askCoach: ['second-surge'] })),
    'Your tests show a second surge. There is no third applicator: please ask your coach.',
    '/support',
  ],
  [
    'a peak late in the cycle',
    inCycle('log-period', cycle('log-period', { gate: 'overdue', askCoach: ['late-peak'] })),
    'Please ask your coach before you use an applicator.',
    '/support',
  ],
  [
    'both days passed unused',
    inCycle('after-applicators'),
    'The days for an applicator have passed in this cycle. Keep what you did not use for the next one.',
    '/support',
  ],
];

export const PREGNANCY_TESTS: Moment[] = [
  [
    'a negative, and the period on the same day',
    at('testing', { lastNegativeOn: '2026-11-18', lastPeriodOn: '2026-11-18' }),
    'Your period has begun. When you are ready, go on to the next phase of your plan.',
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
    'Your period has begun. When you are ready, go on to the next phase of your plan.',
    '/overview',
  ],
];

const AT_REST: readonly CareState[] = ['paused', 'pregnant', 'unsure', 'after-loss', 'stopped'];

export const AFTERWARDS: Moment[] = [
  [
    'after three cycles',
    at('post-treatment'),
    'When you feel ready, look back on your treatment with your clinician.',
    REVIEW,
  ],
  [
    'the review is booked',
    at('post-treatment', { calls: [call(WEEK, review)] }),
    'Your treatment review is on Wednesday, November 25 at 10:00 am.',
    null,
  ],
  [
    'the review was held',
    at('post-treatment', { callsHeld: ['post-treatment-review'] }),
    'You have had your review. Your coach is still here for you.',
    '/support',
  ],
  ['everything is done', { step: null }, 'Nothing to do today.', null],
  [
    'paused',
    outside('paused', { pause: { until: '2026-12-01', isOver: false } }),
    'Nothing to do today.',
    null,
  ],
  [
    'paused without an end',
    outside('paused', { pause: { until: null, isOver: false } }),
    'Nothing to do today.',
    null,
  ],
  [
    'the pause is over',
    outside('paused', { pause: { until: '2026-11-18', isOver: true } }),
    'Ready to go on? You can resume below, or choose a later day.',
    '/pause',
  ],
  ['pregnant', outside('pregnant'), 'Next is a review with your clinician.', REVIEW],
  [
    'pregnant, the review is booked',
    { ...outside('pregnant'), calls: [call(WEEK, review)] },
    'Your treatment review is on Wednesday, November 25 at 10:00 am.',
    null,
  ],
  [
    'a positive after a loss',
    outside('pregnant', { afterLoss: true }),
    'Please talk with your clinician, today if you can.',
    REVIEW,
  ],
  [
    'an unclear test',
    outside('unsure'),
    'Your last test was hard to read. That is common.',
    '/unclear-result',
  ],
  [
    'a negative after a positive',
    outside('unsure', { afterPositive: true }),
    'Please talk with your clinician, today if you can.',
    REVIEW,
  ],
  ['after a loss', outside('after-loss'), 'Nothing is asked of you today.', null],
  ['stopped', outside('stopped'), 'Nothing to do today.', null],
  ...AT_REST.map((state): Moment => [
    `${state}, with a cap that is late`,
    { ...outside(state), ...capIn(6) },
    'Your cap has been in for 5 hours. Please remove it now by its string.',
    '/treatment-day',
  ]),
  [
    'after a loss, a call today',
    { ...outside('after-loss'), calls: [call(120, { name: 'Talk' })] },
    'Talk with Dr. Lind is today at 12:00 pm. You can join from 10 minutes before.',
    null,
  ],
  [
    'stopped, and a sample of this morning',
    { ...outside('stopped'), ...sample(40) },
    'Nothing to do today.',
    null,
  ],
];
