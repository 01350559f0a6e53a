import { at, CLOSED, cycle, inCycle, type Moment } from './testing.ts';

export const UP_TO_THE_PEAK: Moment[] = [
  [
    'no period is logged',
    inCycle('log-period', cycle('log-period', { gate: 'no-period', dates: null })),
    'When did your last period start? Log the first day and we’ll keep count for you.',
    '/log-result/period',
  ],
  [
    'no period is logged, tested yesterday',
    inCycle('log-period', {
      ...cycle('log-period', { gate: 'no-period' }),
      lastOvulationTestOn: '2026-11-17',
    }),
    'Take an ovulation test today and log the result.',
    '/log-result/ovulation',
  ],
  [
    'no period is logged, tested today',
    inCycle('log-period', {
      ...cycle('log-period', { gate: 'no-period', levelToday: 'high' }),
      lastOvulationTestOn: '2026-11-18',
    }),
    'You’ve logged today’s test. When did your last period start?',
    '/log-result/period',
  ],
  [
    'the period is late',
    inCycle('log-period', cycle('log-period', { gate: 'overdue', dates: null })),
    'Has your period started? If it has, log the first day.',
    '/log-result/period',
  ],
  [
    'too early to test',
    inCycle('wait-to-test'),
    'Start testing on November 20. There’s nothing to do until then.',
    null,
  ],
  [
    'too early, and no dates are shown',
    inCycle('wait-to-test', { cycle: { ...CLOSED, next: 'wait-to-test' } }),
    'There’s no need to test today.',
    null,
  ],
  [
    'a day to test',
    inCycle('test'),
    'Take an ovulation test today and log the result.',
    '/log-result/ovulation',
  ],
  [
    'the first test of a cycle, the sample is a partner’s',
    inCycle('test', {
      hasPartnerSample: true,
      lastPeriodOn: '2026-11-08',
      lastOvulationTestOn: '2026-10-20',
    }),
    'Take an ovulation test today and log the result. Before your first sample, go 2 to 7 days without ejaculation.',
    '/log-result/ovulation',
  ],
  [
    'the second test of a cycle, the sample is a partner’s',
    inCycle('test', {
      hasPartnerSample: true,
      lastPeriodOn: '2026-11-08',
      lastOvulationTestOn: '2026-11-17',
    }),
    'Take an ovulation test today and log the result.',
    '/log-result/ovulation',
  ],
  [
    'tested today: high, the sample is a partner’s',
    inCycle('test', { ...cycle('test', { levelToday: 'high' }), hasPartnerSample: true }),
    'You’ve logged today’s test. Test again tomorrow. Before your first sample, go 2 to 7 days without ejaculation.',
    null,
  ],
  [
    'tested today: low, the sample is a partner’s',
    inCycle('test', { ...cycle('test', { levelToday: 'low' }), hasPartnerSample: true }),
    'You’ve logged today’s test. Test again tomorrow.',
    null,
  ],
  [
    'tested today: low',
    inCycle('test', cycle('test', { levelToday: 'low' })),
    'You’ve logged today’s test. Test again tomorrow.',
    null,
  ],
  [
    'tested today: high',
    inCycle('test', cycle('test', { levelToday: 'high' })),
    'You’ve logged today’s test. Test again tomorrow.',
    null,
  ],
  [
    'no peak in this cycle',
    inCycle('no-peak-yet'),
    'We didn’t see a peak this cycle. That happens. Save your applicators for the next one.',
    '/support',
  ],
  [
    'abstinence, a day to test',
    at('abstinence', cycle('test', {})),
    'Take an ovulation test today and log the result.',
    '/log-result/ovulation',
  ],
];
