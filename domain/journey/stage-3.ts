import { TRACKING_PHASES } from './stage-3-tracking.ts';
import { KIT_PHASES } from './stage-3-kit.ts';
import type { Stage } from './types.ts';

export const TREATMENT: Stage = {
  id: 'treatment',
  number: 3,
  title: 'Treatment',
  description: 'Up to three cycles at home, each with two applicators on consecutive days.',
  numberOfCycles: 3,
  phases: [...TRACKING_PHASES, ...KIT_PHASES],
};
