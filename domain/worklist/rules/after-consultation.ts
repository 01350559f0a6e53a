import type { Clock, PatientRule } from '../item.ts';
import type { PatientFacts } from '../facts.ts';

const since = (consulted: NonNullable<PatientFacts['consulted']>, { daysLater }: Clock) => ({
  factId: consulted.id,
  since: consulted.at,
  dueAt: daysLater(consulted.at, 1),
});

/** The kit comes after the consultation. A patient the treatment isn't right for needs none. */
export const kitNotRequested: PatientRule = {
  id: 'kit-not-requested',
  title: 'No kit requested',
  owner: 'coach',
  states: ['treatment'],
  find: ({ consulted }, clock) =>
    consulted && !consulted.hasKit
      ? [
          {
            ...since(consulted, clock),
            why: 'The consultation was completed, and no one has asked for the kit yet.',
          },
        ]
      : [],
};

/** Every coach sees an unassigned patient's item, so it asks all of them. */
export const noCoachAssigned: PatientRule = {
  id: 'no-coach-assigned',
  title: 'No coach assigned',
  owner: 'coach',
  states: ['treatment'],
  find: ({ consulted, coachId }, clock) =>
    consulted && coachId === null
      ? [
          {
            ...since(consulted, clock),
            why: 'The consultation was completed, and this patient has no coach yet.',
          },
        ]
      : [],
};
