import { DAY, type Instant } from '../../time/instant.ts';
import type { ClinicRule } from '../item.ts';

const UNUSED_AFTER = 7 * DAY;

/** A week after the last invitation email. The database decides the same in `private.invitation_state`. */
export const isUnused = (sentAt: Instant, now: Instant): boolean => now >= sentAt + UNUSED_AFTER;

export const invitationUnused: ClinicRule = {
  id: 'invitation-unused',
  title: 'Invitation not used',
  owner: 'administrator',
  find: ({ invitations }, { now, daysLater }) =>
    invitations
      .filter(({ at }) => isUnused(at, now))
      .map(({ id, at, name }) => ({ id, name, since: at + UNUSED_AFTER }))
      .map(({ id, since, name }) => ({
        factId: id,
        since,
        dueAt: daysLater(since, 1),
        why: `${name} was invited a week ago and hasn’t signed in yet.`,
      })),
};
