import { localParts } from '@domain/time/local.ts';
import { shortZoneName } from '@domain/time/zone-name.ts';
import type { TimeSlot } from './queries.ts';

export type ShownSlot = { slot: TimeSlot; label: string };
export type PartOfDay = { name: 'Morning' | 'Afternoon' | 'Evening'; slots: ShownSlot[] };

type Show = { zone: string; clock: (instant: number) => string };

/** A day's slots by morning, afternoon and evening, each with its time on the patient's clock. */
export function partsOfDay(slots: readonly TimeSlot[], { zone, clock }: Show): PartOfDay[] {
  const labels = slots.map(({ startsAt }) => clock(startsAt));
  const shown = slots.map((slot, at) => ({
    slot,
    // When the clocks go back, one hour occurs twice, and only the zone's name tells them apart.
    label: isTwice(labels, labels[at]!) ? `${labels[at]} ${shortZoneName(zone, slot.startsAt)}` : labels[at]!,
  }));
  return NAMES.map((name) => ({
    name,
    slots: shown.filter(({ slot }) => partOf(localParts(slot.startsAt, zone).time) === name),
  })).filter((part) => part.slots.length > 0);
}

const NAMES = ['Morning', 'Afternoon', 'Evening'] as const;

function partOf(time: string): PartOfDay['name'] {
  if (time < '12:00') return 'Morning';
  return time < '18:00' ? 'Afternoon' : 'Evening';
}

const isTwice = (labels: string[], label: string) => labels.indexOf(label) !== labels.lastIndexOf(label);
