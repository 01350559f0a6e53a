import type { LocalDate } from '../time/day.ts';
import type { ApplicatorsOfCycle } from './facts.ts';

/** A cap that went in by the timer, or a survey that tells of one. */
export type Use = { cycle: number; on: LocalDate; isSurvey: boolean };

const APPLICATORS = 2;

/** Of a treatment cycle. A cap that was put in twice on a day was one applicator. */
export function applicatorsOf(uses: readonly Use[], cycle: number): ApplicatorsOfCycle {
  const ofCycle = uses.filter((use) => use.cycle === cycle);
  const surveysSent = ofCycle.filter(({ isSurvey }) => isSurvey).length;
  const timed = new Set(ofCycle.filter(({ isSurvey }) => !isSurvey).map(({ on }) => on)).size;
  return {
    usedOn: [...new Set(ofCycle.map(({ on }) => on))].sort(),
    surveysSent,
    untold: Math.max(0, Math.min(timed, APPLICATORS) - surveysSent),
  };
}
