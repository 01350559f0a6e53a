import { randomUUID } from 'node:crypto';
import type { TeamRole } from '../domain/contracts/team/team-session.ts';
import { createKeys } from '../server/auth/keys.ts';
import type { Database } from '../server/database/database.ts';
import type { Secrets } from '../server/settings/settings.ts';
import { inviteMember, verifyFactor } from '../server/testing/team.ts';

export type TeamMember = { person: string; role: TeamRole; headers: Record<string, string> };

/** A care team member at work for the next two hours, with a second factor. */
export async function joinTeam(database: Database, secrets: Secrets, role: TeamRole): Promise<TeamMember> {
  const { person, email } = await inviteMember(database, role);
  const { rows } = await database.query<{ sub: string; session_id: string }>(
    `with member as (insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now()) returning id)
     insert into auth.sessions (id, user_id, created_at) select gen_random_uuid(), id, now() from member
     returning user_id as sub, id as session_id`,
    [randomUUID(), email],
  );
  const session = rows[0]!;
  const factor = await verifyFactor(database, session.sub, session.session_id);
  await database.query(
    'update public.care_team set user_id = $2, factor_id = $3, joined_at = now() where id = $1',
    [person, session.sub, factor],
  );
  const now = Math.floor(Date.now() / 1000);
  const times = { iat: now, exp: now + 7200 };
  const claims = { ...session, ...times, email, role: 'authenticated', aud: 'authenticated', aal: 'aal2' };
  const token = await createKeys(secrets).sign(claims);
  const headers = { apikey: secrets.anonKey, authorization: `Bearer ${token}` };
  return { person, role, headers };
}
