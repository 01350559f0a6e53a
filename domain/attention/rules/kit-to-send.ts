import type { PatientRule } from '../item.ts';

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
