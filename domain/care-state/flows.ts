import type { CareState } from './facts.ts';

/** The surveys that an old link or an address can open at any time. */
export type Survey = 'before-treatment' | 'applicator';

/** Why a survey has no place now. */
export type NotNow = Exclude<CareState, 'treatment'> | 'early' | 'done';

/** Where a patient stands, and the stage that their plan is at; null where the plan did not load, which closes nothing. */
type Place = { state: CareState; stage: number | null };

const OPENS_FROM: Record<Survey, number> = { 'before-treatment': 2, applicator: 3 };
const TREATMENT = 3;

/** Null where the survey opens. Whatever was used can still be reported (`REPORTED_FOR_DAYS`). */
export function notNow(survey: Survey, { state, stage }: Place): NotNow | null {
  if (state !== 'treatment') return state;
  if (stage === null) return null;
  if (stage < OPENS_FROM[survey]) return 'early';
  return stage > TREATMENT ? 'done' : null;
}

/** An applicator of so many days can still be reported where the survey has no place. */
export const REPORTED_FOR_DAYS = 14;
