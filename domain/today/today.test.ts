import { expect, test } from 'vitest';
import { MINUTE } from '../time/instant.ts';
import { NOTHING_STARTED } from '../treatment-day/treatment-day.ts';
import type { TodayFacts } from './facts.ts';
import { at, call, CLOSED, CYCLE, FACTS, HOUR, inCycle, NOW, outside, used, WEEK } from './testing.ts';
import { todayOf } from './today.ts';

test.each<[string, Partial<TodayFacts>, string, string | null]>([
  [
    'somebody new',
    at('welcome'),
    'Your first step is a consultation with a fertility clinician.',
    '/schedule?appointmentType=initial-consultation',
  ],
  [
    'a consultation is booked',
    at('consultation-prep', { calls: [call(WEEK)] }),
    'Your consultation is on Wednesday, November 25 at 10:00 am.',
    null,
  ],
  [
    'it is booked and the questionnaire is open',
    at('consultation-prep', { calls: [call(WEEK)], hasAnsweredQuestionnaire: false }),
    'Your consultation is on Wednesday, November 25. Your answers to the questionnaire help your clinician prepare.',
    '/onboarding-questionnaire',
  ],
  [
    'it is today',
    at('consultation-prep', { calls: [call(120)] }),
    'Fertility consultation with Dr. Lind is today at 12:00 pm.',
    '/support',
  ],
  [
    'it can be joined',
    at('consultation-prep', { calls: [call(5, { joinUrl: '/call/1' })] }),
    'You can join Fertility consultation with Dr. Lind now.',
    '/call/1',
  ],
  [
    'it is by phone and has begun',
    at('consultation-prep', { calls: [call(-5)] }),
    'Dr. Lind calls you now.',
    null,
  ],
  [
    'it was held',
    at('consultation-prep', { callsHeld: ['initial-consultation'] }),
    'You have had your consultation. When you are ready, go on to the next phase of your plan.',
    '/overview',
  ],
  [
    'the kit is being prepared',
    at('optimize'),
    'While your kit is being prepared, you can get ready for your first cycle.',
    '/patient-info',
  ],
  [
    'the kit is on its way',
    at('optimize', { hasTracking: true }),
    'Your kit is on its way. Meanwhile you can get ready for your first cycle.',
    '/patient-info',
  ],
  [
    'no coach talk yet',
    at('consultation'),
    'Next is a talk with your Clinical Coach about the kit and your cycle.',
    '/schedule?appointmentType=meet-your-clinical-coach',
  ],
  [
    'the coach talk was held',
    at('consultation', { callsHeld: ['meet-your-clinical-coach'] }),
    'You have talked with your coach. When you are ready, go on to the next phase of your plan.',
    '/overview',
  ],
  [
    'no period is logged',
    inCycle('log-period'),
    'Log the first day of your period when it comes, so that we can count the days with you.',
    '/log-result/period',
  ],
  [
    'too early to test',
    inCycle('wait-to-test'),
    'Start testing on November 20. Until then there is nothing to do.',
    null,
  ],
  [
    'too early, and the gate is closed',
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
    'tested today',
    inCycle('test', { cycle: { ...CYCLE, levelToday: 'low' } }),
    'You have logged today’s test. Test again tomorrow.',
    null,
  ],
  [
    'peak day, no safety check',
    inCycle('first-applicator', { safety: 'check' }),
    'Today is for your first applicator. Please answer the safety check before you begin.',
    '/safety-check',
  ],
  [
    'peak day, held back',
    inCycle('first-applicator', { safety: 'held' }),
    'Please do not use an applicator until you have talked with your clinician.',
    '/schedule?appointmentType=initial-consultation',
  ],
  ['peak day, ready', inCycle('first-applicator'), 'Today is for your first applicator.', '/treatment-day'],
  [
    'the sample rests',
    inCycle('first-applicator', { timers: { ...NOTHING_STARTED, sampleCollectedAt: NOW - 10 * MINUTE } }),
    'Your sample rests until 10:20 am.',
    '/treatment-day',
  ],
  [
    'the sample has rested',
    inCycle('first-applicator', { timers: { ...NOTHING_STARTED, sampleCollectedAt: NOW - 40 * MINUTE } }),
    'Your sample has rested for 30 minutes. You can go on.',
    '/treatment-day',
  ],
  [
    'the cap is in',
    inCycle('first-applicator', { timers: { ...NOTHING_STARTED, capInsertedAt: NOW - 2 * HOUR } }),
    'Your cap comes out by 1:00 pm at the latest.',
    '/treatment-day',
  ],
  [
    'the cap was in for 5 hours',
    inCycle('first-applicator', { timers: { ...NOTHING_STARTED, capInsertedAt: NOW - 5 * HOUR } }),
    'Your cap has been in for 5 hours. Please remove it now by its string.',
    '/treatment-day',
  ],
  [
    'used, not told',
    inCycle('applicator-tomorrow', used(['2026-11-18'], 0)),
    'How did your first applicator go?',
    '/applicator-survey?cycleAttempt=1',
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
    'the second one used, not told',
    inCycle('after-applicators', used(['2026-11-17', '2026-11-18'], 1)),
    'How did your second applicator go?',
    '/applicator-survey?cycleAttempt=2',
  ],
  [
    'yesterday’s unused',
    inCycle('second-applicator', {
      cycle: { ...CYCLE, next: 'second-applicator', askCoach: ['yesterday-unused'] },
    }),
    'Please ask your coach before you use an applicator.',
    '/support',
  ],
  [
    'both days passed unused',
    inCycle('after-applicators'),
    'The days for an applicator have passed in this cycle. Keep it for the next one.',
    '/support',
  ],
  [
    'no peak',
    inCycle('no-peak-yet'),
    'No peak so far. It happens. Keep testing, and talk it over with your coach.',
    '/support',
  ],
  [
    'waiting',
    inCycle('after-applicators', used(['2026-11-14', '2026-11-15'], 2)),
    'Test from December 6, or from the first day of a missed period.',
    null,
  ],
  [
    'waiting, and the gate is closed',
    at('testing', { cycle: CLOSED, ...used(['2026-11-15'], 1) }),
    'Take a pregnancy test from the first day of a missed period.',
    null,
  ],
  [
    'three weeks later',
    at('testing', used(['2026-10-27', '2026-10-28'], 2)),
    'You can take a pregnancy test from today.',
    '/log-result/pregnancy',
  ],
  [
    'a negative',
    at('testing', { ...used(['2026-10-27', '2026-10-28'], 2), lastNegativeOn: '2026-11-17' }),
    'Take the time you need. If your period does not come, test again in a few days.',
    '/schedule?appointmentType=clinical-coach-support-call',
  ],
  [
    'after three cycles',
    at('post-treatment'),
    'When you feel ready, look back on your treatment with your clinician.',
    '/schedule?appointmentType=post-treatment-review',
  ],
  ['everything is done', { step: null }, 'Nothing to do today.', null],
  [
    'paused',
    outside('paused', { pause: { until: '2026-12-01', isOver: false } }),
    'Nothing to do today.',
    null,
  ],
  [
    'the pause is over',
    outside('paused', { pause: { until: '2026-11-18', isOver: true } }),
    'Ready to go on?',
    '/pause',
  ],
  [
    'pregnant',
    outside('pregnant'),
    'Next is a review with your clinician.',
    '/schedule?appointmentType=post-treatment-review',
  ],
  [
    'pregnant, the review is booked',
    { ...outside('pregnant'), calls: [call(WEEK, { appointmentType: 'post-treatment-review' })] },
    'Your treatment review is on Wednesday, November 25 at 10:00 am.',
    null,
  ],
  [
    'a positive after a loss',
    outside('pregnant', { afterLoss: true }),
    'Please talk with your clinician, today if you can.',
    '/schedule?appointmentType=post-treatment-review',
  ],
  ['an unclear test', outside('unsure'), 'Test again in a few days with a new test.', '/unclear-result'],
  [
    'a negative after a positive',
    outside('unsure', { afterPositive: true }),
    'Please talk with your clinician, today if you can.',
    '/schedule?appointmentType=post-treatment-review',
  ],
  ['after a loss', outside('after-loss'), 'Nothing to do today.', null],
  ['stopped', outside('stopped'), 'Nothing to do today.', null],
  [
    'a cap in, and paused',
    { ...outside('paused'), timers: { ...NOTHING_STARTED, capInsertedAt: NOW - 6 * HOUR } },
    'Your cap has been in for 5 hours. Please remove it now by its string.',
    '/treatment-day',
  ],
])('%s', (_, facts, sentence, path) => {
  const today = todayOf({ ...FACTS, ...facts });
  expect([today.sentence, today.action?.path ?? null]).toEqual([sentence, path]);
});
