import type { ComponentType } from 'react';
import type { AfterTest } from '@domain/cycle/after-test.ts';
import type { NextStepAction } from '@domain/next-step/facts.ts';
import type { ButtonLook } from '@/components/action/button.tsx';

/** Where the plan is, by what a peak could change in it; `unknown` also where nothing is asked. */
export type PlanPlace =
  | 'before-treatment'
  | 'before-applicators'
  | 'applicators'
  | 'after-treatment'
  | 'unknown';

/** The button that moves the plan on; it says when it has. */
export type MoveOnButton = ComponentType<{ look?: ButtonLook; onMoved: () => void }>;

/** What a test is in the patient's cycle. */
export type Judged = {
  after: AfterTest;
  /** Of a peak: what comes next, as Home says it; null where that is no applicator of today. */
  next: NextStepAction | null;
  /** Of a peak: what has to happen before an applicator. */
  warning: string | null;
  /** Of a high: what whoever gives the sample keeps to. */
  abstinence: string | null;
};
