import type { PatientRule } from '../item.ts';

export const mailNotDelivered: PatientRule = {
  id: 'mail-not-delivered',
  title: 'Email not delivered',
  owner: 'administrator',
  find: ({ mailsParked }, { daysLater }) =>
    mailsParked.map(({ id, at, callWithinADay }) => ({
      factId: id,
      since: at,
      dueAt: callWithinADay ? at : daysLater(at, 1),
      why: 'We couldn’t deliver an email.',
    })),
};
