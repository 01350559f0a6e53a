import { expect, test } from 'vitest';
import { withTestServer } from '../testing/test-server.ts';
import { forgetExpired } from './forget-expired.ts';
import { letTimePass, refreshWith, signIn } from './testing/patients.ts';

test('what has ended is forgotten, what lives is not', async () => {
  const server = await withTestServer();
  const ended = await signIn(server, 'ended@example.com');
  const living = await signIn(server, 'living@example.com');
  await server.database.query('update auth.sessions set not_after = now() where user_id = $1', [
    ended.session.user.id,
  ]);
  await letTimePass(server, 'ended@example.com', '25 hours');
  await forgetExpired(server.database);
  const sessions = await server.database.query('select user_id from auth.sessions');
  expect(sessions.rows).toEqual([{ user_id: living.session.user.id }]);
  expect((await server.database.query('select from auth.refresh_tokens')).rowCount).toBe(1);
  const codes = await server.database.query('select email from portal_server.sign_in_codes');
  expect(codes.rows).toEqual([{ email: 'living@example.com' }]);
  expect((await refreshWith(server, living.session.refresh_token)).status).toBe(200);
});
