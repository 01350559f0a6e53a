import { replyTo } from '../coach/reply-promise.ts';
import { DAY, type Instant } from '../time/instant.ts';
import type { Loss } from './loss.ts';

/** When the coach asks how somebody is, after the first contact. */
export const TWO_WEEKS = 14 * DAY;
export const SIX_WEEKS = 42 * DAY;
/** How long the patient reads that the coach is about to ask. */
const ABOUT_TO_ASK = 3 * DAY;

/** By when somebody is in touch after a patient has reported a loss: as for any message. `zone` is the clinic's. */
export const contactBy = ({ at }: Pick<Loss, 'at'>, zone: string): Instant => replyTo(at, zone).by;

export type FollowUp =
  | { kind: 'contact'; by: Instant }
  | { kind: 'late' | 'two-weeks' | 'six-weeks' | 'none' };

/** What comes for somebody after a loss at this moment. Whoever recorded it has been in touch. */
export function followUpOf(loss: Loss, now: Instant, zone: string): FollowUp {
  const isAbout = (moment: Instant) => now >= loss.at + moment && now < loss.at + moment + ABOUT_TO_ASK;
  if (isAbout(TWO_WEEKS)) return { kind: 'two-weeks' };
  if (isAbout(SIX_WEEKS)) return { kind: 'six-weeks' };
  if (loss.byTeam || now >= loss.at + TWO_WEEKS) return { kind: 'none' };
  const by = contactBy(loss, zone);
  return now < by ? { kind: 'contact', by } : { kind: 'late' };
}
