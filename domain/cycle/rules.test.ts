import { describe, expect, test } from 'vitest';
import { applicatorDays } from './applicator-days.ts';
import { cycleDay } from './cycle-day.ts';
import type { CycleFacts } from './facts.ts';
import { lengths } from './lengths.ts';
import { levelOfDay, type Level } from './level-of-day.ts';
import { likelyFertile, likelyOvulation } from './likely-ovulation.ts';
import { noPeakYet } from './no-peak-yet.ts';
import { currentStart } from './starts.ts';
import { latestSurges, surges } from './surges.ts';
import { factsWith, on, period, periodsAfter, tested } from './testing.ts';
import { testFrom } from './test-from.ts';

test('the first day of the period is day 1, across clock changes and a leap day', () => {
  expect(cycleDay('2026-03-01', '2026-03-01')).toBe(1);
  expect(cycleDay('2026-03-01', '2026-03-31')).toBe(31);
  expect(cycleDay('2026-10-20', '2026-11-05')).toBe(17);
  expect(cycleDay('2028-02-20', '2028-03-01')).toBe(11);
});

describe('where the cycle starts', () => {
  test.each<[string, Partial<CycleFacts>, string | null]>([
    ['nothing logged', {}, null],
    ['the newest period', { periods: [period(1), period(29)] }, on(29)],
    ['bleeding with a loss is no period', { periods: [period(1), period(29, 'bleed-with-loss')] }, null],
    ['a period after a loss', { periods: [period(1), period(60)], losses: [on(29)] }, on(60)],
    ['a period from before a loss', { periods: [period(1)], losses: [on(29)] }, null],
    ['a period on the day of a loss is its bleeding', { periods: [period(29)], losses: [on(29)] }, null],
  ])('%s', (_, some, day) => {
    expect(currentStart(factsWith(some))?.day ?? null).toBe(day);
  });

  test.each<[Parameters<typeof period>[1][], boolean]>([
    [['period'], true],
    [['unsure'], false],
    [['unsure', 'period'], true],
    [['period', 'bleed-with-loss', 'unsure'], false],
  ])('%j on one day: certain %s', (kinds, isSure) => {
    const periods = [period(1, 'bleed-with-loss'), ...kinds.map((kind) => period(40, kind))];
    const start = currentStart({ losses: [], periods });
    expect(start?.isSure ?? false).toBe(isSure);
  });
});

describe('lengths', () => {
  test.each<[string, Partial<CycleFacts>, number[]]>([
    ['between periods, the oldest first', { periods: periodsAfter(27, 30, 28) }, [27, 30, 28]],
    ['none from a single period', { periods: [period(1)] }, []],
    ['14 is too short, 15 is not', { periods: periodsAfter(14, 15) }, [15]],
    ['46 is too long, 45 is not', { periods: periodsAfter(46, 45) }, [45]],
    [
      'an unsure start spoils the cycle before and the one after',
      { periods: [period(1), period(29), period(57, 'unsure'), period(85), period(113)] },
      [28, 28],
    ],
    [
      'a cycle with a pause',
      { periods: [period(1), period(29), period(57)], pauses: [{ from: on(30), until: on(33) }] },
      [28],
    ],
    [
      'a pause that lasts',
      { periods: [period(1), period(29), period(57)], pauses: [{ from: on(30), until: null }] },
      [28],
    ],
    [
      'a pause that ends on the day of a period leaves the next cycle',
      { periods: [period(1), period(29), period(57)], pauses: [{ from: on(10), until: on(29) }] },
      [28],
    ],
    ['a cycle with a loss', { periods: [period(1), period(29), period(57)], losses: [on(40)] }, [28]],
    [
      'bleeding with a loss ends no cycle',
      { periods: [period(1), period(29), period(45, 'bleed-with-loss'), period(70)] },
      [28],
    ],
  ])('%s', (_, some, expected) => {
    expect(lengths(factsWith(some))).toEqual(expected);
  });
});

test.each<[number[], CycleFacts['statedLength'], number]>([
  [[28, 30, 26], null, 9],
  [[28, 30, 26], '>35 days', 9],
  [[45, 45, 45], null, 28],
  [[22, 23, 24], null, 5],
  [[18, 23, 24], null, 5],
  [[28, 30], null, 7],
  [[], null, 7],
  [[], '21-35 days', 7],
  [[], 'Other', 7],
  [[], '<21 days', 5],
  [[28, 30], '<21 days', 5],
  [[], '>35 days', 19],
])('own lengths %j, stated %s: test from day %i', (own, stated, day) => {
  expect(testFrom(own, stated)).toBe(day);
});

test.each<[Parameters<typeof tested>[1][], Level | null]>([
  [[], null],
  [['invalid'], null],
  [['low'], 'low'],
  [['invalid', 'high'], 'high'],
  [['peak', 'low'], 'peak'],
  [['low', 'high', 'peak', 'invalid'], 'peak'],
])('tests on one day %j together read %s', (levels, expected) => {
  const results = [tested(8, 'peak'), ...levels.map((level) => tested(9, level)), tested(10, 'high')];
  expect(levelOfDay(results, on(9))).toBe(expected);
});

describe('surges', () => {
  const peaksOn = (...days: number[]) => surges(days.map((day) => tested(day, 'peak')));

  test.each<[number[], [number, number][]]>([
    [[], []],
    [[14], [[14, 14]]],
    [[14, 15], [[14, 15]]],
    [[14, 16], [[14, 16]]],
    [
      [14, 17],
      [
        [14, 14],
        [17, 17],
      ],
    ],
    [[14, 16, 18], [[14, 18]]],
    [
      [20, 14, 20, 15],
      [
        [14, 15],
        [20, 20],
      ],
    ],
  ])('peaks on days %j', (days, expected) => {
    expect(peaksOn(...days)).toEqual(expected.map(([from, to]) => ({ from: on(from), to: on(to) })));
  });

  test('a high is not a peak, and a low between two peaks does not separate them', () => {
    expect(surges([tested(13, 'high'), tested(14, 'invalid')])).toEqual([]);
    const around = [tested(14, 'peak'), tested(15, 'low'), tested(16, 'peak')];
    expect(surges(around)).toEqual([{ from: on(14), to: on(16) }]);
  });

  test('without a period, surges two weeks apart belong to one cycle, and surges further apart do not', () => {
    expect(latestSurges([])).toEqual([]);
    expect(latestSurges(peaksOn(14, 28))).toHaveLength(2);
    expect(latestSurges(peaksOn(14, 29))).toEqual(peaksOn(29));
  });
});

describe('applicator days', () => {
  const stateOn = (today: number, peaks: number[], used: number[] = []) =>
    applicatorDays(surges(peaks.map((day) => tested(day, 'peak'))), used.map(on), on(today)).map(
      ({ day, state }) => `${cycleDay(on(1), day)} ${state}`,
    );

  const atRest = (today: number) =>
    applicatorDays(surges([{ ...tested(14, 'peak'), atRest: true }]), [], on(today)).map(
      ({ day, state }) => `${cycleDay(on(1), day)} ${state}`,
    );

  test.each<[string, string[], string[]]>([
    ['none without a peak', stateOn(14, []), []],
    ['the peak day', stateOn(14, [14]), ['14 today', '15 ahead']],
    ['the day after, the first one used', stateOn(15, [14], [14]), ['14 used', '15 today']],
    ['the day after, nothing said of the first', stateOn(15, [14]), ['14 ask-coach', '15 today']],
    ['two days after, nothing said', stateOn(16, [14]), ['14 passed', '15 ask-coach']],
    ['three days after, nothing said', stateOn(17, [14]), ['14 passed', '15 passed']],
    ['both used', stateOn(16, [14], [14, 15]), ['14 used', '15 used']],
    ['a second peak day is the same surge', stateOn(15, [14, 15], [14]), ['14 used', '15 today']],
    ['a second surge brings no applicator', stateOn(20, [14, 20]), ['14 passed', '15 passed']],
    ['one used early leaves one', stateOn(14, [14], [13]), ['14 today', '15 ahead']],
    ['one used early and one today: never a third', stateOn(15, [14], [13, 14]), ['14 used', '15 passed']],
    ['a peak of before treatment resumed', atRest(14), ['14 ask-coach', '15 ask-coach']],
    ['its second day', atRest(15), ['14 ask-coach', '15 ask-coach']],
    ['two days after it', atRest(16), ['14 passed', '15 ask-coach']],
    ['told twice is used once', stateOn(15, [14], [14, 14]), ['14 used', '15 today']],
  ])('%s', (_, states, expected) => {
    expect(states).toEqual(expected);
  });
});

test('ovulation is likely one to two days after the first peak, fertile days from four before to two after', () => {
  const surge = { from: on(14), to: on(16) };
  expect(likelyOvulation(surge)).toEqual({ from: on(15), to: on(16) });
  expect(likelyFertile(surge)).toEqual({ from: on(10), to: on(16) });
});

test.each<[number, number[], number[], boolean]>([
  [21, [28, 26, 27], [], false],
  [22, [28, 26, 27], [], true],
  [22, [28, 26, 27], [20], false],
  [30, [28, 26], [], false],
  [31, [28, 26], [], true],
  [30, [], [], false],
  [31, [], [], true],
])('day %i, own lengths %j, peaks %j: no peak yet %s', (day, own, peaks, expected) => {
  expect(noPeakYet(day, own, surges(peaks.map((peak) => tested(peak, 'peak'))))).toBe(expected);
});
