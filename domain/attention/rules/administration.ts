import { DAY } from '../../time/instant.ts';
import type { ClinicFacts } from '../facts.ts';
import type { Clock, Found, Item, PatientRule } from '../item.ts';

export const kitToSend: PatientRule = {
  id: 'kit-to-send',
  title: 'Kit to send',
  owner: 'administrator',
  find: ({ kitRequest }, { daysLater }) =>
    kitRequest
      ? [
          {
            factId: kitRequest.id,
            since: kitRequest.at,
            dueAt: daysLater(kitRequest.at, 1),
            why: 'A kit is to be sent.',
          },
        ]
      : [],
};

export const mailNotDelivered: PatientRule = {
  id: 'mail-not-delivered',
  title: 'Mail not delivered',
  owner: 'administrator',
  find: ({ mailsParked }, { daysLater }) =>
    mailsParked.map(({ id, at, callWithinADay }) => ({
      factId: id,
      since: at,
      dueAt: callWithinADay ? at : daysLater(at, 1),
      why: 'A mail could not be delivered.',
    })),
};

export const leaving: PatientRule = {
  id: 'leaving',
  title: 'Leaving',
  owner: 'administrator',
  find: ({ deletion }) =>
    deletion
      ? [
          {
            factId: deletion.id,
            since: deletion.at,
            dueAt: deletion.on - 2 * DAY,
            why: 'The patient asked for their account to be deleted.',
          },
        ]
      : [],
};

const UNUSED_AFTER = 7 * DAY;

const INVITATION_UNUSED = { id: 'invitation-unused', title: 'Invitation unused' };
const MANY_OPENED = { id: 'many-records-opened', title: 'Many records opened' };
export const CLINIC_RULES = [INVITATION_UNUSED, MANY_OPENED];

/** What no patient's record holds. */
export const itemsOfClinic = (
  { invitations, manyOpenings }: ClinicFacts,
  { now, daysLater }: Clock,
): Item[] => [
  ...invitations
    .map(({ id, at, name }) => ({ id, name, since: at + UNUSED_AFTER }))
    .filter(({ since }) => since <= now)
    .map(({ id, since, name }) =>
      ofAdministrators(INVITATION_UNUSED, {
        factId: id,
        since,
        dueAt: daysLater(since, 1),
        why: `${name} was invited a week ago and has not signed in.`,
      }),
    ),
  ...manyOpenings.map(({ id, at, person }) =>
    ofAdministrators(MANY_OPENED, {
      factId: id,
      since: at,
      dueAt: daysLater(at, 1),
      why: `${person} opened more than five records with a reason in one day.`,
    }),
  ),
];

const ofAdministrators = (
  { id, title }: (typeof CLINIC_RULES)[number],
  { factId, since, dueAt, why }: Found,
): Item => ({
  key: `${id}:${factId}`,
  rule: id,
  patient: null,
  title,
  why,
  since,
  dueAt,
  isUrgent: false,
  owner: 'administrator',
  ownerId: null,
});
