import { at, CLOSED, cycle, inCycle, type Moment } from './testing.ts';

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
    'the first test of a cycle, the sample is a partner’s',
    inCycle('test', {
      hasPartnerSample: true,
      lastPeriodOn: '2026-11-08',
      lastOvulationTestOn: '2026-10-20',
    }),
    'Take an ovulation test today and log what it shows. Before your first sample, leave 2 to 7 days without ejaculation.',
    '/log-result/ovulation',
  ],
  [
    'the second test of a cycle, the sample is a partner’s',
    inCycle('test', {
      hasPartnerSample: true,
      lastPeriodOn: '2026-11-08',
      lastOvulationTestOn: '2026-11-17',
    }),
    'Take an ovulation test today and log what it shows.',
    '/log-result/ovulation',
  ],
  [
    'tested today: high, the sample is a partner’s',
    inCycle('test', { ...cycle('test', { levelToday: 'high' }), hasPartnerSample: true }),
    'You have logged today’s test. Test again tomorrow. Before your first sample, leave 2 to 7 days without ejaculation.',
    null,
  ],
  [
    'tested today: low, the sample is a partner’s',
    inCycle('test', { ...cycle('test', { levelToday: 'low' }), hasPartnerSample: true }),
    'You have logged today’s test. Test again tomorrow.',
    null,
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
