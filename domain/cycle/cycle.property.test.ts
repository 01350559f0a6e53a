import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CARE_STATES } from '../care-state/facts.ts';
import { OPTIONS } from '../onboarding/questionnaire.ts';
import { addDays, type LocalDate } from '../time/day.ts';
import { instantInUtc } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import type { CycleFacts } from './facts.ts';
import type { Period } from './period.ts';
import { isIrregular, isOverdue, type ForecastGate } from './forecast-gate.ts';
import { MAX_LENGTH, MIN_LENGTH } from './lengths.ts';
import { noPeakYet } from './no-peak-yet.ts';
import { cycleStatus, type CycleStatus, type Next } from './cycle-status.ts';
import { surges } from './surges.ts';
import { on } from './testing.ts';
import { testFrom } from './test-from.ts';

const LAST_DAY = 200;
const day = fc.integer({ min: 1, max: LAST_DAY }).map(on);
/** Close enough together that whole cycles with surges occur. */
const regularStarts = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.array(fc.integer({ min: 20, max: 40 }), { maxLength: 7 }))
  .map(([first, gaps]) => gaps.map((_, at) => gaps.slice(0, at).reduce((sum, gap) => sum + gap, first)))
  .map((days) => days.map((start): Period => ({ day: on(start), kind: 'period', withdrawn: false })));
const anyPeriod: fc.Arbitrary<Period> = fc.record({
  day,
  kind: fc.constantFrom('period', 'period', 'unsure', 'bleed-with-loss'),
  withdrawn: fc.boolean(),
});
const few = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 3 });
const result = fc.record({
  takenOn: day,
  level: fc.constantFrom('low', 'high', 'peak', 'peak', 'invalid'),
});
const pause = fc
  .tuple(day, fc.option(fc.nat(20)))
  .map(([from, days]) => ({ from, until: days === null ? null : addDays(from, days) }));
const careState = fc.oneof(
  { weight: 4, arbitrary: fc.constant('treatment' as const) },
  fc.constantFrom(...CARE_STATES),
);
const life: fc.Arbitrary<CycleFacts> = fc.record({
  periods: fc.tuple(regularStarts, few(anyPeriod)).map(([regular, more]) => regular.concat(more)),
  results: fc.array(result, { maxLength: 12 }),
  applicatorsUsedOn: few(day),
  pauses: few(pause),
  losses: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, few(day)),
  statedLength: fc.option(fc.constantFrom(...OPTIONS.menstrual_cycle_length)),
  careState,
});

const DATE = /\d{4}-\d\d-\d\d/;
const withoutDates = ({ dates, ...rest }: CycleStatus) => rest;
const moved = <T>(value: T, days: number): T =>
  JSON.parse(
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'string' && DATE.test(inner) ? addDays(inner, days) : inner,
    ),
  ) as T;

test('every random history has an answer, and together they cover all gates and actions', () => {
  const [gates, next] = [new Set<ForecastGate>(), new Set<Next>()];
  fc.assert(
    fc.property(life, day, fc.boolean(), (facts, today, isUsed) => {
      const usedOn = isUsed ? [...facts.applicatorsUsedOn, today] : facts.applicatorsUsedOn;
      const status = cycleStatus({ ...facts, applicatorsUsedOn: usedOn }, today);
      gates.add(status.gate);
      next.add(status.next);
    }),
    { numRuns: 5_000, seed: 20 },
  );
  expect([gates.size, next.size]).toEqual([5 + CARE_STATES.length - 1, 9]);
});

test('neither the order of entries nor duplicates matter', () => {
  fc.assert(
    fc.property(life, day, fc.infiniteStream(fc.nat()), (facts, today, order) => {
      const shuffledTwice = <T>(list: readonly T[]): T[] =>
        [...list, ...list]
          .map((item) => [order.next().value, item] as const)
          .sort(([one], [other]) => one - other)
          .map(([, item]) => item);
      const otherwise: CycleFacts = {
        ...facts,
        periods: shuffledTwice(facts.periods),
        results: shuffledTwice(facts.results),
        applicatorsUsedOn: shuffledTwice(facts.applicatorsUsedOn),
        pauses: shuffledTwice(facts.pauses),
        losses: shuffledTwice(facts.losses),
      };
      expect(cycleStatus(otherwise, today)).toEqual(cycleStatus(facts, today));
    }),
    { numRuns: 1_000 },
  );
});

test('moving all days by the same amount moves the answers by that amount, and nothing else', () => {
  fc.assert(
    fc.property(life, day, fc.integer({ min: -800, max: 800 }), (facts, today, days) => {
      const status = cycleStatus(facts, today);
      expect(cycleStatus(moved(facts, days), addDays(today, days))).toEqual(moved(status, days));
    }),
    { numRuns: 1_000 },
  );
});

test('the reader’s time zone changes none of the recorded days', () => {
  const ZONES = ['Pacific/Honolulu', 'America/New_York', 'Europe/London', 'Asia/Tokyo', 'Pacific/Kiritimati'];
  const zone = fc.constantFrom(...ZONES);
  fc.assert(
    fc.property(life, day, zone, zone, (facts, noon, one, other) => {
      const todayIn = (where: string) => localDate(instantInUtc(noon, '12:00'), where);
      const [mine, theirs] = [one, other].map((where) => cycleStatus(facts, todayIn(where)).dates);
      // On either side of midnight, two different cycles may be current. Within one cycle, both must agree.
      if (!mine || !theirs || mine.startedOn !== theirs.startedOn) return;
      expect(theirs.testFrom).toBe(mine.testFrom);
      const daysOf = (list: readonly { day: LocalDate }[]) => list.map((applicator) => applicator.day);
      if (mine.applicators.length === theirs.applicators.length) {
        expect(daysOf(theirs.applicators)).toEqual(daysOf(mine.applicators));
      }
    }),
    { numRuns: 1_000 },
  );
});

test('a withdrawn entry has no effect', () => {
  fc.assert(
    fc.property(life, day, fc.array(anyPeriod, { minLength: 1, maxLength: 4 }), (facts, today, mistakes) => {
      const withdrawn = mistakes.map((period) => ({ ...period, withdrawn: true }));
      const reported = { ...facts, periods: [...facts.periods, ...withdrawn] };
      expect(cycleStatus(reported, today)).toEqual(cycleStatus(facts, today));
    }),
    { numRuns: 1_000 },
  );
});

test('a low, high or invalid test, whenever taken, never moves a peak or what follows from it', () => {
  const noPeak = fc.record({ takenOn: day, level: fc.constantFrom('low', 'high', 'invalid') });
  fc.assert(
    fc.property(life, day, few(noPeak), (facts, today, more) => {
      const ofToday = more.filter(({ takenOn }) => takenOn <= today);
      const later = { ...facts, results: [...facts.results, ...ofToday] };
      expect(surges(later.results)).toEqual(surges(facts.results));
      const [before, after] = [cycleStatus(facts, today), cycleStatus(later, today)];
      expect({ ...after, levelToday: null }).toEqual({ ...before, levelToday: null });
      if (before.levelToday === 'peak') expect(after.levelToday).toBe('peak');
    }),
    { numRuns: 1_000 },
  );
});

test('more variance never narrows: testing starts no later, the wait ends no earlier, and the gate stays closed', () => {
  const length = fc.integer({ min: MIN_LENGTH, max: MAX_LENGTH });
  const stated = fc.option(fc.constantFrom(...OPTIONS.menstrual_cycle_length));
  fc.assert(
    fc.property(
      fc.array(length, { minLength: 3, maxLength: 8 }),
      fc.array(length, { maxLength: 4 }),
      stated,
      fc.integer({ min: 1, max: 60 }),
      (own, more, answer, cycleDay) => {
        const wider = [...own, ...more];
        expect(testFrom(wider, answer)).toBeLessThanOrEqual(testFrom(own, answer));
        if (noPeakYet(cycleDay, wider, [])) expect(noPeakYet(cycleDay, own, [])).toBe(true);
        if (isOverdue(cycleDay, wider)) expect(isOverdue(cycleDay, own)).toBe(true);
        if (isIrregular(own)) expect(isIrregular(wider)).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('if the gate is closed, the status contains no date', () => {
  fc.assert(
    fc.property(life, day, (facts, today) => {
      const status = cycleStatus(facts, today);
      expect(status.dates !== null).toBe(status.gate === 'ok');
      if (status.gate !== 'ok') expect(JSON.stringify(status)).not.toMatch(DATE);
      expect(JSON.stringify(withoutDates(status))).not.toMatch(DATE);
    }),
    { numRuns: 3_000 },
  );
});

test('a cycle never asks for a third applicator, and nothing asks for one outside treatment', () => {
  const ASKS: Next[] = ['first-applicator', 'second-applicator', 'applicator-tomorrow'];
  fc.assert(
    fc.property(life, (facts) => {
      // The patient follows the cycle status every day.
      const followed: { start: LocalDate; used: LocalDate }[] = [];
      const usedOn = [...facts.applicatorsUsedOn];
      const reported = { ...facts, applicatorsUsedOn: usedOn };
      for (let number = 1; number <= LAST_DAY; number += 1) {
        const today = on(number);
        const { next, gate, dates } = cycleStatus(reported, today);
        if (facts.careState !== 'treatment') expect(next).toBe('nothing');
        if (next !== 'first-applicator' && next !== 'second-applicator') continue;
        usedOn.push(today);
        if (gate === 'ok') followed.push({ start: dates!.startedOn, used: today });
        const afterwards = cycleStatus(reported, today).next;
        expect(ASKS.slice(0, 2)).not.toContain(afterwards);
      }
      for (const { start } of followed) {
        expect(followed.filter((one) => one.start === start).length).toBeLessThanOrEqual(2);
      }
    }),
    { numRuns: 100 },
  );
});
