import type { ExternalLink } from './external-links.ts';

export type StageId = 'your-plan' | 'prepare' | 'treatment' | 'after-treatment';

export type PhaseId =
  | 'welcome'
  | 'consultation-prep'
  | 'optimize'
  | 'consultation'
  | 'ovulation'
  | 'abstinence'
  | 'applicators'
  | 'testing'
  | 'post-treatment';

/** A call with the clinician: booked, joined and written up under one name. */
export type Consultation = 'initial-consultation' | 'post-treatment-review';

export type PagePath = `/${string}`;

export type ActionType = 'task' | 'learn' | 'other';

export type ActionLink =
  | { kind: 'page'; path: PagePath }
  | { kind: 'external'; key: ExternalLink }
  | { kind: 'join'; appointmentType: Consultation }
  | { kind: 'tracking' };

export type Action = {
  id: string;
  type: ActionType;
  title: string;
  description: string;
  /** Opens what the clinician wrote about this call. */
  notesReference?: Consultation;
  linkTo?: ActionLink;
  /** Stays locked until the address it leads to is known. */
  locked?: true;
  lockedText?: string;
};

export type Phase = {
  id: PhaseId;
  number: number;
  title: string;
  description: string;
  /** The name of an illustration: a phase keeps its picture wherever it appears. */
  image: PhaseId;
  hint?: string;
  redirectAfterPath?: PagePath;
  actions: readonly Action[];
};

export type Stage = {
  id: StageId;
  number: number;
  title: string;
  description: string;
  numberOfCycles?: number;
  phases: readonly Phase[];
};

/** One step of the way: a phase, in a cycle where its stage has cycles. */
export type Step = { stage: Stage; phase: Phase; cycle: number | null };
