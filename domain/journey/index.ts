export { cycleState, isCycleUnlocked, isPhaseLocked, isStageAccessible } from './access.ts';
export type { CycleState } from './access.ts';
export { actionsOf, resolveAction, toDo } from './actions.ts';
export type { ActionFacts, ResolvedAction, ResolvedLink } from './actions.ts';
export { JOURNEY, PHASE_REFERENCE, TREATMENT, cyclesOf, findStep, stageById, stepsOf } from './definition.ts';
export type { PhaseReference } from './definition.ts';
export type { ExternalLink } from './external-links.ts';
export {
  currentPhase,
  currentStage,
  cycleOf,
  isPhaseComplete,
  isStageComplete,
  isStepComplete,
} from './progress.ts';
export type { CompletedPhase, Progress, Status } from './progress.ts';
export { actionCounts, timeline } from './timeline.ts';
export type { Marker, TimelinePhase } from './timeline.ts';
export type * from './types.ts';
