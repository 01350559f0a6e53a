import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { invite, uninvite } from '../commands/invitations.ts';
import { startTestServer, withTestServer, type TestServer } from '../testing/test-server.ts';
import {
  addressesOf,
  submitChangeCode,
  newMoverWithCodes,
  onBothTables,
  someAddress,
  type Mover,
} from './testing/email-changes.ts';
import { askForCode, submitCode, codeFor } from './testing/patients.ts';

/** Every way an operator can end and revoke access. */
const ENDS: Record<string, (server: TestServer, email: string) => Promise<unknown>> = {
  'is ended by the command': ({ database }, email) => uninvite(database, email),
  'is ended in the table': ({ database }, email) =>
    database.query('update public.invitations set revoked_at = now() where email = $1', [email]),
  'is deleted': ({ database }, email) =>
    database.query('delete from public.invitations where email = $1', [email]),
};

const inviteAgain = ({ database }: TestServer, email: string) =>
  invite(database, { email, first: 'Robin', last: 'Castellano' }, 'here');

onBothTables((home) => {
  test.each(Object.entries(ENDS))(
    'access that %s also ends a change of address, even when access is restored',
    async (_, end) => {
      const server = home();
      const mover = await newMoverWithCodes(server);
      const second = await codeFor(server, mover.to);
      const first = await submitChangeCode(server, mover.from, await codeFor(server, mover.from));
      expect(first.status).toBe(200);
      await end(server, mover.from);
      await inviteAgain(server, mover.from);
      expect((await submitChangeCode(server, mover.to, second)).status).toBe(403);
      expect(await addressesOf(server, mover)).toMatchObject({ email: mover.from, pending: '' });
      const { rows } = await server.database.query('select from auth.sessions where user_id = $1', [
        mover.id,
      ]);
      expect(rows).toEqual([]);
    },
  );
});

test.each(Object.entries(ENDS))(
  'access that %s also invalidates a code, even for someone who never signed in',
  async (_, end) => {
    const server = await withTestServer();
    const email = someAddress('invited');
    await inviteAgain(server, email);
    expect((await askForCode(server, email)).status).toBe(200);
    const code = await codeFor(server, email);
    await end(server, email);
    await inviteAgain(server, email);
    expect((await submitCode(server, email, code)).status).toBe(403);
    // Nothing from before delays the next code.
    expect((await askForCode(server, email)).status).toBe(200);
    expect((await submitCode(server, email, await codeFor(server, email))).status).toBe(200);
  },
);

test('codes sent by Supabase’s auth service are invalidated too, and no one else’s', async () => {
  const server = await startTestServer({}, { deployment: 'supabase' });
  onTestFinished(() => server.stop());
  const { database } = server;
  const [leaver, other] = [await newMoverWithCodes(server), await newMoverWithCodes(server)];
  for (const { id } of [leaver, other]) {
    await database.query(
      `update auth.users set confirmation_token = 'c' || id, recovery_token = 'r' || id, reauthentication_token = '123456'
         where id = $1`,
      [id],
    );
    await database.query(
      `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
         values ($1, $2, 'recovery_token', 'hash', 'somebody')`,
      [randomUUID(), id],
    );
  }
  await database.query('update public.invitations set revoked_at = now() where email = $1', [leaver.from]);
  const left = async ({ id }: Mover) =>
    (
      await database.query(
        `select concat(confirmation_token, recovery_token, reauthentication_token, email_change,
             email_change_token_new, email_change_token_current) as codes,
             (select count(*)::int from auth.one_time_tokens where user_id = users.id) as tokens
           from auth.users where id = $1`,
        [id],
      )
    ).rows[0];
  expect(await left(leaver)).toEqual({ codes: '', tokens: 0 });
  expect(await left(other)).toMatchObject({ codes: expect.stringContaining(other.to), tokens: 1 });
});
