import type { ChartLevel } from '../results/level.ts';
import { addDays, type LocalDate } from '../time/day.ts';
import type { CycleFacts } from './facts.ts';
import { MIN_LENGTH } from './lengths.ts';
import { cycleStatus, type Next } from './cycle-status.ts';

/** What an ovulation test means, given what was known before it. */
export type AfterTest =
  /** A peak on its first day: the first applicator is for today. */
  | { kind: 'first-day' }
  /** A peak whose first day was yesterday: the second applicator is for today. */
  | { kind: 'second-day'; isFirstUnknown: boolean }
  /** The first applicator is used: the second is for tomorrow. */
  | { kind: 'used-today' }
  /** A peak in a surge whose two days are over. */
  | { kind: 'passed' }
  /** Another surge in the same cycle. */
  | { kind: 'second-surge' }
  /** So late in a cycle that the peak may have another reason. */
  | { kind: 'late-peak' }
  /** Part of a surge that began while treatment was on hold. */
  | { kind: 'peak-at-rest' }
  /** A high or low result after a peak. It changes nothing. */
  | { kind: 'after-peak'; peakOn: LocalDate }
  /** A low result before the day when testing makes sense. The day is null if no date may be shown. */
  | { kind: 'early'; testFrom: LocalDate | null }
  /** Outside treatment, the patient has nothing to do. */
  | { kind: 'at-rest' }
  | { kind: 'plain' };

type Test = { takenOn: LocalDate; level: ChartLevel };

/** `facts` may already include the test. Given twice, it counts once. */
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

/** The next step in a cycle with a peak. */
const HAS_PEAK = new Set<Next>([
  'first-applicator',
  'second-applicator',
  'applicator-tomorrow',
  'after-applicators',
]);

/** The previous peak, or one on the same day. An old one belongs to another cycle. */
function lastPeak({ results }: CycleFacts, day: LocalDate): LocalDate | null {
  const days = results.filter(({ level }) => level === 'peak').map(({ takenOn }) => takenOn);
  return (
    days
      .filter((one) => one <= day && one > addDays(day, -MIN_LENGTH))
      .sort()
      .at(-1) ?? null
  );
}
