import { TRACKING_PHASES } from './stage-3-tracking.ts';
import { KIT_PHASES } from './stage-3-kit.ts';
import { TREATMENT_OUTLINE } from './outline.ts';
import type { Stage } from './types.ts';

export const TREATMENT: Stage = {
  ...TREATMENT_OUTLINE,
  description: 'Up to three cycles at home, each with two applicators on consecutive days.',
  phases: [...TRACKING_PHASES, ...KIT_PHASES],
};
