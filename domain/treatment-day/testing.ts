import * as fc from 'fast-check';
import { MINUTE, type Instant } from '../time/instant.ts';
import { treatmentDayOf, type TreatmentDayAction, type TreatmentDayEvent } from './events.ts';
import { capWearing, sampleRest, type TreatmentDay } from './treatment-day.ts';

const HOUR = 60 * MINUTE;

/** A patient's act on the page, with the day as the page showed it before and after. */
export type PhoneAct = { event: TreatmentDayEvent; before: TreatmentDay; after: TreatmentDay };

/** Random acts on one phone's page over some days; `from` is when it starts. */
export const phoneActs = (from: Instant): fc.Arbitrary<PhoneAct[]> =>
  fc
    .array(fc.record({ wait: fc.integer({ min: 1, max: 8 * 60 }), choice: fc.nat(), ago: fc.nat(23 * 60) }), {
      maxLength: 14,
    })
    .map((presses) => {
      const acts: PhoneAct[] = [];
      let now = from;
      for (const { wait, choice, ago } of presses) {
        now += wait * MINUTE;
        const events = acts.map(({ event }) => event);
        const before = treatmentDayOf(events);
        const offered = offeredBy(before, now, now - (ago + 1) * MINUTE);
        const { action, at } = offered[choice % offered.length]!;
        const event = { action, at, reportedAt: now };
        acts.push({ event, before, after: treatmentDayOf([...events, event]) });
      }
      return acts;
    });

type Offer = { action: TreatmentDayAction; at: Instant };

function offeredBy(day: TreatmentDay, now: Instant, earlier: Instant): Offer[] {
  const cap = capWearing(day, now);
  const sample = sampleRest(day, now);
  const removal = Math.min(now, day.capRemovedAt ?? now);
  const offers: Offer[] = [];
  if (cap.state === 'not-started') {
    offers.push({ action: 'cap-in', at: now }, { action: 'cap-in', at: earlier });
  } else if (cap.state === 'removed') {
    offers.push({ action: 'cap-reset', at: removal }, { action: 'cap-undo', at: now });
  } else {
    const insertedAt = cap.endsAt - 5 * HOUR;
    offers.push(
      { action: 'cap-out', at: now },
      { action: 'cap-reset', at: now },
      { action: 'cap-in', at: Math.min(earlier, insertedAt - MINUTE) },
    );
  }
  if (sample.state === 'not-started')
    offers.push({ action: 'sample', at: now }, { action: 'sample', at: earlier });
  else if (sample.state !== 'used') offers.push({ action: 'sample-reset', at: now });
  return offers;
}
