import type { PeriodKind } from '../cycle/period.ts';
import { daysBetween, type LocalDate } from '../time/day.ts';
import { inOrder, type CareFacts, type CareState, type OutcomeEvent } from './facts.ts';
import { after, AT_THE_START, isAfterPositive } from './transitions.ts';

type Bleeding = { day: LocalDate; kind: PeriodKind };

/** A loss and its bleeding are reported in any order. */
const SAME_LOSS_DAYS = 60;

/** What a bleeding means for someone who may be pregnant; null where it is a period like any other. Home and Today both ask this. */
export function bleedingIs(
  { kind, day }: Bleeding,
  { care, careState }: { care: CareFacts; careState: CareState },
): 'in-pregnancy' | 'with-loss' | null {
  // The possible loss has its own item and its own words on Home's card.
  if (careState === 'after-loss') return null;
  const isPregnant = mayBePregnantOn(day, care);
  if (kind !== 'bleed-with-loss') return isPregnant ? 'in-pregnancy' : null;
  const isKnown = care.events.some((event) => isAbout(event, day) && !(isPregnant && event.day <= day));
  return isKnown ? null : 'with-loss';
}

/**
 * Goes by what happened up to that day, even if it was reported later. A pause or a stop ends treatment, not
 * a pregnancy.
 */
function mayBePregnantOn(day: LocalDate, { results, events }: CareFacts): boolean {
  const known = inOrder({
    results: results.filter(({ takenOn }) => takenOn <= day),
    events: events.filter((event) => event.day <= day && event.kind !== 'stop' && event.kind !== 'pause'),
  }).reduce(after, AT_THE_START);
  return known.state === 'pregnant' || (known.state === 'unsure' && isAfterPositive(known));
}

/** If a new pregnancy followed an earlier loss, this bleeding is not about that loss. */
const isAbout = ({ kind, resolvedTo, day }: OutcomeEvent, bleedingDay: LocalDate): boolean =>
  (kind === 'loss' || resolvedTo === 'after-loss') &&
  Math.abs(daysBetween(day, bleedingDay)) <= SAME_LOSS_DAYS;
