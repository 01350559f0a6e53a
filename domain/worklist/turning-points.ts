import { inOrder, isResult } from '../care-state/facts.ts';
import { after, AT_THE_START, isAfterPositive, type Known } from '../care-state/transitions.ts';
import type { PatientFacts } from './facts.ts';

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

/** What each fact meant when it came, in the order in which they happened. */
export function turningPoints({ care }: Pick<PatientFacts, 'care'>): TurningPoint[] {
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
