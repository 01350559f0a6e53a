import type { ClinicRule } from '../item.ts';

export const alarmNotSent: ClinicRule = {
  id: 'alarm-not-sent',
  title: 'Alarm text not sent',
  owner: 'administrator',
  find: ({ alarmsFailingSince: since }) =>
    since === null
      ? []
      : [
          {
            factId: String(since),
            since,
            dueAt: since,
            why: 'A text to the duty phone did not go out. Until one does, patients read that nobody reads before 8am.',
          },
        ],
};
