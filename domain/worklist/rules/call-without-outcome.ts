import type { PatientRule } from '../item.ts';

export const callWithoutOutcome: PatientRule = {
  id: 'call-without-outcome',
  title: 'Call needs an outcome',
  owner: 'host',
  find: ({ calls }, { now, within }) =>
    calls
      .filter(({ endsAt, outcome }) => endsAt <= now && outcome === null)
      .map(({ id, endsAt, hostId }) => ({
        factId: id,
        since: endsAt,
        dueAt: within(endsAt, 120),
        ownerId: hostId,
        why: 'The call has ended. Record how it went.',
      })),
};
