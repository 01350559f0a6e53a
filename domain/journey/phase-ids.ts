/** In the order of the plan. */
export const PHASE_IDS = [
  'welcome',
  'consultation-prep',
  'optimize',
  'consultation',
  'ovulation',
  'abstinence',
  'applicators',
  'testing',
  'post-treatment',
] as const;
export type PhaseId = (typeof PHASE_IDS)[number];
