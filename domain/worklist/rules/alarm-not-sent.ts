import type { ClinicRule } from '../item.ts';

export const alarmNotSent: ClinicRule = {
  id: 'alarm-not-sent',
  title: 'Alarm text not sent',
  owner: 'administrator',
  find: ({ alarmsFailingSince: since }, { opens }) =>
    since === null
      ? []
      : [
          {
            factId: String(since),
            since,
            dueAt: since,
            why: `A text to the duty phone wasn’t sent. Until one is, the portal tells patients that no one will read their report before ${opens.replace(':00', '')}.`,
          },
        ],
};
