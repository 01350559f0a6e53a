import { lossOf, type Loss } from '../../care-state/loss.ts';
import { SIX_WEEKS, TWO_WEEKS } from '../../care-state/loss-follow-up.ts';
import type { Instant } from '../../time/instant.ts';
import type { Clock, Found, PatientRule } from '../item.ts';

const STATES = ['after-loss'] as const;

const about = (
  rule: Pick<PatientRule, 'id' | 'title'>,
  /** `spokeSince`: anyone of the care team has spoken with the patient since that moment after the loss. */
  find: (loss: Loss, clock: Clock, spokeSince: (moment: Instant) => boolean) => Omit<Found, 'factId'> | null,
): PatientRule => ({
  ...rule,
  owner: 'coach',
  states: STATES,
  find: ({ care, spokeAt }, clock) => {
    const loss = lossOf(care);
    const found = loss && find(loss, clock, (moment) => spokeAt !== null && spokeAt >= loss.at + moment);
    return loss && found ? [{ factId: loss.id, ...found }] : [];
  },
});

/**
 * Matches the patient's card (domain/care-state/loss-follow-up.ts). It ends when that promise ends: a
 * colleague recorded the loss, or has spoken with the patient since. After two weeks the next check-in
 * replaces it.
 */
export const lossContact = about(
  { id: 'loss-contact', title: 'Contact after a loss' },
  (loss, { now, reply }, spokeSince) =>
    loss.byTeam || spokeSince(0) || now >= loss.at + TWO_WEEKS
      ? null
      : {
          since: loss.at,
          dueAt: reply(loss.at),
          why: 'A loss was reported. We told the patient when someone will be in touch.',
        },
);

const look =
  (from: Instant, until: Instant, why: string) =>
  (loss: Loss, { now, sameDay }: Clock, spokeSince: (moment: Instant) => boolean) => {
    const since = loss.at + from;
    return now < since || now >= loss.at + until || spokeSince(from)
      ? null
      : { since, dueAt: sameDay(since), why };
  };

export const lossTwoWeeks = about(
  { id: 'loss-two-weeks', title: 'Two weeks after a loss' },
  look(TWO_WEEKS, SIX_WEEKS, 'It’s been two weeks since the loss. Check in with the patient.'),
);

export const lossSixWeeks = about(
  { id: 'loss-six-weeks', title: 'Six weeks after a loss' },
  look(SIX_WEEKS, Infinity, 'It’s been six weeks since the loss. Check in with the patient.'),
);
