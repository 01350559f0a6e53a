import { isStepLocked } from './access.ts';
import { AFTER_LAST_CYCLE } from './afterwards-actions.ts';
import { currentStep } from './current.ts';
import type { Ticks } from './done.ts';
import type { Progress } from './progress.ts';
import type { ExternalLink } from './external-links.ts';
import type { Action, ActionLink, ActionType, Consultation, PagePath, Step } from './types.ts';

/**
 * Facts that decide what an action looks like: booked calls, the package on its way, and what is already
 * done.
 */
export type ActionFacts = {
  appointments: readonly { appointmentType: string; joinUrl: string | null }[];
  trackingUrl: string | null;
  /** The patient's own actions for a step, if they aren't the same for everyone (afterwards-actions.ts). */
  actionsFor?: (step: Step, progress: Progress) => readonly Action[];
  /** Null if no facts are known about completed actions. */
  ticks: Ticks | null;
  /** False after a loss, when no one knows yet whether a positive is good news. */
  pregnancyGuide?: boolean;
};

export type ResolvedLink =
  | { kind: 'page'; path: PagePath }
  | { kind: 'external'; key: ExternalLink }
  | { kind: 'address'; url: string };

/** An action for its card. A locked action, or one that is done for good, has no link. */
export type ResolvedAction = {
  id: string;
  type: ActionType;
  title: string;
  description: string;
  locked: boolean;
  lockedText: string | null;
  /** Checked off by a fact. */
  done: boolean;
  /** Not for today. */
  isLater: boolean;
  notesReference: Consultation | null;
  link: ResolvedLink | null;
};

/**
 * A step's list. Its drawer shows it, its badges count it, and To Do shows the current step's list. Notes
 * only appear once they exist. `asks` is false outside treatment, when treatment steps have nothing to do and
 * no survey is asked for.
 */
export function actionsOf(step: Step, progress: Progress, facts: ActionFacts, asks = true): ResolvedAction[] {
  if (!asks && step.cycle !== null) return [];
  const stepFacts = {
    ...facts,
    stepLocked: isStepLocked(step, progress),
    isCurrent: isSameStep(step, currentStep(progress)),
    cycle: step.cycle,
  };
  const ofStep = facts.actionsFor?.(step, progress) ?? step.phase.actions;
  const actions = stepFacts.isCurrent ? ofToday(step, ofStep, facts.ticks) : ofStep;
  return actions
    .filter((action) => isOffered(action, facts, asks) && !facts.ticks?.isMissingNote(action.id))
    .map((action) => resolveAction(action, stepFacts));
}

const LOG_PERIOD = 'log-period';

/**
 * Once the last cycle is over, there is nothing to wait for. Today asks for a period at a later phase too: then
 * it is the first of the list, which would say nothing of it.
 */
function ofToday({ stage }: Step, actions: readonly Action[], ticks: Ticks | null): readonly Action[] {
  if (ticks?.areCyclesOver) return AFTER_LAST_CYCLE;
  if (ticks?.asksForPeriod !== true || actions.some(({ id }) => id === LOG_PERIOD)) return actions;
  const period = stage.phases.flatMap((phase) => phase.actions).filter(({ id }) => id === LOG_PERIOD);
  return [...period, ...actions];
}

/** The current step's list. Empty once everything is complete. */
export function toDo(progress: Progress, facts: ActionFacts, asks = true): ResolvedAction[] {
  const step = currentStep(progress);
  return step ? actionsOf(step, progress, facts, asks) : [];
}

/** How many actions there are to do now. */
export const openCount = (actions: readonly ResolvedAction[]): number =>
  actions.filter(({ done, locked, isLater }) => !done && !locked && !isLater).length;

const isSameStep = (one: Step, other: Step | null): boolean =>
  one.phase.id === other?.phase.id && one.cycle === other.cycle;

const isOffered = (action: Action, { pregnancyGuide = true }: ActionFacts, asks: boolean) =>
  (asks || !leadsTo('experienceSurvey', action)) && (pregnancyGuide || !leadsTo('pregnancyGuide', action));

const leadsTo = (key: ExternalLink, { linkTo }: Action) => linkTo?.kind === 'external' && linkTo.key === key;

type StepFacts = ActionFacts & { stepLocked: boolean; isCurrent: boolean; cycle: number | null };

export function resolveAction(action: Action, facts: StepFacts): ResolvedAction {
  const { id, type, title, description } = action;
  const link = action.linkTo ? resolveLink(action.linkTo, facts) : null;
  const isWaiting = action.locked === true && link === null;
  const locked = facts.stepLocked || isWaiting;
  // In a cycle the patient hasn't reached, nothing is done yet, whatever was done today.
  const done = !(facts.stepLocked && facts.cycle !== null) && facts.ticks?.isDone(id, facts.cycle) === true;
  return {
    id,
    type,
    title,
    description,
    locked,
    lockedText: isWaiting && !done ? (action.lockedText ?? null) : null,
    done,
    isLater: facts.isCurrent && !done && facts.ticks?.isLater(id) === true,
    notesReference: locked ? null : (action.notesReference ?? null),
    link: locked || (done && facts.ticks?.isSettled(id)) ? null : link,
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

// People and other services enter these addresses, so only web addresses become links.
function address(url: string | null): ResolvedLink | null {
  return url && /^https?:\/\//i.test(url) ? { kind: 'address', url } : null;
}
