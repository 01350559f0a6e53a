import type { CareState } from './facts.ts';

/** Pages that an old link can open at any time, and that accept answers. */
export const FLOWS = [
  'before-treatment',
  'applicator',
  'safety-check',
  'ovulation-test',
  'pregnancy-test',
  'period',
] as const;
export type Flow = (typeof FLOWS)[number];

/** Why a flow is not available now. */
export type NotNow = Exclude<CareState, 'treatment'> | 'early' | 'done';

/** The patient's care state and current stage; null if the plan did not load, which closes nothing. */
type Place = { state: CareState; stage: number | null };

type Opens = {
  /** The first and last treatment stage in which it accepts answers. */
  stages: readonly [from: number, to: number];
  /** It accepts answers in every other care state too: past events can always be reported. */
  outsideTreatment: boolean;
};

/**
 * A safety check can be answered early: an early doubt leaves time for a call. A test or a period can
 * always be logged: the care team has to know about a positive before treatment or during a pause.
 */
const OPENS: Record<Flow, Opens> = {
  'before-treatment': { stages: [2, 3], outsideTreatment: false },
  applicator: { stages: [3, 3], outsideTreatment: false },
  'safety-check': { stages: [1, 4], outsideTreatment: false },
  'ovulation-test': { stages: [1, 4], outsideTreatment: true },
  'pregnancy-test': { stages: [1, 4], outsideTreatment: true },
  period: { stages: [1, 4], outsideTreatment: true },
};

/** Null if the flow accepts answers. A used applicator can still be reported (`REPORTED_FOR_DAYS`). */
export function notNow(flow: Flow, { state, stage }: Place): NotNow | null {
  const { stages, outsideTreatment } = OPENS[flow];
  if (state !== 'treatment') return outsideTreatment ? null : state;
  if (stage === null) return null;
  if (stage < stages[0]) return 'early';
  return stage > stages[1] ? 'done' : null;
}

/** An applicator from this many days ago can still be reported when the survey is closed. */
export const REPORTED_FOR_DAYS = 14;
