import { DAY } from '../../time/instant.ts';
import type { ClinicRule } from '../item.ts';

const UNUSED_AFTER = 7 * DAY;

export const invitationUnused: ClinicRule = {
  id: 'invitation-unused',
  title: 'Invitation not used',
  owner: 'administrator',
  find: ({ invitations }, { now, daysLater }) =>
    invitations
      .map(({ id, at, name }) => ({ id, name, since: at + UNUSED_AFTER }))
      .filter(({ since }) => since <= now)
      .map(({ id, since, name }) => ({
        factId: id,
        since,
        dueAt: daysLater(since, 1),
        why: `${name} was invited a week ago and has not signed in.`,
      })),
};
