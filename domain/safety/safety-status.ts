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
  /** The peak day its answers are for. */
  peakDay: LocalDate | null;
  /** The patient's local day when it was answered or cleared. */
  day: LocalDate;
};
export type SafetyFacts = {
  /** The current treatment cycle. */
  cycle: number;
  /** The first day of the last period; null if none is known. */
  cycleBeganOn: LocalDate | null;
  /** Today, if it is a peak day. */
  peakDay: LocalDate | null;
  /** About the current applicator user. */
  checks: readonly SafetyCheck[];
  /** Losses, pregnancies and symptom reports: anything answered or cleared before them no longer counts. */
  voidedAt: readonly Instant[];
};
/**
 * The possible states: all questions are open, the peak day's questions are open, a clinician has to clear
 * it, or nothing is in the way.
 */
export const SAFETY_STATUSES = ['check', 'confirm', 'held', 'ready'] as const;
export type SafetyStatus = (typeof SAFETY_STATUSES)[number];

/**
 * Only `ready` allows the sample's timer to start. Nothing else is blocked: caps, instructions, removal and
 * advice stay available.
 */
export function safetyStatus(facts: SafetyFacts): SafetyStatus {
  // Only a clinician clears it. Other answers, a symptom report or the next cycle don't.
  if (facts.checks.some(({ outcome, clearedAt }) => outcome !== 'ready' && clearedAt === null)) return 'held';
  const valid = facts.checks.filter((check) => check.cycle === facts.cycle && isValid(check, facts));
  if (valid.length === 0) return 'check';
  const isConfirmed = facts.peakDay === null || valid.some(({ peakDay }) => peakDay === facts.peakDay);
  return isConfirmed ? 'ready' : 'confirm';
}

/** Home shows a clinician's decision about a check for this long. */
const DECISION_IS_NEWS = 48 * 60 * MINUTE;

/**
 * A clinician cleared a check recently, and the patient has not answered another one or used an applicator
 * since.
 */
export const isJustCleared = (
  checks: readonly SafetyCheck[],
  usedOn: readonly LocalDate[],
  now: Instant,
): boolean =>
  checks.some(
    ({ clearedAt, day }) =>
      clearedAt !== null &&
      now - clearedAt < DECISION_IS_NEWS &&
      checks.every(({ checkedAt }) => checkedAt < clearedAt) &&
      usedOn.every((used) => used < day),
  );

type Decided = SafetyCheck & { keptBlockedAt: Instant | null };

/** When a clinician read the answers and left the check blocked; null if not, or if it was answered again since. */
export const keptBlockedAt = (checks: readonly Decided[]): Instant | null =>
  checks.find(
    ({ clearedAt, keptBlockedAt: at }) =>
      clearedAt === null && at !== null && checks.every(({ checkedAt }) => checkedAt < at),
  )?.keptBlockedAt ?? null;

/** The same as `keptBlockedAt`, but only while it is news. */
export function isKeptBlocked(checks: readonly Decided[], now: Instant): boolean {
  const at = keptBlockedAt(checks);
  return at !== null && now - at < DECISION_IS_NEWS;
}

/** A check still counts, so on peak day that day's questions are enough. */
export const hasValidCheck = (facts: SafetyFacts): boolean =>
  ['ready', 'confirm'].includes(safetyStatus(facts));

/** Valid for one cycle only. A later period starts another. */
const isValid = (
  { checkedAt, clearedAt, day }: SafetyCheck,
  { cycleBeganOn, voidedAt }: SafetyFacts,
): boolean =>
  (cycleBeganOn === null || cycleBeganOn <= day) &&
  voidedAt.every((moment) => moment < (clearedAt ?? checkedAt));
