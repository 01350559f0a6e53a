import { KIT_LATE_AFTER } from '../../kit/kit-state.ts';
import type { PatientRule } from '../item.ts';

/** Nobody can send it before the patient has said where to, so its time runs from then on. */
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
                ? 'A kit is to be sent. The patient has not entered a shipping address yet.'
                : 'A kit is to be sent.',
          },
        ]
      : [],
};

/** The parcel may be on its way to the wrong door. */
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
            why: 'The kit was sent more than a week ago, and the patient has not said that it arrived.',
          },
        ]
      : [];
  },
};
