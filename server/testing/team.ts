import { createHmac, randomUUID } from 'node:crypto';
import type { TeamRole } from '../../domain/contracts/team/team-session.ts';
import type { Database } from '../database/database.ts';
import { clientFor, signInInvited, type Patient } from '../rest/testing.ts';
import type { TestServer } from './test-server.ts';

export type Member = Patient & { person: string; sessionId: string; email: string };

export type Invited = { person: string; email: string; codeHash: string };

/** Invites a person like the command does. */
export async function inviteMember(
  { query }: Pick<Database, 'query'>,
  role: TeamRole,
  email = `${randomUUID()}@clinic.example`,
  codeHash = `set-up ${email}`,
): Promise<Invited> {
  const { rows } = await query<{ person: string }>(
    `select public.team_invite(null, $1, $2, $3, 'Europe/London', $4) as person`,
    [email, `The ${role}`, role, codeHash],
  );
  return { person: rows[0]!.person, email, codeHash };
}

/** A setup code, hashed like the functions do. */
export const setUpHash = ({ keys }: Pick<TestServer, 'keys'>, email: string, code: string): string =>
  createHmac('sha256', keys.serviceRoleKey).update(`set-up code\0${email}\0${code}`).digest('hex');

/** A session of this user at aal2, with a factor that was verified in it. */
export async function verifyFactor(
  { query }: Pick<Database, 'query'>,
  user: string,
  sessionId: string,
): Promise<string> {
  const { rows } = await query<{ id: string }>(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, gen_random_uuid(), 'totp', 'verified', now(), now()) returning id`,
    [user],
  );
  await query(`update auth.sessions set aal = 'aal2', factor_id = $2 where id = $1`, [
    sessionId,
    rows[0]!.id,
  ]);
  return rows[0]!.id;
}

/** The token after a right code from the app, in the same session. */
export async function withRaisedToken<Holder extends Patient>(
  server: TestServer,
  holder: Holder,
): Promise<Holder> {
  const token = await server.keys.sign({ ...(await server.keys.verify(holder.token)), aal: 'aal2' });
  return { ...holder, token, client: clientFor(server, token) };
}

/** A team member who has only signed in by email, and has this setup code. */
export async function mailedMember(server: TestServer, role: TeamRole, code = 'ABCDEFGH23'): Promise<Member> {
  const email = `${randomUUID()}@clinic.example`;
  const { person } = await inviteMember(server.database, role, email, setUpHash(server, email, code));
  return signInMember(server, { person, email });
}

/** A team member at work, who set up the second factor in this session. */
export async function newMember(server: TestServer, role: TeamRole): Promise<Member> {
  const code = 'ABCDEFGH23';
  const member = await mailedMember(server, role, code);
  await verifyFactor(server.database, member.id, member.sessionId);
  await server.database.query('select public.team_set_up($1, $2, $3)', [
    member.id,
    member.sessionId,
    setUpHash(server, member.email, code),
  ]);
  return withRaisedToken(server, member);
}

export async function signInMember(
  server: TestServer,
  { person, email }: Pick<Member, 'person' | 'email'>,
): Promise<Member> {
  const account = await signInInvited(server, email);
  const sessionId = (await server.keys.verify(account.token))['session_id'] as string;
  return { ...account, person, email, sessionId };
}
