import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { SAFETY_CHECK_OUTCOMES } from './safety-outcome.ts';
import { hasValidCheck, isJustCleared, isKeptBlocked, keptBlockedAt, safetyStatus } from './safety-status.ts';
import type { SafetyCheck, SafetyFacts, SafetyStatus } from './safety-status.ts';

const maySampleStart = (given: SafetyFacts) => safetyStatus(given) === 'ready';

const TODAY = '2026-11-18';

const check = (some: Partial<SafetyCheck> = {}): SafetyCheck => ({
  cycle: 1,
  checkedAt: 10,
  outcome: 'ready',
  clearedAt: null,
  peakDay: null,
  day: '2026-11-16',
  ...some,
});
const facts = (some: Partial<SafetyFacts> = {}): SafetyFacts => ({
  cycle: 1,
  cycleBeganOn: null,
  peakDay: null,
  checks: [check()],
  voidedAt: [],
  ...some,
});

test.each<[string, Partial<SafetyFacts>, SafetyStatus]>([
  ['nothing was answered', { checks: [] }, 'check'],
  ['ready', {}, 'ready'],
  ['a check of the cycle before', { cycle: 2 }, 'check'],
  ['a loss, a pregnancy or symptoms since', { voidedAt: [11] }, 'check'],
  ['symptoms before', { voidedAt: [9] }, 'ready'],
  ['a period that began later', { cycleBeganOn: '2026-11-17' }, 'check'],
  ['a period of the same day', { cycleBeganOn: '2026-11-16' }, 'ready'],
  ['a period before', { cycleBeganOn: '2026-11-01' }, 'ready'],
  [
    'cleared in the new cycle',
    { cycleBeganOn: '2026-11-17', checks: [check({ outcome: 'stop', clearedAt: 20, day: '2026-11-17' })] },
    'ready',
  ],
  [
    'a stop, and a period since',
    { cycleBeganOn: '2026-11-17', checks: [check({ outcome: 'stop' })] },
    'held',
  ],
  ['stop', { checks: [check({ outcome: 'stop' })] }, 'held'],
  ['clinician', { checks: [check({ outcome: 'clinician' })] }, 'held'],
  ['a stop of the cycle before', { cycle: 2, checks: [check({ outcome: 'stop' })] }, 'held'],
  [
    'a stop of the cycle before, and other answers in this one',
    { cycle: 2, checks: [check({ outcome: 'stop' }), check({ cycle: 2, checkedAt: 30 })] },
    'held',
  ],
  [
    'a stop of the cycle before that was cleared',
    { cycle: 2, checks: [check({ outcome: 'stop', clearedAt: 20 })] },
    'check',
  ],
  ['cleared', { checks: [check({ outcome: 'stop', clearedAt: 20 })] }, 'ready'],
  [
    'cleared after symptoms',
    { checks: [check({ outcome: 'stop', clearedAt: 20 })], voidedAt: [15] },
    'ready',
  ],
  [
    'symptoms after the clearing',
    { checks: [check({ outcome: 'stop', clearedAt: 20 })], voidedAt: [21] },
    'check',
  ],
  ['other answers after a stop', { checks: [check({ outcome: 'stop' }), check({ checkedAt: 30 })] }, 'held'],
  ['symptoms after a stop', { checks: [check({ outcome: 'stop' })], voidedAt: [11] }, 'held'],
  ['peak day', { peakDay: TODAY }, 'confirm'],
  ['peak day, answered today', { peakDay: TODAY, checks: [check({ peakDay: TODAY })] }, 'ready'],
  ['peak day, answered yesterday', { peakDay: TODAY, checks: [check({ peakDay: '2026-11-17' })] }, 'confirm'],
  ['peak day, nothing answered', { peakDay: TODAY, checks: [] }, 'check'],
])('%s', (_, some, status) => {
  expect(safetyStatus(facts(some))).toBe(status);
  expect(maySampleStart(facts(some))).toBe(status === 'ready');
  expect(hasValidCheck(facts(some))).toBe(status === 'ready' || status === 'confirm');
});

const anyDay = fc.constantFrom('2026-11-15', '2026-11-16', '2026-11-17', TODAY);
const moment = fc.integer({ min: 1, max: 50 });
const anyCheck = fc.record({
  cycle: fc.constantFrom(1, 2),
  checkedAt: moment,
  outcome: fc.constantFrom(...SAFETY_CHECK_OUTCOMES),
  clearedAt: fc.option(moment),
  peakDay: fc.constantFrom(null, TODAY, '2026-11-17'),
  day: anyDay,
});
const anyFacts: fc.Arbitrary<SafetyFacts> = fc.record({
  cycle: fc.constantFrom(1, 2),
  cycleBeganOn: fc.option(anyDay),
  peakDay: fc.constantFrom(null, TODAY),
  checks: fc.array(anyCheck, { maxLength: 4 }),
  voidedAt: fc.array(moment, { maxLength: 2 }),
});

test('another loss, symptom report, stop, period or peak never lets a sample start', () => {
  fc.assert(
    fc.property(anyFacts, moment, anyCheck, (given, at, another) => {
      if (maySampleStart(given)) return;
      expect(maySampleStart({ ...given, voidedAt: [...given.voidedAt, at] })).toBe(false);
      expect(maySampleStart({ ...given, peakDay: given.peakDay ?? TODAY })).toBe(false);
      const began = { ...given, cycleBeganOn: TODAY };
      expect(maySampleStart(began)).toBe(false);
      const stop = { ...another, clearedAt: null, outcome: 'stop' as const };
      expect(maySampleStart({ ...given, checks: [...given.checks, stop] })).toBe(false);
    }),
    { numRuns: 2_000 },
  );
});

test('neither order nor duplicates of checks matter', () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const otherwise = { ...given, checks: given.checks.toReversed().concat(given.checks) };
      expect(safetyStatus(otherwise)).toBe(safetyStatus(given));
    }),
  );
});

test('once blocked, only a clinician’s clearing unblocks, whatever cycle starts', () => {
  fc.assert(
    fc.property(anyFacts, anyFacts, (given, later) => {
      if (safetyStatus(given) !== 'held') return;
      const since = { ...later, checks: [...given.checks, ...later.checks] };
      expect(safetyStatus(since)).toBe('held');
    }),
  );
});

const HOUR = 60 * 60 * 1000;

test.each<[string, Partial<SafetyCheck>[], string[], boolean]>([
  ['nothing was cleared', [{}], [], false],
  ['a check that blocks, not cleared', [{ outcome: 'stop' }], [], false],
  ['cleared an hour ago', [{ outcome: 'stop', clearedAt: 99 * HOUR }], [], true],
  ['cleared two days ago', [{ outcome: 'stop', clearedAt: 52 * HOUR }], [], false],
  [
    'cleared, and answered again',
    [{ outcome: 'stop', clearedAt: 98 * HOUR }, { checkedAt: 99 * HOUR }],
    [],
    false,
  ],
  [
    'cleared, and an applicator used that day',
    [{ outcome: 'stop', clearedAt: 99 * HOUR }],
    ['2026-11-16'],
    false,
  ],
  ['cleared, and one used before', [{ outcome: 'stop', clearedAt: 99 * HOUR }], ['2026-10-20'], true],
])('%s: whether Home says it was cleared', (_, checks, usedOn, isSaid) => {
  expect(isJustCleared(checks.map(check), usedOn, 100 * HOUR)).toBe(isSaid);
});

const HELD = { ...check({ outcome: 'stop' }), checkedAt: 90 * HOUR, keptBlockedAt: 98 * HOUR };

test.each<[string, (typeof HELD & { clearedAt: number | null })[], boolean]>([
  ['an hour ago', [HELD], true],
  ['more than two days ago', [{ ...HELD, checkedAt: 10 * HOUR, keptBlockedAt: 51 * HOUR }], false],
  ['and cleared since', [{ ...HELD, clearedAt: 99 * HOUR }], false],
  [
    'and answered again since',
    [HELD, { ...HELD, checkedAt: 99 * HOUR, keptBlockedAt: null as never }],
    false,
  ],
])('kept blocked %s: whether Home says so', (_, checks, isSaid) => {
  expect(isKeptBlocked(checks, 100 * HOUR)).toBe(isSaid);
});

test('the page of the safety check says so for as long as it stays blocked', () => {
  const long = { ...HELD, checkedAt: 10 * HOUR, keptBlockedAt: 51 * HOUR };
  expect(keptBlockedAt([long])).toBe(51 * HOUR);
  expect(keptBlockedAt([{ ...long, clearedAt: 60 * HOUR }])).toBeNull();
  expect(keptBlockedAt([long, { ...HELD, checkedAt: 99 * HOUR, keptBlockedAt: null }])).toBeNull();
});
