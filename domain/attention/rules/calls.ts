import { stageOf } from '../../messages/reply-clock.ts';
import { DAY } from '../../time/instant.ts';
import type { PatientRule } from '../item.ts';

export const callWithoutOutcome: PatientRule = {
  id: 'call-without-outcome',
  title: 'Call without outcome',
  owner: 'host',
  find: ({ calls }, { now, within }) =>
    calls
      .filter(({ endsAt, outcome }) => endsAt <= now && outcome === null)
      .map(({ id, endsAt, hostId }) => ({
        factId: id,
        since: endsAt,
        dueAt: within(endsAt, 120),
        ownerId: hostId,
        why: 'The call is over, and nobody has said how it went.',
      })),
};

export const noteNotSigned: PatientRule = {
  id: 'note-not-signed',
  title: 'Note not signed',
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
        why: 'The call took place a day ago, and its note is not signed.',
      })),
};

export const messageWaits: PatientRule = {
  id: 'message-waits',
  title: 'Message waits',
  owner: 'coach',
  find: ({ messagesWaiting }, { now }) =>
    messagesWaiting
      .map((waiting) => ({ ...waiting, stage: stageOf(waiting, now) }))
      .map(({ id, at, dueAt, stage }) => ({
        factId: id,
        since: at,
        dueAt,
        owner: stage === 'overdue' ? ('clinician' as const) : ('coach' as const),
        ownerId: stage === 'fresh' ? undefined : null,
        why: 'A message waits for an answer.',
      })),
};
