import type { ExternalLink } from './external-links.ts';
import type { PhaseId } from './phase-ids.ts';

export type StageId = 'your-plan' | 'prepare' | 'treatment' | 'after-treatment';

export type { PhaseId } from './phase-ids.ts';

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

/** A phase by name, without what is said and done in it. */
export type PhaseOutline = {
  id: PhaseId;
  number: number;
  title: string;
  /** The name of an illustration: a phase keeps its picture wherever it appears. */
  image: PhaseId | AfterwardsPicture;
};

/** What comes after treatment is not the same for everyone. */
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

/** One step of the way: a phase, in a cycle where its stage has cycles. */
export type Step<S extends StageOutline = Stage> = {
  stage: S;
  phase: S['phases'][number];
  cycle: number | null;
};
