import { at, call, capIn, cycle, inCycle, SAFETY_CALL, sample, used, type Moment } from './testing.ts';

const FIRST_SURVEY = '/applicator-survey?cycleAttempt=1';
const SECOND_SURVEY = '/applicator-survey?cycleAttempt=2';

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
    SAFETY_CALL,
  ],
  [
    'the second applicator is for tomorrow, held back',
    inCycle('applicator-tomorrow', { ...used(['2026-11-18'], 1), safety: 'held' }),
    'Please do not use an applicator until you have talked with your clinician.',
    SAFETY_CALL,
  ],
  [
    'too early to test, held back',
    inCycle('wait-to-test', { safety: 'held' }),
    'Start testing on November 20. Until then there is nothing to do. Before you use an applicator, please talk to your clinician.',
    '/safety-check',
  ],
  [
    'tested today, held back',
    inCycle('test', { ...cycle('test', { levelToday: 'low' }), safety: 'held' }),
    'You have logged today’s test. Test again tomorrow. Before you use an applicator, please talk to your clinician.',
    '/safety-check',
  ],
  [
    'a day to test, held back',
    inCycle('test', { safety: 'held' }),
    'Take an ovulation test today and log what it shows.',
    '/log-result/ovulation',
  ],
  [
    'peak day, cleared, with a safety call still booked for today',
    inCycle('first-applicator', {
      safety: 'confirm',
      isJustCleared: true,
      calls: [call(120, { appointmentType: 'safety-call' })],
    }),
    'Your clinician cleared your safety check. Today is for your first applicator. Please answer the safety check before you begin.',
    '/safety-check',
  ],
  [
    'cleared, tested today',
    inCycle('test', { ...cycle('test', { levelToday: 'low' }), isJustCleared: true }),
    'Your clinician cleared your safety check. You have logged today’s test. Test again tomorrow.',
    null,
  ],
  [
    'cleared, and another call is today',
    inCycle('test', { isJustCleared: true, calls: [call(120)] }),
    'Your clinician cleared your safety check. Fertility consultation with Dr. Lind is today at 12:00 pm. You can join from 10 minutes before.',
    null,
  ],
  [
    'cleared, and the sample rests',
    inCycle('first-applicator', { ...sample(10), isJustCleared: true }),
    'Your sample rests until 10:20 am.',
    '/treatment-day',
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
