import { canTakeBack } from '../results/correction.ts';
import type { Status } from '../journey/progress.ts';
import type { LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import { inOrder, isResult, type CareFacts, type CareState, type Fact } from './facts.ts';
import { after, AT_THE_START, isAfterPositive, type Known } from './transitions.ts';

export type CareStanding = {
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
};

/** The one answer that every surface reads. */
export const careState = (facts: CareFacts, now: Instant, zone: string): CareState =>
  careStanding(facts, now, zone).state;

export function careStanding(facts: CareFacts, now: Instant, zone: string): CareStanding {
  const inTheirOrder = inOrder(facts);
  const known = inTheirOrder.reduce(after, AT_THE_START);
  return {
    state: known.state,
    since: known.since,
    status: STATUS[known.lastSure],
    afterPositive: known.state === 'unsure' && isAfterPositive(known),
    pause: known.state === 'paused' ? pauseOf(known, localDate(now, zone)) : null,
    afterLoss: known.isAfterLoss,
    lossToTakeBack: lossToTakeBack(inTheirOrder, now),
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
function lossToTakeBack(facts: readonly Fact[], now: Instant): string | null {
  const loss = facts.findLast(
    (fact) => !isResult(fact) && fact.kind === 'loss' && !fact.byTeam && canTakeBack(fact.receivedAt, now),
  );
  return loss?.id ?? null;
}
