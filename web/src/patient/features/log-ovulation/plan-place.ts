import type { ComponentType } from 'react';
import type { PeakWhileHeld } from '@domain/copy/peak-while-held.ts';
import type { PeakWithoutKit } from '@domain/copy/peak-without-kit.ts';
import type { AfterTest } from '@domain/cycle/after-test.ts';
import type { NextStepAction } from '@domain/next-step/facts.ts';
import type { ButtonLook } from '@/components/action/button.tsx';

/** Where the plan is, by what a peak could change in it; `unknown` also if nothing is asked. */
export type PlanPlace =
  | 'before-treatment'
  | 'before-applicators'
  | 'applicators'
  | 'after-treatment'
  | 'unknown';

/** The button that moves the plan on, and opens the step that it names. */
export type MoveOnButton = ComponentType<{ look?: ButtonLook; opens: boolean }>;

/** 'I need an answer today', for whom the safety check blocks treatment. */
export type AnswerTodayButton = ComponentType;

/** What a test is in the patient's cycle. */
export type Judged = {
  after: AfterTest;
  /** Of a peak: what comes next, as Home says it; null where that is no applicator of today. */
  next: NextStepAction | null;
  /** What a peak says while the safety check blocks treatment; null where it does not. */
  held: PeakWhileHeld | null;
  /** What a peak says while there is no kit to take an applicator from; null where there is. */
  withoutKit: PeakWithoutKit | null;
  /** Of a high: what anyone who gives the sample keeps to. */
  abstinence: string | null;
};
