import type { ChartLevel } from '../results/level.ts';
import { addDays, type LocalDate } from '../time/day.ts';
import type { CycleFacts } from './facts.ts';
import { MIN_LENGTH } from './lengths.ts';
import { cycleStatus, type Next } from './cycle-status.ts';

/** What an ovulation test is, by what was known before it. */
export type AfterTest =
  /** A peak: its first day is today, and today is for the first applicator. */
  | { kind: 'first-day' }
  /** A peak whose first day was yesterday: today is for the second applicator. */
  | { kind: 'second-day'; isFirstUnknown: boolean }
  /** The first applicator is used: the second is for tomorrow. */
  | { kind: 'used-today' }
  /** A peak of a surge whose two days are over. */
  | { kind: 'passed' }
  /** Another surge in the same cycle. */
  | { kind: 'second-surge' }
  /** So late in a cycle that it may have another reason. */
  | { kind: 'late-peak' }
  /** Of a surge that began while treatment rested. */
  | { kind: 'peak-at-rest' }
  /** A high or a low one after a peak: it takes nothing back. */
  | { kind: 'after-peak'; peakOn: LocalDate }
  /** A low one before the day from which a test makes sense, which is null if no date may be shown. */
  | { kind: 'early'; testFrom: LocalDate | null }
  /** Outside treatment nothing is asked. */
  | { kind: 'at-rest' }
  | { kind: 'plain' };

type Test = { takenOn: LocalDate; level: ChartLevel };

/** `facts` may hold the test already: told twice, it is one. */
export function afterTest(facts: CycleFacts, test: Test, today: LocalDate): AfterTest {
  if (facts.careState !== 'treatment') return { kind: 'at-rest' };
  const { next, askCoach } = cycleStatus({ ...facts, results: [...facts.results, test] }, today);
  if (test.level === 'peak') {
    if (askCoach.includes('second-surge')) return { kind: 'second-surge' };
    if (askCoach.includes('late-peak')) return { kind: 'late-peak' };
    if (askCoach.includes('peak-at-rest')) return { kind: 'peak-at-rest' };
    return afterPeak(next, askCoach.includes('yesterday-unused'));
  }
  if (test.level === 'invalid') return { kind: 'plain' };
  const peakOn = HAS_PEAK.has(next) ? lastPeak(facts, test.takenOn) : null;
  if (peakOn) return { kind: 'after-peak', peakOn };
  const then = cycleStatus(facts, test.takenOn);
  const isEarly = test.level === 'low' && then.next === 'wait-to-test';
  return isEarly ? { kind: 'early', testFrom: then.dates?.testFrom ?? null } : { kind: 'plain' };
}

function afterPeak(next: Next, isFirstUnknown: boolean): AfterTest {
  if (next === 'first-applicator') return { kind: 'first-day' };
  if (next === 'second-applicator') return { kind: 'second-day', isFirstUnknown };
  return { kind: next === 'applicator-tomorrow' ? 'used-today' : 'passed' };
}

/** What comes next in a cycle with a peak. */
const HAS_PEAK = new Set<Next>([
  'first-applicator',
  'second-applicator',
  'applicator-tomorrow',
  'after-applicators',
]);

/** The peak before, or of the same day; one of so long ago is of another cycle. */
function lastPeak({ results }: CycleFacts, day: LocalDate): LocalDate | null {
  const days = results.filter(({ level }) => level === 'peak').map(({ takenOn }) => takenOn);
  return (
    days
      .filter((one) => one <= day && one > addDays(day, -MIN_LENGTH))
      .sort()
      .at(-1) ?? null
  );
}
