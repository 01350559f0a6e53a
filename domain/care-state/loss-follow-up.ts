import { endOfClinicDay, type ClinicHours } from '../coach/clinic-hours.ts';
import { replyTo } from '../coach/reply-time.ts';
import { DAY, type Instant } from '../time/instant.ts';
import type { Loss } from './loss.ts';

/** When the coach checks in, after the first contact. */
export const TWO_WEEKS = 14 * DAY;
export const SIX_WEEKS = 42 * DAY;
/** How long the patient reads of the check-in: by when it comes, and then how else to reach someone. */
const ABOUT_TO_ASK = 3 * DAY;

/** By when someone is in touch after a patient reports a loss: as for any message. */
export const contactBy = ({ at }: Pick<Loss, 'at'>, clinic: ClinicHours): Instant => replyTo(at, clinic).by;

export type FollowUp = { kind: 'contact' | 'check-in'; by: Instant } | { kind: 'late' | 'none' };

type Known = {
  loss: Loss;
  /** When the care team last spoke with the patient. A promise of contact ends with it. */
  spokeAt: Instant | null;
  now: Instant;
  clinic: ClinicHours;
};

/** What is next after a loss. The person who recorded it has already been in touch. */
export function followUpOf({ loss, spokeAt, now, clinic }: Known): FollowUp {
  const spokeSince = (moment: Instant) => spokeAt !== null && spokeAt >= loss.at + moment;
  const isAbout = (moment: Instant) =>
    now >= loss.at + moment && now < loss.at + moment + ABOUT_TO_ASK && !spokeSince(moment);
  const asked = [TWO_WEEKS, SIX_WEEKS].find(isAbout);
  if (asked !== undefined) {
    // As the coach's item has it (domain/worklist/rules/loss-follow-up.ts).
    const by = endOfClinicDay(loss.at + asked, clinic);
    return now < by ? { kind: 'check-in', by } : { kind: 'late' };
  }
  if (loss.byTeam || spokeSince(0) || now >= loss.at + TWO_WEEKS) return { kind: 'none' };
  const by = contactBy(loss, clinic);
  return now < by ? { kind: 'contact', by } : { kind: 'late' };
}
