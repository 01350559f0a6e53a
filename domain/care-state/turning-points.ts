import { inOrder, isResult, type CareFacts, type CareState } from './facts.ts';
import { after, AT_THE_START, isAfterPositive, type Known } from './transitions.ts';

type TurningPoint = {
  id: string;
  at: number;
  isPossibleLoss: boolean;
  isLoss: boolean;
  isPositiveAfterEnd: boolean;
  isNewPregnancy: boolean;
  isUnclear: boolean;
};

const isOpen = (known: Known) => known.state === 'unsure' && isAfterPositive(known);

/** What each fact meant when it arrived, in order. */
export function turningPoints(care: CareFacts): TurningPoint[] {
  let known = AT_THE_START;
  return inOrder(care).map((fact) => {
    const before = known;
    known = after(known, fact);
    const tellsOfLoss = !isResult(fact) && (fact.kind === 'loss' || fact.resolvedTo === 'after-loss');
    const isLoss = tellsOfLoss && before.state !== 'after-loss';
    const isPositive = isResult(fact) && fact.result === 'positive';
    const isNewPregnancy = isPositive && known.state === 'pregnant' && before.state !== 'pregnant';
    return {
      id: fact.id,
      at: fact.receivedAt,
      isLoss,
      isPossibleLoss: isLoss || (isOpen(known) && !isOpen(before)),
      isPositiveAfterEnd: isPositive && (before.state === 'after-loss' || before.state === 'stopped'),
      isNewPregnancy,
      isUnclear: known.state === 'unsure' && before.state !== 'unsure' && !isOpen(known),
    };
  });
}

/** A clinician has set the status or recorded the loss since. A confirmed loss needs no decision. */
const isDecided = ({ events }: CareFacts, { at }: TurningPoint): boolean =>
  events.some(
    ({ kind, receivedAt, byClinician }) =>
      byClinician === true && (kind === 'resolve' || kind === 'loss') && receivedAt >= at,
  );

const LOSS_STATES: readonly CareState[] = ['unsure', 'after-loss'];
const END_STATES: readonly CareState[] = ['after-loss', 'pregnant'];

const lastUndecided = (
  care: CareFacts,
  {
    among,
    state,
    is,
  }: { among: readonly CareState[]; state: CareState; is: (point: TurningPoint) => boolean },
): TurningPoint | null => {
  const last = among.includes(state) ? turningPoints(care).findLast(is) : undefined;
  return last && !isDecided(care, last) ? last : null;
};

/** A possible loss, until a clinician has decided. */
export const possibleLossIn = (care: CareFacts, state: CareState): TurningPoint | null =>
  lastUndecided(care, { among: LOSS_STATES, state, is: ({ isPossibleLoss }) => isPossibleLoss });

/** A positive after a loss or a stop, until a clinician has decided. */
export const positiveAfterEndIn = (care: CareFacts, state: CareState): TurningPoint | null =>
  lastUndecided(care, { among: END_STATES, state, is: ({ isPositiveAfterEnd }) => isPositiveAfterEnd });

/** Whether a clinician is asked for the pregnancy status; `private.care_status` says the same. */
export const asksForStatus = (care: CareFacts, state: CareState): boolean =>
  possibleLossIn(care, state) !== null || positiveAfterEndIn(care, state) !== null;
