import { DAY } from '../../time/instant.ts';
import type { PatientRule } from '../item.ts';

export const noteNotSigned: PatientRule = {
  id: 'note-not-signed',
  title: 'Unsigned note',
  owner: 'host',
  find: ({ calls }, { now, sameDay }) =>
    calls
      .filter(({ outcome, hasSignedNote }) => outcome === 'took-place' && !hasSignedNote)
      .map(({ id, endsAt, hostId }) => ({ id, hostId, since: endsAt + DAY }))
      .filter(({ since }) => since <= now)
      .map(({ id, since, hostId }) => ({
        factId: id,
        since,
        dueAt: sameDay(since),
        ownerId: hostId,
        why: 'The call was a day ago, and its note isn’t signed.',
      })),
};
