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
  // The possible loss is an item of its own, and Home's card speaks of it.
  if (careState === 'after-loss') return null;
  const isPregnant = mayBePregnantOn(day, care);
  if (kind !== 'bleed-with-loss') return isPregnant ? 'in-pregnancy' : null;
  const isKnown = care.events.some((event) => isAbout(event, day) && !(isPregnant && event.day <= day));
  return isKnown ? null : 'with-loss';
}

/** By what happened up to that day, whenever it was reported. A pause or a stop ends treatment, not a pregnancy. */
function mayBePregnantOn(day: LocalDate, { results, events }: CareFacts): boolean {
  const known = inOrder({
    results: results.filter(({ takenOn }) => takenOn <= day),
    events: events.filter((event) => event.day <= day && event.kind !== 'stop' && event.kind !== 'pause'),
  }).reduce(after, AT_THE_START);
  return known.state === 'pregnant' || (known.state === 'unsure' && isAfterPositive(known));
}

/** A loss before this bleeding that a new pregnancy followed is not the one that the bleeding is about. */
const isAbout = ({ kind, resolvedTo, day }: OutcomeEvent, bleedingDay: LocalDate): boolean =>
  (kind === 'loss' || resolvedTo === 'after-loss') &&
  Math.abs(daysBetween(day, bleedingDay)) <= SAME_LOSS_DAYS;
