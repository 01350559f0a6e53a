import { KIT_LATE_AFTER } from '../../kit/kit-state.ts';
import type { PatientRule } from '../item.ts';

/** It cannot be sent without an address, so its time starts when there is one. */
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
            dueAt: daysLater(Math.max(kitRequest.at, kitRequest.addressAt ?? kitRequest.at), 1),
            why:
              kitRequest.addressAt === null
                ? 'This patient needs a kit. No shipping address yet.'
                : 'This patient needs a kit.',
          },
        ]
      : [],
};

/** The package may be on its way to the wrong address. */
export const kitAddressChanged: PatientRule = {
  id: 'kit-address-changed',
  title: 'Shipping address changed',
  owner: 'administrator',
  find: ({ kitSent }, { daysLater }) =>
    kitSent?.addressChangedAt != null
      ? [
          {
            factId: `${kitSent.id}:${kitSent.addressChangedAt}`,
            since: kitSent.addressChangedAt,
            dueAt: daysLater(kitSent.addressChangedAt, 1),
            why: 'The patient changed the shipping address after the kit was sent.',
          },
        ]
      : [],
};

export const kitLate: PatientRule = {
  id: 'kit-late',
  title: 'Kit late',
  owner: 'administrator',
  find: ({ kitSent }, { now, daysLater }) => {
    const since = kitSent && kitSent.at + KIT_LATE_AFTER;
    return kitSent && since !== null && now >= since
      ? [
          {
            factId: kitSent.id,
            since,
            dueAt: daysLater(since, 1),
            why: 'The kit was sent over a week ago, and the patient hasn’t confirmed that it arrived.',
          },
        ]
      : [];
  },
};
