import { expect, test } from 'vitest';
import { withTestServer } from '../testing/test-server.ts';
import { forgetExpired } from './forget-expired.ts';
import { letTimePass, refreshWith, signIn } from './testing/patients.ts';
import { enroll, newEnrolled, newStaff } from './testing/staff.ts';

test('expired rows are removed, live ones are not', async () => {
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

test('challenges are removed after an hour, and factors that were never verified after a day', async () => {
  const server = await withTestServer();
  const verified = await newEnrolled(server);
  const { client } = await newStaff(server);
  const young = await enroll(client, 'Young');
  const abandoned = await enroll(client, 'Abandoned');
  const { data: open } = await client.auth.mfa.challenge({ factorId: young.factorId });
  const { query } = server.database;
  await query(
    `update auth.mfa_challenges set created_at = now() - interval '61 minutes' where factor_id = $1`,
    [verified.factorId],
  );
  await query(`update auth.mfa_factors set created_at = now() - interval '25 hours' where id = any ($1)`, [
    [verified.factorId, abandoned.factorId],
  ]);
  await forgetExpired(server.database);
  expect((await query('select id from auth.mfa_challenges')).rows).toEqual([{ id: open!.id }]);
  const { rows } = await query<{ id: string }>('select id from auth.mfa_factors');
  expect(rows.map(({ id }) => id).sort()).toEqual([verified.factorId, young.factorId].sort());
});
