import { describe, expect, test } from 'vitest';
import { CARE_STATES } from '../care-state/facts.ts';
import type { CycleFacts } from './facts.ts';
import { forecastGate, type ForecastGate } from './forecast-gate.ts';
import { cycleStatus, type AskCoach, type Next } from './cycle-status.ts';
import { factsWith, on, period, periodsAfter, tested } from './testing.ts';

const confirmed = (day: number) => ({ ...period(day), isConfirmed: true });
const REGULAR = periodsAfter(28, 29, 27);
const IRREGULAR = periodsAfter(26, 31, 38, 29);

describe('the gate', () => {
  test.each<[string, Partial<CycleFacts>, number, ForecastGate]>([
    ['no period', {}, 1, 'no-period'],
    ['only bleeding with a loss', { periods: [period(1, 'bleed-with-loss')] }, 9, 'no-period'],
    ['a first period', { periods: [period(1)] }, 9, 'ok'],
    ['a start that the patient was not sure of', { periods: [period(1, 'unsure')] }, 9, 'unclear'],
    ['two starts 14 days apart', { periods: [period(-13), period(1)] }, 9, 'unclear'],
    ['the second of two confirmed', { periods: [period(-13), confirmed(1)] }, 9, 'ok'],
    ['the first of two confirmed', { periods: [confirmed(-13), period(1)] }, 9, 'unclear'],
    ['confirmed, 14 days after a loss', { periods: [confirmed(1)], losses: [on(-13)] }, 9, 'unclear'],
    ['two starts 15 days apart', { periods: [period(-14), period(1)] }, 9, 'ok'],
    ['a period 14 days after a loss', { periods: [period(1)], losses: [on(-13)] }, 9, 'unclear'],
    ['regular', { periods: REGULAR }, 9, 'ok'],
    ['a week after the longest', { periods: REGULAR }, 36, 'ok'],
    ['later than that', { periods: REGULAR }, 37, 'overdue'],
    ['day 45 of a first cycle', { periods: [period(1)] }, 45, 'ok'],
    ['day 46 of a first cycle', { periods: [period(1)] }, 46, 'overdue'],
    ['day 46 after cycles of 44 days', { periods: periodsAfter(44, 43, 44) }, 46, 'overdue'],
    ['lengths that differ by 7 days', { periods: periodsAfter(26, 33) }, 9, 'ok'],
    ['lengths that differ by 8 days', { periods: periodsAfter(26, 34) }, 9, 'irregular'],
    ['26, 31, 38 and 29 days', { periods: IRREGULAR }, 9, 'irregular'],
  ])('%s', (_, some, day, gate) => {
    expect(forecastGate(factsWith(some), on(day))).toBe(gate);
  });

  test.each(CARE_STATES.filter((state) => state !== 'treatment'))(
    '%s: closed, and nothing to do',
    (state) => {
      const facts = factsWith({ periods: REGULAR, results: [tested(14, 'peak')], careState: state });
      expect(cycleStatus(facts, on(14))).toEqual({
        gate: state,
        day: null,
        levelToday: null,
        next: 'nothing',
        askCoach: [],
        dates: null,
      });
    },
  );
});

describe('what to do', () => {
  const regular = (some: Partial<CycleFacts>) => factsWith({ periods: REGULAR, ...some });
  const peakOn = (...days: number[]) => ({ results: days.map((day) => tested(day, 'peak')) });
  const unsure = { periods: [period(1, 'unsure')] };

  test.each<[string, CycleFacts, number, Next, AskCoach[]]>([
    ['no period', factsWith({}), 1, 'log-period', []],
    ['before the day to test from', regular({}), 9, 'wait-to-test', []],
    ['from that day on', regular({}), 10, 'test', []],
    ['a high', regular({ results: [tested(12, 'high')] }), 12, 'test', []],
    ['the last day for a peak', regular({}), 22, 'test', []],
    ['later', regular({}), 23, 'no-peak-yet', []],
    ['a peak after all', regular(peakOn(24)), 24, 'first-applicator', []],
    ['peak day', regular(peakOn(14)), 14, 'first-applicator', []],
    [
      'peak day, used',
      regular({ ...peakOn(14), applicatorsUsedOn: [on(14)] }),
      14,
      'applicator-tomorrow',
      [],
    ],
    ['the day after', regular({ ...peakOn(14), applicatorsUsedOn: [on(14)] }), 15, 'second-applicator', []],
    ['the day after, nothing said', regular(peakOn(14)), 15, 'second-applicator', ['yesterday-unused']],
    ['two days after, nothing said', regular(peakOn(14)), 16, 'after-applicators', ['yesterday-unused']],
    ['three days after', regular(peakOn(14)), 17, 'after-applicators', []],
    ['a second surge', regular(peakOn(14, 19)), 19, 'after-applicators', ['second-surge']],
    ['the day after it', regular(peakOn(14, 19)), 20, 'after-applicators', ['second-surge']],
    ['two days after it', regular(peakOn(14, 19)), 21, 'after-applicators', []],
    ['overdue', regular({}), 37, 'log-period', []],
    ['a peak while overdue', regular(peakOn(37)), 37, 'log-period', ['late-peak']],
    ['irregular, early', factsWith({ periods: IRREGULAR }), 8, 'wait-to-test', []],
    ['irregular, from the shortest on', factsWith({ periods: IRREGULAR }), 9, 'test', []],
    ['irregular, peak day', factsWith({ periods: IRREGULAR, ...peakOn(19) }), 19, 'first-applicator', []],
    ['not clear when it began: test at once', factsWith(unsure), 2, 'test', []],
    ['not clear when it began, peak day', factsWith({ ...unsure, ...peakOn(9) }), 9, 'first-applicator', []],
    ['peak day without a period', factsWith(peakOn(9)), 9, 'first-applicator', []],
    ['later without a period', factsWith(peakOn(9)), 12, 'log-period', []],
    ['a second surge without a period', factsWith(peakOn(9, 20)), 20, 'log-period', ['second-surge']],
    ['a surge of the next cycle without a period', factsWith(peakOn(9, 37)), 37, 'first-applicator', []],
    [
      'a peak from before a loss is not of this cycle',
      factsWith({ ...peakOn(9), losses: [on(9)] }),
      10,
      'log-period',
      [],
    ],
    ['a peak of the cycle before', regular(peakOn(0)), 1, 'wait-to-test', []],
  ])('%s', (_, facts, day, next, coach) => {
    const status = cycleStatus(facts, on(day));
    expect([status.next, status.askCoach]).toEqual([next, coach]);
  });

  test('a peak day’s status has everything its screens need', () => {
    expect(cycleStatus(regular(peakOn(14)), on(14))).toEqual({
      gate: 'ok',
      day: 14,
      levelToday: 'peak',
      next: 'first-applicator',
      askCoach: [],
      dates: {
        startedOn: on(1),
        testFrom: on(10),
        applicators: [
          { day: on(14), state: 'today' },
          { day: on(15), state: 'ahead' },
        ],
        likelyOvulation: { from: on(15), to: on(16) },
        likelyFertile: { from: on(10), to: on(16) },
      },
    });
  });

  test('after two surges, no one says which of them led to ovulation', () => {
    const { dates } = cycleStatus(regular(peakOn(14, 19)), on(19));
    expect([dates?.likelyOvulation, dates?.likelyFertile]).toEqual([null, null]);
  });

  test('after flying west over the date line, an entry keeps its day', () => {
    const facts = regular(peakOn(14));
    expect(cycleStatus(facts, on(13))).toEqual(cycleStatus(facts, on(14)));
    expect(cycleStatus(facts, on(12)).next).toBe('test');
    const used = { ...facts, applicatorsUsedOn: [on(13)] };
    expect(cycleStatus(used, on(13)).next).toBe('applicator-tomorrow');
  });
});
