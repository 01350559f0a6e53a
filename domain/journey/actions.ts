import { isStepLocked } from './access.ts';
import { currentStep } from './current.ts';
import type { Ticks } from './done.ts';
import type { Progress } from './progress.ts';
import type { ExternalLink } from './external-links.ts';
import type { Action, ActionLink, ActionType, Consultation, PagePath, Step } from './types.ts';

/** What an action waits for, the calls on the books and the parcel on its way, and what ticks it. */
export type ActionFacts = {
  appointments: readonly { appointmentType: string; joinUrl: string | null }[];
  trackingUrl: string | null;
  /** The actions of a step for this patient, where they are not the same for everybody (afterwards-actions.ts). */
  actionsFor?: (step: Step, progress: Progress) => readonly Action[];
  /** Null where nothing is known to be done. */
  ticks: Ticks | null;
  /** False after a loss: nobody knows yet whether a positive is good news. */
  pregnancyGuide?: boolean;
};

export type ResolvedLink =
  | { kind: 'page'; path: PagePath }
  | { kind: 'external'; key: ExternalLink }
  | { kind: 'address'; url: string };

/** An action as its card shows it. A locked one leads nowhere. */
export type ResolvedAction = {
  id: string;
  type: ActionType;
  title: string;
  description: string;
  locked: boolean;
  lockedText: string | null;
  /** Ticked, because a fact says so. */
  done: boolean;
  /** Not asked for today. */
  isLater: boolean;
  notesReference: Consultation | null;
  link: ResolvedLink | null;
};

/** The actions of the current phase; none once everything is complete. Notes come when they are there, and a call that is over goes. */
export function toDo(progress: Progress, facts: ActionFacts, asks = true): ResolvedAction[] {
  const step = currentStep(progress);
  if (!step) return [];
  return actionsOf(step, progress, facts, asks).filter(
    ({ id, done, locked }) => !facts.ticks?.isMissingNote(id) && !(done && locked),
  );
}

/** How many of them are for somebody to do now. */
export const openCount = (actions: readonly ResolvedAction[]): number =>
  actions.filter(({ done, locked, isLater }) => !done && !locked && !isLater).length;

/** `asks`: false outside treatment, where no step of treatment has anything to do, and no survey is asked for. */
export function actionsOf(step: Step, progress: Progress, facts: ActionFacts, asks = true): ResolvedAction[] {
  if (!asks && step.cycle !== null) return [];
  const stepLocked = isStepLocked(step, progress);
  return (facts.actionsFor?.(step, progress) ?? step.phase.actions)
    .filter((action) => isOffered(action, facts, asks))
    .map((action) => resolveAction(action, { ...facts, stepLocked, cycle: step.cycle }));
}

const isOffered = (action: Action, { pregnancyGuide = true }: ActionFacts, asks: boolean) =>
  (asks || !leadsTo('experienceSurvey', action)) && (pregnancyGuide || !leadsTo('pregnancyGuide', action));

const leadsTo = (key: ExternalLink, { linkTo }: Action) => linkTo?.kind === 'external' && linkTo.key === key;

type StepFacts = ActionFacts & { stepLocked: boolean; cycle: number | null };

export function resolveAction(action: Action, facts: StepFacts): ResolvedAction {
  const { id, type, title, description } = action;
  const link = action.linkTo ? resolveLink(action.linkTo, facts) : null;
  const isWaiting = action.locked === true && link === null;
  const locked = facts.stepLocked || isWaiting;
  return {
    id,
    type,
    title,
    description,
    locked,
    lockedText: isWaiting ? (action.lockedText ?? null) : null,
    done: facts.ticks?.isDone(id, facts.cycle) ?? false,
    isLater: facts.ticks?.isLater(id) === true,
    notesReference: locked ? null : (action.notesReference ?? null),
    link: locked ? null : link,
  };
}

function resolveLink(link: ActionLink, facts: ActionFacts): ResolvedLink | null {
  switch (link.kind) {
    case 'join':
      return address(joinUrlOf(link.appointmentType, facts));
    case 'tracking':
      return address(facts.trackingUrl);
    default:
      return link;
  }
}

function joinUrlOf(consultation: Consultation, { appointments }: ActionFacts): string | null {
  const calls = appointments.filter((call) => call.appointmentType === consultation);
  return calls.find((call) => call.joinUrl)?.joinUrl ?? null;
}

// These addresses are typed in by people or come from other services: only web addresses become links.
function address(url: string | null): ResolvedLink | null {
  return url && /^https?:\/\//i.test(url) ? { kind: 'address', url } : null;
}
