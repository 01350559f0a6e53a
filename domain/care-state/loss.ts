import type { Instant } from '../time/instant.ts';
import { inOrder, isResult, type CareFacts } from './facts.ts';
import { after, AT_THE_START } from './transitions.ts';

/**
 * The loss that the care state is based on: when the clinic heard of it, and whether a colleague recorded
 * it.
 */
export type Loss = { id: string; at: Instant; byTeam: boolean };

export function lossOf(facts: CareFacts): Loss | null {
  let known = AT_THE_START;
  let loss: Loss | null = null;
  for (const fact of inOrder(facts)) {
    const before = known.state;
    known = after(known, fact);
    if (known.state !== 'after-loss') loss = null;
    else if (before !== 'after-loss' && !isResult(fact))
      loss = { id: fact.id, at: fact.receivedAt, byTeam: fact.byTeam };
  }
  return loss;
}
