import { canTakeBack, takenBackUntil } from '../results/correction.ts';
import type { Status } from '../journey/progress.ts';
import type { LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import { inOrder, isResult, type CareFacts, type CareState, type Fact } from './facts.ts';
import { after, AT_THE_START, isAfterPositive, type Known } from './transitions.ts';

export type CareStatus = {
  state: CareState;
  /** The day that led to the state; null where nothing has happened yet. */
  since: LocalDate | null;
  /** As the record says it. */
  status: Status;
  /** Of `unsure`: there was a positive since the last resume, in the same cycle. */
  afterPositive: boolean;
  /** Of `paused`. `isOver` from the day on which the patient wanted to be asked; nothing resumes by itself. */
  pause: { until: LocalDate | null; isOver: boolean } | null;
  /** There was a loss since the last resume: a clinician decides about going on, also after a stop. */
  afterLoss: boolean;
  /** The loss that the patient can still take back, by its id. */
  lossToTakeBack: string | null;
  /** Of `stopped`: the stop that the patient can undo, and until when. */
  stopToUndo: { id: string; until: Instant } | null;
};

/** The one answer that every surface reads. */
export const careState = (facts: CareFacts, now: Instant, zone: string): CareState =>
  careStatus(facts, now, zone).state;

export function careStatus(facts: CareFacts, now: Instant, zone: string): CareStatus {
  const inTheirOrder = inOrder(facts);
  const known = inTheirOrder.reduce(after, AT_THE_START);
  return {
    state: known.state,
    since: known.since,
    status: STATUS[known.lastSure],
    afterPositive: known.state === 'unsure' && isAfterPositive(known),
    pause: known.state === 'paused' ? pauseOf(known, localDate(now, zone)) : null,
    afterLoss: known.isAfterLoss,
    lossToTakeBack: toTakeBack(inTheirOrder, 'loss', now)?.id ?? null,
    stopToUndo: known.state === 'stopped' ? stopToUndo(inTheirOrder, now) : null,
  };
}

/** `unsure` has none of its own: it keeps what was. */
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

/** Of two, one of which was told late, the one that was told within the day. */
const toTakeBack = (facts: readonly Fact[], kind: 'loss' | 'stop', now: Instant): Fact | undefined =>
  facts.findLast(
    (fact) => !isResult(fact) && fact.kind === kind && !fact.byTeam && canTakeBack(fact.receivedAt, now),
  );

function stopToUndo(facts: readonly Fact[], now: Instant): CareStatus['stopToUndo'] {
  const stop = toTakeBack(facts, 'stop', now);
  return stop ? { id: stop.id, until: takenBackUntil(stop.receivedAt) } : null;
}
