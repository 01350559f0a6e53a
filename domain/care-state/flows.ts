import type { CareState } from './facts.ts';

/** What an old link or an address can open at any time, and what takes answers. */
export const FLOWS = [
  'before-treatment',
  'applicator',
  'safety-check',
  'ovulation-test',
  'pregnancy-test',
  'period',
] as const;
export type Flow = (typeof FLOWS)[number];

/** Why a flow has no place now. */
export type NotNow = Exclude<CareState, 'treatment'> | 'early' | 'done';

/** Where a patient stands, and the stage that their plan is at; null where the plan did not load, which closes nothing. */
type Place = { state: CareState; stage: number | null };

type Opens = {
  /** Stages of treatment in which it takes answers, the first and the last. */
  stages: readonly [from: number, to: number];
  /** It takes answers in every other care state too: what happened can always be told. */
  outsideTreatment: boolean;
};

/**
 * A safety check can be answered before its stage: a doubt that comes early leaves time for a call. A test or a period can always
 * be logged: a positive before treatment, or in a pause, is what the care team has to know.
 */
const OPENS: Record<Flow, Opens> = {
  'before-treatment': { stages: [2, 3], outsideTreatment: false },
  applicator: { stages: [3, 3], outsideTreatment: false },
  'safety-check': { stages: [1, 4], outsideTreatment: false },
  'ovulation-test': { stages: [1, 4], outsideTreatment: true },
  'pregnancy-test': { stages: [1, 4], outsideTreatment: true },
  period: { stages: [1, 4], outsideTreatment: true },
};

/** Null where the flow takes answers. Whatever was used can still be reported (`REPORTED_FOR_DAYS`). */
export function notNow(flow: Flow, { state, stage }: Place): NotNow | null {
  const { stages, outsideTreatment } = OPENS[flow];
  if (state !== 'treatment') return outsideTreatment ? null : state;
  if (stage === null) return null;
  if (stage < stages[0]) return 'early';
  return stage > stages[1] ? 'done' : null;
}

/** An applicator of so many days can still be reported where the survey has no place. */
export const REPORTED_FOR_DAYS = 14;
