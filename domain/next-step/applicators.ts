import type { LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import { CAP_LIMIT } from '../treatment-day/treatment-day.ts';
import type { ApplicatorsOfCycle } from './facts.ts';

/** A cap that went in by the timer, or a survey that tells of one. */
export type Use = {
  cycle: number;
  on: LocalDate;
  /** When the cap went in; null where a survey tells of it, which knows the day alone. */
  capInAt: Instant | null;
};

const APPLICATORS = 2;

/**
 * Of a treatment cycle. A cap that was put in twice on a day was one applicator. Nobody is asked how it went while the cap may be
 * in: `isCapKnown` where this device was told what the others know.
 */
export function applicatorsOf(
  uses: readonly Use[],
  cycle: number,
  { isCapKnown, now }: { isCapKnown: boolean; now: Instant },
): ApplicatorsOfCycle {
  const ofCycle = uses.filter((use) => use.cycle === cycle);
  const surveysSent = ofCycle.filter(({ capInAt }) => capInAt === null).length;
  const timed = new Set(
    ofCycle
      .filter(({ capInAt }) => capInAt !== null && (isCapKnown || capInAt + CAP_LIMIT <= now))
      .map(({ on }) => on),
  ).size;
  return {
    usedOn: [...new Set(ofCycle.map(({ on }) => on))].sort(),
    surveysSent,
    unreported: Math.max(0, Math.min(timed, APPLICATORS) - surveysSent),
  };
}
