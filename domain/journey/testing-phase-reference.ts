import { callOf } from './call-of.ts';
import { JOURNEY } from './definition.ts';
import type { PhaseId } from './types.ts';

type PhaseReference = {
  phaseId: PhaseId;
  stageNumber: number;
  phaseNumber: number;
  hasCycles: boolean;
  /** The phase is complete once a call of this type took place. */
  callType: string | null;
};

/** The database's facts about the journey, enough to refuse a completion that makes no sense. */
export const PHASE_REFERENCE: readonly PhaseReference[] = JOURNEY.flatMap((stage) =>
  stage.phases.map((phase) => ({
    phaseId: phase.id,
    stageNumber: stage.number,
    phaseNumber: phase.number,
    hasCycles: stage.numberOfCycles !== undefined,
    callType: callOf(phase),
  })),
);
