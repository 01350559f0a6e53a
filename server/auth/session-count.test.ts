import { expect, test } from 'vitest';
import { withTestServer } from '../testing/test-server.ts';
import { MAX_SESSIONS, openSession } from './sessions.ts';
import { statusOf } from './testing/email-changes.ts';
import { refreshWith, signIn } from './testing/patients.ts';
import type { User } from './users.ts';

test('signing in with twenty sessions already ends the one idle longest', async () => {
  const server = await withTestServer();
  const { session: used } = await signIn(server, 'ada@example.com');
  const { session: other } = await signIn(server, 'bea@example.com');
  const rested: string[] = [];
  for (let n = 1; n < MAX_SESSIONS; n += 1) {
    rested.push((await openSession(server.database.query, { id: used.user.id } as User)).id);
  }
  expect((await refreshWith(server, used.refresh_token)).status).toBe(200);

  const { session: newest } = await signIn(server, 'ada@example.com');
  const { rows } = await server.database.query<{ id: string }>(
    'select id from auth.sessions where user_id = $1',
    [used.user.id],
  );
  expect(rows).toHaveLength(MAX_SESSIONS);
  expect(rows.map(({ id }) => id)).not.toContain(rested[0]);
  for (const { access_token } of [used, other, newest]) {
    expect(await statusOf(server, access_token)).toBe(200);
  }
});

test('a mailbox alone ends no session that has the second factor, however often it signs in', async () => {
  const server = await withTestServer();
  const { session } = await signIn(server, 'ada@example.com');
  await server.database.query(
    `update auth.sessions set aal = 'aal2', refreshed_at = now() - interval '1 day' where user_id = $1`,
    [session.user.id],
  );
  for (let n = 0; n <= MAX_SESSIONS; n += 1) {
    await openSession(server.database.query, { id: session.user.id } as User);
  }
  expect(await statusOf(server, session.access_token)).toBe(200);
});
