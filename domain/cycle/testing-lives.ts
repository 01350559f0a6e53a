import { addDays, type LocalDate } from '../time/day.ts';
import type { Entry, Life } from './testing-life.ts';

type Logged = { tests?: [from: number, to: number]; highs?: number[]; peaks?: number[]; used?: number[] };

/** A period and the entries of its cycle. Testing days without another entry have a low. */
function cycle(startsOn: LocalDate, logged: Logged = {}): Entry[] {
  const { tests = [1, 0], highs = [], peaks = [], used = [] } = logged;
  const on = (number: number) => addDays(startsOn, number - 1);
  const days = Array.from({ length: tests[1] - tests[0] + 1 }, (_, at) => tests[0] + at);
  const levelOn = (number: number) =>
    peaks.includes(number) ? 'peak' : highs.includes(number) ? 'high' : 'low';
  return [
    { kind: 'bleeding', as: 'period', day: startsOn },
    ...days.map((number): Entry => ({ kind: 'test', level: levelOn(number), day: on(number) })),
    ...used.map((number): Entry => ({ kind: 'applicator', day: on(number) })),
  ];
}

const REGULAR: Life = {
  title: 'Regular cycles, a year in New York',
  about:
    'Cycles of 26 to 28 days. The clocks change on March 8 and November 1; both nights fall into a surge, with a test in the hour that is skipped or comes twice.',
  stated: '21-35 days',
  stays: [{ zone: 'America/New_York', from: '2025-12-30' }],
  until: '2027-01-04',
  entries: [
    ...cycle('2026-01-01', { tests: [7, 16], highs: [13], peaks: [14, 15], used: [14, 15] }),
    // A low later on a peak day, and one on the day after.
    ...cycle('2026-01-29', { tests: [8, 15], highs: [12], peaks: [13], used: [13, 14] }),
    { kind: 'test', level: 'low', day: '2026-02-10', at: '18:00' },
    ...cycle('2026-02-25', { tests: [8, 11], highs: [11], used: [12, 13] }),
    { kind: 'test', level: 'peak', day: '2026-03-08', at: '02:30' },
    // No peak.
    ...cycle('2026-03-23', { tests: [9, 24] }),
    // Two peaks.
    ...cycle('2026-04-18', { tests: [9, 22], highs: [12, 19], peaks: [13, 20], used: [13, 14] }),
    // The first applicator wasn't reported.
    ...cycle('2026-05-15', { tests: [9, 15], peaks: [14], used: [15] }),
    // Neither applicator was reported.
    ...cycle('2026-06-10', { tests: [9, 14], peaks: [14] }),
    // A period logged by mistake, and undone.
    ...cycle('2026-07-06', { tests: [9, 15], highs: [13], peaks: [14], used: [14, 15] }),
    { kind: 'bleeding', as: 'period', day: '2026-07-17', isTakenBack: true },
    // An invalid test that was repeated, and the first applicator at noon.
    ...cycle('2026-08-01', { tests: [9, 14], peaks: [14], used: [15] }),
    { kind: 'test', level: 'invalid', day: '2026-08-14', at: '07:30' },
    { kind: 'applicator', day: '2026-08-14', at: '12:00' },
    // One applicator before the peak, so there is no third.
    ...cycle('2026-08-28', { tests: [9, 14], highs: [13], peaks: [14], used: [13, 14] }),
    ...cycle('2026-09-23', { tests: [9, 14], peaks: [14], used: [14, 15] }),
    ...cycle('2026-10-19', { tests: [9, 13], used: [14, 15] }),
    { kind: 'test', level: 'peak', day: '2026-11-01', at: '01:30' },
    // The last logged period.
    ...cycle('2026-11-15'),
  ],
};

const IRREGULAR: Life = {
  title: 'Irregular cycles',
  about: 'Cycles of 26, 31, 38 and 29 days. Once the lengths differ by 8 days or more, no date is shown.',
  stated: '21-35 days',
  stays: [{ zone: 'America/Chicago', from: '2026-01-05' }],
  until: '2026-07-05',
  entries: [
    ...cycle('2026-01-05'),
    ...cycle('2026-01-31'),
    ...cycle('2026-03-03', { tests: [8, 24], highs: [22], peaks: [23], used: [23, 24] }),
    ...cycle('2026-04-10', { tests: [9, 17], highs: [14, 15], peaks: [16], used: [16, 17] }),
    ...cycle('2026-05-09', { tests: [9, 32] }),
  ],
};

const LONG: Life = {
  title: 'Long cycles',
  about:
    'Stated as longer than 35 days; then 40, 43, 41 and 50 days. A cycle of more than 45 days does not count.',
  stated: '>35 days',
  stays: [{ zone: 'America/Denver', from: '2026-01-05' }],
  until: '2026-08-20',
  entries: [
    ...cycle('2026-01-05', { tests: [19, 27], peaks: [26], used: [26, 27] }),
    ...cycle('2026-02-14', { tests: [19, 29], peaks: [28], used: [28, 29] }),
    ...cycle('2026-03-29'),
    ...cycle('2026-05-09', { tests: [23, 34] }),
    ...cycle('2026-06-28', { tests: [23, 46], peaks: [46] }),
  ],
};

const TRAVEL: Life = {
  title: 'Across zones: London, Tokyo, Honolulu, London',
  about:
    'The clocks of London change on March 29. The peak of April 24 was at half past midnight in Tokyo, when it was still April 23 in London. On the flight from Tokyo to Honolulu May 20 comes twice; the peak of that day stays today’s.',
  stated: null,
  stays: [
    { zone: 'Europe/London', from: '2026-03-16' },
    { zone: 'Asia/Tokyo', from: '2026-04-20', at: '12:00' },
    { zone: 'Pacific/Honolulu', from: '2026-05-20', at: '10:00' },
    { zone: 'Europe/London', from: '2026-06-01', at: '15:00' },
  ],
  until: '2026-06-20',
  entries: [
    ...cycle('2026-03-16', { tests: [8, 15], peaks: [14], used: [14, 15] }),
    ...cycle('2026-04-12', { tests: [7, 12] }),
    { kind: 'test', level: 'peak', day: '2026-04-24', at: '00:30' },
    { kind: 'applicator', day: '2026-04-24' },
    { kind: 'applicator', day: '2026-04-25' },
    { kind: 'bleeding', as: 'period', day: '2026-05-10' },
    { kind: 'test', level: 'high', day: '2026-05-19', stay: 1 },
    { kind: 'test', level: 'peak', day: '2026-05-20', stay: 1 },
    { kind: 'applicator', day: '2026-05-20', stay: 2 },
    { kind: 'applicator', day: '2026-05-21', stay: 2 },
    ...cycle('2026-06-08'),
  ],
};

const BESIDE: Life = {
  title: 'A start that was unsure, a pause, a pregnancy and a loss',
  about:
    'No date is shown while it is not clear when the cycle began, nor outside treatment; after a loss a cycle begins with the next period.',
  stated: '<21 days',
  stays: [{ zone: 'America/Los_Angeles', from: '2026-01-05' }],
  until: '2026-08-10',
  entries: [
    ...cycle('2026-01-06'),
    { kind: 'bleeding', as: 'unsure', day: '2026-02-03' },
    { kind: 'test', level: 'peak', day: '2026-02-15' },
    { kind: 'applicator', day: '2026-02-15' },
    { kind: 'applicator', day: '2026-02-16' },
    ...cycle('2026-03-02'),
    { kind: 'paused', day: '2026-03-09', at: '09:00' },
    { kind: 'treatment', day: '2026-03-23', at: '09:00' },
    ...cycle('2026-03-30', { tests: [5, 14], peaks: [13], used: [13, 14] }),
    { kind: 'pregnant', day: '2026-04-29', at: '09:00' },
    { kind: 'unsure', day: '2026-05-08', at: '09:00' },
    { kind: 'after-loss', day: '2026-05-10', at: '09:00' },
    { kind: 'bleeding', as: 'bleed-with-loss', day: '2026-05-10' },
    { kind: 'treatment', day: '2026-06-15', at: '09:00' },
    { kind: 'bleeding', as: 'period', day: '2026-06-18' },
    // Another bleeding eleven days later: either could be the period.
    { kind: 'bleeding', as: 'period', day: '2026-06-29' },
    ...cycle('2026-07-27'),
    { kind: 'stopped', day: '2026-08-05', at: '09:00' },
  ],
};

export const LIVES: readonly Life[] = [REGULAR, IRREGULAR, LONG, TRAVEL, BESIDE];
