import type { CycleStatus, Next } from '../cycle/cycle-status.ts';
import { daysBetween, type LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import { CAP_LIMIT } from '../treatment-day/treatment-day.ts';
import type { ApplicatorsOfCycle } from './facts.ts';

/** A cap reported by a timer or a survey. */
export type Use = {
  cycle: number;
  on: LocalDate;
  /** When the cap went in; null if a survey reported it, which only has the day. */
  capInAt: Instant | null;
  /** When the survey was sent; null for a timer. */
  reportedAt: Instant | null;
};

const APPLICATORS = 2;

/**
 * The applicators used in a treatment cycle. A cap put in twice on a day was one applicator. No one is
 * asked how it went while the cap may be in: `isCapKnown` if this device has the other devices' events.
 */
export function applicatorsOf(
  uses: readonly Use[],
  cycle: number,
  { isCapKnown, now }: { isCapKnown: boolean; now: Instant },
): ApplicatorsOfCycle {
  const ofCycle = uses.filter((use) => use.cycle === cycle);
  const surveys = ofCycle.filter(({ capInAt }) => capInAt === null);
  const isOver = ({ capInAt }: Use) => capInAt !== null && (isCapKnown || capInAt + CAP_LIMIT <= now);
  const unreported = withoutSurvey(ofCycle.filter(isOver), surveys);
  return {
    usedOn: [...new Set(ofCycle.map(({ on }) => on))].sort(),
    surveysSent: surveys.length,
    unreported: Math.max(0, Math.min(unreported, APPLICATORS - surveys.length)),
  };
}

/** A survey may name another day than its timer, but none was sent before its cap went in. */
function withoutSurvey(timed: readonly Use[], surveys: readonly Use[]): number {
  const firstOfDay = new Map<LocalDate, Instant>();
  for (const { on, capInAt } of timed)
    firstOfDay.set(on, Math.min(capInAt ?? Infinity, firstOfDay.get(on) ?? Infinity));
  const sent = surveys.map(({ reportedAt }) => reportedAt ?? Infinity).sort((a, b) => b - a);
  const covered = [...firstOfDay.values()]
    .sort((a, b) => b - a)
    .reduce((count, capInAt) => ((sent[count] ?? -Infinity) >= capInAt ? count + 1 : count), 0);
  return firstOfDay.size - covered;
}

/** The applicators still to be used in a cycle, based only on its tests. */
export const APPLICATOR_AHEAD: ReadonlySet<Next> = new Set<Next>([
  'first-applicator',
  'second-applicator',
  'applicator-tomorrow',
]);
const DAYS_OF_A_PEAK = 2;

/** The days the tests alone ask for. Empty without a peak. */
const WITHOUT_A_PEAK: ReadonlySet<Next> = new Set<Next>([
  'log-period',
  'wait-to-test',
  'test',
  'no-peak-yet',
]);
/** Without a logged period, an older use may belong to the previous cycle. */
const NO_PERIOD_DAYS = 14;

/**
 * Used applicators count, whatever the tests show. Two reports are two applicators, even on one day, so that
 * nothing asks for a third. An older day belongs to a previous peak or cycle.
 */
export function afterReports(
  status: CycleStatus,
  { usedOn, surveysSent }: Pick<ApplicatorsOfCycle, 'usedOn' | 'surveysSent'>,
  today: LocalDate,
): CycleStatus {
  if (WITHOUT_A_PEAK.has(status.next)) return withoutPeak(status, { usedOn, surveysSent }, today);
  const before = usedOn.filter((day) => daysBetween(day, today) > DAYS_OF_A_PEAK);
  const areBothOfThisPeak = surveysSent - before.length >= APPLICATORS && usedOn.length > before.length;
  return areBothOfThisPeak && APPLICATOR_AHEAD.has(status.next)
    ? { ...status, next: 'after-applicators' }
    : status;
}

/** The second applicator is for the day after the first, even if the patient logged no peak. */
function withoutPeak(
  status: CycleStatus,
  { usedOn, surveysSent }: Pick<ApplicatorsOfCycle, 'usedOn' | 'surveysSent'>,
  today: LocalDate,
): CycleStatus {
  if (status.gate === 'overdue' || status.askCoach.length > 0) return status;
  const days = status.day === null ? NO_PERIOD_DAYS : status.day;
  const ofCycle = usedOn.filter((day) => day <= today && daysBetween(day, today) <= days);
  const last = ofCycle.at(-1);
  if (last === undefined) return status;
  const ago = daysBetween(last, today);
  const isSecondAhead = ofCycle.length < APPLICATORS && surveysSent < APPLICATORS && ago < DAYS_OF_A_PEAK;
  if (!isSecondAhead) return { ...status, next: 'after-applicators' };
  return { ...status, next: ago === 0 ? 'applicator-tomorrow' : 'second-applicator' };
}
