import type { ShownPatient } from '@/lib/care-team/in-sight-query.ts';
import type { WholeRecord } from './queries.ts';

/** Of an open record, what stays in sight. */
export const inSightOf = ({
  name,
  profile,
  careState,
  alerts,
}: WholeRecord): Required<Omit<ShownPatient, 'email'>> => ({
  name,
  careState,
  stage: profile.stage,
  age: profile.age,
  birthDate: profile.identity.birthDate,
  pronouns: profile.identity.pronouns,
  alerts: alerts.map(({ text }) => text),
});
