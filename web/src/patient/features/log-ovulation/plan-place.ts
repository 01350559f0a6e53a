import type { ComponentType } from 'react';
import type { PeakWhileHeld } from '@domain/copy/peak-while-held.ts';
import type { PeakWithoutKit } from '@domain/copy/peak-without-kit.ts';
import type { AfterTest } from '@domain/cycle/after-test.ts';
import type { NextStepAction } from '@domain/next-step/facts.ts';
import type { ButtonLook } from '@/components/action/button.tsx';

/** The plan's place, as far as a peak could change it. `unknown` also if the plan has no tasks. */
export type PlanPlace =
  | 'before-treatment'
  | 'before-applicators'
  | 'applicators'
  | 'after-treatment'
  | 'unknown';

/** The button that moves the plan on, and opens the step that it names. */
export type MoveOnButton = ComponentType<{ look?: ButtonLook; opens: boolean }>;

/** 'I need an answer today', for a patient blocked by the safety check. */
export type AnswerTodayButton = ComponentType;

/** What a test means in the patient's cycle. */
export type Judged = {
  after: AfterTest;
  /** For a peak: the next step as Home words it. Null if there is no applicator today. */
  next: NextStepAction | null;
  /** For a peak while the safety check blocks treatment. Null if it doesn't. */
  held: PeakWhileHeld | null;
  /** For a peak without a kit. Null if there is one. */
  withoutKit: PeakWithoutKit | null;
  /** For a high: the advice for the person who provides the sample. */
  abstinence: string | null;
};
