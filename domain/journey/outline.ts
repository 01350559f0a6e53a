import type { StageOutline, Step } from './types.ts';

// The stages and phases by name. That is enough to show where a patient is, so a first visit can show it
// before the texts and actions of stage-1.ts to stage-4.ts have loaded.

export const YOUR_PLAN_OUTLINE = {
  id: 'your-plan',
  number: 1,
  title: 'Your Plan',
  phases: [
    { id: 'welcome', number: 1, title: 'Welcome to your plan', image: 'welcome' },
    { id: 'consultation-prep', number: 2, title: 'Your first consultation', image: 'consultation-prep' },
  ],
} as const satisfies StageOutline;

export const PREPARE_OUTLINE = {
  id: 'prepare',
  number: 2,
  title: 'Prepare',
  phases: [
    { id: 'optimize', number: 1, title: 'Get ready for your first cycle', image: 'optimize' },
    { id: 'consultation', number: 2, title: 'Meet your Clinical Coach', image: 'consultation' },
  ],
} as const satisfies StageOutline;

export const TREATMENT_OUTLINE = {
  id: 'treatment',
  number: 3,
  title: 'Treatment',
  numberOfCycles: 3,
  phases: [
    { id: 'ovulation', number: 1, title: 'Track your ovulation', image: 'ovulation' },
    { id: 'abstinence', number: 2, title: 'Plan for the sample', image: 'abstinence' },
    { id: 'applicators', number: 3, title: 'Use your applicators', image: 'applicators' },
    { id: 'testing', number: 4, title: 'Wait, then test', image: 'testing' },
  ],
} as const satisfies StageOutline;

export const AFTER_TREATMENT_OUTLINE = {
  id: 'after-treatment',
  number: 4,
  title: 'After Treatment',
  phases: [{ id: 'post-treatment', number: 1, title: 'Your treatment review', image: 'post-treatment' }],
} as const satisfies StageOutline;

export const JOURNEY_OUTLINE: readonly StageOutline[] = [
  YOUR_PLAN_OUTLINE,
  PREPARE_OUTLINE,
  TREATMENT_OUTLINE,
  AFTER_TREATMENT_OUTLINE,
];

/** 1 to N. Empty for a stage without cycles. */
export function cyclesOf({ numberOfCycles = 0 }: StageOutline): number[] {
  return Array.from({ length: numberOfCycles }, (_, index) => index + 1);
}

/** A stage's steps in order. */
export function stepsOf<S extends StageOutline>(stage: S): Step<S>[] {
  const cycles = stage.numberOfCycles === undefined ? [null] : cyclesOf(stage);
  return cycles.flatMap((cycle) => stage.phases.map((phase) => ({ stage, phase, cycle })));
}
