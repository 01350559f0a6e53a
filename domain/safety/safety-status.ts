import type { LocalDate } from '../time/day.ts';
import { MINUTE, type Instant } from '../time/instant.ts';
import type { SafetyOutcome } from './safety-outcome.ts';

export type SafetyCheck = {
  /** The treatment cycle in which it was answered. */
  cycle: number;
  checkedAt: Instant;
  outcome: SafetyOutcome;
  /** When a clinician cleared it. */
  clearedAt: Instant | null;
  /** The peak day whose questions it answers. */
  peakDay: LocalDate | null;
  /** On which it was answered, or cleared, as the patient lived it. */
  day: LocalDate;
};
export type SafetyFacts = {
  /** Of treatment: the one that is under way. */
  cycle: number;
  /** The first day of the last period; null where none is known. */
  cycleBeganOn: LocalDate | null;
  /** Today, where it is a peak day. */
  peakDay: LocalDate | null;
  /** About whoever uses the applicator now. */
  checks: readonly SafetyCheck[];
  /** Losses, pregnancies and reports of symptoms: what was answered or cleared before them says nothing any more. */
  voidedAt: readonly Instant[];
};
/** All questions are to be answered; those of the peak day are; a clinician holds it back; nothing is in the way. */
export const SAFETY_STATUSES = ['check', 'confirm', 'held', 'ready'] as const;
export type SafetyStatus = (typeof SAFETY_STATUSES)[number];

/** Whether the sample's timer may start. Nothing else may be held back by it: no cap, no instruction, no removal, no advice. */
export const maySampleStart = (facts: SafetyFacts): boolean => safetyStatus(facts) === 'ready';

export function safetyStatus(facts: SafetyFacts): SafetyStatus {
  // Other answers do not clear it, nor does a report of symptoms or the next cycle: a clinician does.
  if (facts.checks.some(({ outcome, clearedAt }) => outcome !== 'ready' && clearedAt === null)) return 'held';
  const valid = facts.checks.filter((check) => check.cycle === facts.cycle && isValid(check, facts));
  if (valid.length === 0) return 'check';
  const isConfirmed = facts.peakDay === null || valid.some(({ peakDay }) => peakDay === facts.peakDay);
  return isConfirmed ? 'ready' : 'confirm';
}

/** So long Home says that a check was cleared. */
const CLEARED_IS_NEWS = 48 * 60 * MINUTE;

/** A clinician cleared a check in these days, and the patient has not answered another one or used an applicator since. */
export const isJustCleared = (
  checks: readonly SafetyCheck[],
  usedOn: readonly LocalDate[],
  now: Instant,
): boolean =>
  checks.some(
    ({ clearedAt, day }) =>
      clearedAt !== null &&
      now - clearedAt < CLEARED_IS_NEWS &&
      checks.every(({ checkedAt }) => checkedAt < clearedAt) &&
      usedOn.every((used) => used < day),
  );

/** There is a check that still counts, so that on peak day the questions of that day are enough. */
export const hasValidCheck = (facts: SafetyFacts): boolean =>
  ['ready', 'confirm'].includes(safetyStatus(facts));

/** For one cycle: a period that began later began another one. */
const isValid = (
  { checkedAt, clearedAt, day }: SafetyCheck,
  { cycleBeganOn, voidedAt }: SafetyFacts,
): boolean =>
  (cycleBeganOn === null || cycleBeganOn <= day) &&
  voidedAt.every((moment) => moment < (clearedAt ?? checkedAt));
