import { canUndo, undoUntil } from '../results/correction.ts';
import type { Status } from '../journey/progress.ts';
import type { LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import { inOrder, isResult, type CareFacts, type CareState, type Fact } from './facts.ts';
import { after, AT_THE_START, isAfterPositive, type Known } from './transitions.ts';
import { asksForStatus, positiveAfterEndIn } from './turning-points.ts';

export type CareStatus = {
  state: CareState;
  /** The day that led to the state; null if nothing has happened yet. */
  since: LocalDate | null;
  /** As stored in the record. */
  status: Status;
  /** For `unsure`: there was a positive since the last resume, in the same cycle. */
  afterPositive: boolean;
  /** For `paused`. `isOver` from the day the patient wanted to be asked; nothing resumes by itself. */
  pause: { until: LocalDate | null; isOver: boolean } | null;
  /** A loss is possible, or a positive came after a loss or a stop, and no clinician has decided yet. */
  asksForStatus: boolean;
  /** A positive came after a loss: treatment resumes once a clinician has said what it means. */
  positiveWaits: boolean;
  /**
   * There was a loss since the last resume: a clinician decides when treatment resumes, even after a stop.
   */
  afterLoss: boolean;
  /** The id of the loss that the patient can still undo. */
  lossToUndo: string | null;
  /** For `stopped`: the stop that the patient can undo, and until when. */
  stopToUndo: { id: string; until: Instant } | null;
};

/** The one answer that every screen reads. */
export function careStatus(facts: CareFacts, now: Instant, zone: string): CareStatus {
  const inTheirOrder = inOrder(facts);
  const known = inTheirOrder.reduce(after, AT_THE_START);
  return {
    state: known.state,
    since: known.since,
    status: STATUS[known.lastSure],
    afterPositive: known.state === 'unsure' && isAfterPositive(known),
    pause: known.state === 'paused' ? pauseOf(known, localDate(now, zone)) : null,
    asksForStatus: asksForStatus(facts, known.state),
    positiveWaits: known.state === 'after-loss' && positiveAfterEndIn(facts, known.state) !== null,
    afterLoss: known.isAfterLoss,
    lossToUndo: toUndo(inTheirOrder, 'loss', now)?.id ?? null,
    stopToUndo: known.state === 'stopped' ? stopToUndo(inTheirOrder, now) : null,
  };
}

/** `unsure` has no status of its own: it keeps the previous one. */
const STATUS: Record<CareState, Status> = {
  treatment: 'Active',
  paused: 'Paused',
  'after-loss': 'Paused',
  pregnant: 'Pregnant',
  stopped: 'Withdrawn',
  unsure: 'Active',
};

const pauseOf = ({ pausedUntil }: Known, today: LocalDate) => ({
  until: pausedUntil,
  isOver: pausedUntil !== null && pausedUntil <= today,
});

/** If there are two, this is the one reported within the last day, which the patient can still undo. */
const toUndo = (facts: readonly Fact[], kind: 'loss' | 'stop', now: Instant): Fact | undefined =>
  facts.findLast(
    (fact) => !isResult(fact) && fact.kind === kind && !fact.byTeam && canUndo(fact.receivedAt, now),
  );

function stopToUndo(facts: readonly Fact[], now: Instant): CareStatus['stopToUndo'] {
  const stop = toUndo(facts, 'stop', now);
  return stop ? { id: stop.id, until: undoUntil(stop.receivedAt) } : null;
}
