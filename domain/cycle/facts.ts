import type { CareState } from '../care-state/facts.ts';
import type { Answers } from '../onboarding/questionnaire.ts';
import type { ChartLevel } from '../results/level.ts';
import { addDays, type LocalDate } from '../time/day.ts';
import type { Period } from './period.ts';

/** An ovulation test, with its day in the patient's own calendar. */
export type OvulationFact = {
  takenOn: LocalDate;
  level: ChartLevel;
  /** Logged while treatment was on hold. It counts as a measurement, but starts no applicator days. */
  atRest?: boolean;
};
/** `until` is null while it lasts. */
export type Pause = { from: LocalDate; until: LocalDate | null };

/**
 * Every fact that decides the cycle status. Each day is in the patient's own calendar, so that no zone can
 * move it.
 */
export type CycleFacts = {
  periods: readonly Period[];
  results: readonly OvulationFact[];
  /** Reported by timers and surveys. Unreported applicators are unknown. */
  applicatorsUsedOn: readonly LocalDate[];
  pauses: readonly Pause[];
  losses: readonly LocalDate[];
  /** From the questionnaire. */
  statedLength: Answers['menstrual_cycle_length'] | null;
  careState: CareState;
};

/**
 * The facts up to today, without withdrawn ones. Someone who flies west after an entry is back on the day
 * before it. For them, the day of the entry counts as today, because a cycle never goes backward. Anything
 * further ahead is a mistake.
 */
export function known(facts: CycleFacts, today: LocalDate): { facts: CycleFacts; today: LocalDate } {
  const periods = facts.periods.filter(({ withdrawn }) => !withdrawn);
  const tomorrow = addDays(today, 1);
  const entries = [
    ...periods.map(({ day }) => day),
    ...facts.results.map(({ takenOn }) => takenOn),
    ...facts.applicatorsUsedOn,
  ];
  const until = entries.includes(tomorrow) ? tomorrow : today;
  // An applicator used on today's date belongs to the day the patient is still living.
  const usedOn = facts.applicatorsUsedOn.map((day) => (day === today ? until : day));
  return {
    today: until,
    facts: {
      ...facts,
      periods: periods.filter(({ day }) => day <= until),
      results: facts.results.filter(({ takenOn }) => takenOn <= until),
      applicatorsUsedOn: [...new Set(usedOn.filter((day) => day <= until))],
    },
  };
}
