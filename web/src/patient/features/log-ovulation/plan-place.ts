import type { ComponentType } from 'react';

/** Where the plan is, by what a peak could change in it; `unknown` also where nothing is asked. */
export type PlanPlace =
  | 'before-treatment'
  | 'before-applicators'
  | 'applicators'
  | 'after-treatment'
  | 'unknown';

/** The button that moves the plan on; it says when it has. */
export type MoveOnButton = ComponentType<{ onMoved: () => void }>;
