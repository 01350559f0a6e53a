import type { CareState } from '../care-state/facts.ts';
import type { Answers } from '../onboarding/questionnaire.ts';
import type { ChartLevel } from '../results/level.ts';
import { addDays, type LocalDate } from '../time/day.ts';
import type { Period } from './period.ts';

/** An ovulation test, with the day it was taken as the patient lived it. */
export type OvulationFact = {
  takenOn: LocalDate;
  level: ChartLevel;
  /** Logged while treatment was on hold: it is a measurement, and no start of applicator days. */
  atRest?: boolean;
};
/** Open (`until` is null) while it lasts. */
export type Pause = { from: LocalDate; until: LocalDate | null };

/** All that decides what the cycle says. Every day is one of the patient's own calendar, so that no zone can move it. */
export type CycleFacts = {
  periods: readonly Period[];
  results: readonly OvulationFact[];
  /** As timers and surveys tell it; what no one told is not known. */
  applicatorsUsedOn: readonly LocalDate[];
  pauses: readonly Pause[];
  losses: readonly LocalDate[];
  /** From the questionnaire. */
  statedLength: Answers['menstrual_cycle_length'] | null;
  careState: CareState;
};

/**
 * The facts up to today, without what was withdrawn. Who flies west after an entry finds themself on the day before it;
 * for them today is the day of the entry, because no one's cycle goes backwards. What lies further ahead is a mistake.
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
  // Theirs of this calendar day is the one of the day that they still live.
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
