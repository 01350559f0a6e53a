import type { ExternalLink } from './external-links.ts';
import type { PhaseId } from './phase-ids.ts';

export type StageId = 'your-plan' | 'prepare' | 'treatment' | 'after-treatment';

export type { PhaseId } from './phase-ids.ts';

/** A call with the clinician. Booking, joining and notes all use this name. */
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
  /** Opens the clinician's notes about this call. */
  notesReference?: Consultation;
  linkTo?: ActionLink;
  /** Locked until its link is known. */
  locked?: true;
  lockedText?: string;
};

/** A phase's name, without its words and actions. */
export type PhaseOutline = {
  id: PhaseId;
  number: number;
  title: string;
  /** The name of an illustration. A phase has the same one everywhere. */
  image: PhaseId | AfterwardsPicture;
};

/** The words after treatment differ from patient to patient. */
export type AfterwardsPicture = 'afterwards-pregnant' | 'afterwards-cycles' | 'afterwards-finished';

export type Phase = PhaseOutline & {
  description: string;
  hint?: string;
  redirectAfterPath?: PagePath;
  actions: readonly Action[];
};

export type StageOutline = {
  id: StageId;
  number: number;
  title: string;
  numberOfCycles?: number;
  phases: readonly PhaseOutline[];
};

export type Stage = Omit<StageOutline, 'phases'> & { description: string; phases: readonly Phase[] };

/** One step of the plan: a phase, and its cycle if the stage has cycles. */
export type Step<S extends StageOutline = Stage> = {
  stage: S;
  phase: S['phases'][number];
  cycle: number | null;
};
