import { afterEach, beforeEach, describe } from 'vitest';
import type { TeamRole } from '../../domain/contracts/team/team-session.ts';
import type { Database } from '../../server/database/database.ts';
import { testDatabase } from '../../server/testing/test-database.ts';
import { inviteMember, verifyFactor } from '../../server/testing/team.ts';

export type Account = { user: string; session: string };
export type Joined = Account & { person: string; email: string; factor: string };

export const NOT_ALLOWED = { code: 'PT403', detail: 'not_allowed' };

/** The same tests in the shapes of both databases; each test starts with no one in the team. */
export function withCareTeam(tests: (scene: TeamScene) => void): void {
  describe.each(['embedded', 'supabase'] as const)('in the shapes of %s', (home) => {
    const scene = new TeamScene();
    let remove: () => Promise<void>;
    beforeEach(async () => {
      ({ database: scene.database, remove } = await testDatabase(home));
    });
    afterEach(() => remove());
    tests(scene);
  });
}

/** The calls of functions and of the command to the database. */
export class TeamScene {
  database!: Database;

  async ask(call: string, values: unknown[] = []): Promise<unknown> {
    const { rows } = await this.database.query<{ answer: unknown }>(`select ${call} as answer`, values);
    return rows[0]!.answer;
  }

  count = async (text: string, values: unknown[] = []): Promise<number> =>
    (await this.database.query(text, values)).rows.length;

  personOf = async (id: string) =>
    (await this.database.query('select * from public.care_team where id = $1', [id])).rows[0]!;

  /** Someone has proved this address; their user is made the first time. */
  async openSession(email: string): Promise<Account> {
    await this.database.query(
      `insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now()) on conflict do nothing`,
      [email],
    );
    const { rows } = await this.database.query<Account>(
      `insert into auth.sessions (id, user_id, created_at) select gen_random_uuid(), id, now() from auth.users where email = $1
       returning user_id as user, id as session`,
      [email],
    );
    return rows[0]!;
  }

  /** Calls like a function does. */
  change = ({ user, session }: Account, action: object, request: object | null = null) =>
    this.ask('public.team_change_people($1, $2, $3, $4, $5, $6)', [
      user,
      session,
      ['administrator', 'clinician'],
      [],
      JSON.stringify(action),
      request,
    ]);

  setUp = ({ user, session }: Account, codeHash: string) =>
    this.ask('public.team_set_up($1, $2, $3)', [user, session, codeHash]);

  async join(role: TeamRole): Promise<Joined> {
    const { codeHash, ...invited } = await inviteMember(this.database, role);
    const account = await this.openSession(invited.email);
    const factor = await verifyFactor(this.database, account.user, account.session);
    await this.setUp(account, codeHash);
    return { ...invited, ...account, factor };
  }

  invite = (by: string, email: string, role: string) =>
    this.ask('public.team_invite($1, $2, $3, $4, $5, $6)', [by, email, 'New', role, 'UTC', 'h']);
  changeRole = (by: string | null, person: string, role: string) =>
    this.ask('public.team_change_role($1, $2, $3)', [by, person, role]);
  agree = (by: string | null, person: string, role: string) =>
    this.ask('public.team_agree($1, $2, $3)', [by, person, role]);
  resetFactor = (by: string | null, person: string, codeHash: string) =>
    this.ask('public.team_reset_factor($1, $2, $3)', [by, person, codeHash]);
  deactivate = (by: string | null, person: string) =>
    this.ask('public.team_deactivate($1, $2)', [by, person]);
}
