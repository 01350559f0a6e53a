import { DAY } from '../../time/instant.ts';
import type { PatientRule } from '../item.ts';

export const leaving: PatientRule = {
  id: 'leaving',
  title: 'Account deletion',
  owner: 'administrator',
  find: ({ deletion }) =>
    deletion
      ? [
          {
            factId: deletion.id,
            since: deletion.at,
            dueAt: deletion.on - 2 * DAY,
            why: 'The patient asked us to delete their account.',
          },
        ]
      : [],
};
