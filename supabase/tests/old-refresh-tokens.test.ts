import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { testDatabase } from '../../server/testing/test-database.ts';
import { authService } from './hosted/auth-service.ts';
import { TeamScene, type Account, type Joined } from './team-scene.ts';

// Someone who reads a colleague's mail may hold a refresh token from before the code of the app was entered. On Supabase the
// auth service would answer it with the raised session.

const scene = new TeamScene();
let database: Database;
let remove: () => Promise<void>;
let person: Joined;
let session: Account;
let before: string;
beforeAll(async () => {
  ({ database, remove } = await testDatabase('supabase'));
  scene.database = database;
});
afterAll(() => remove());
beforeEach(async () => {
  person = await scene.join('coach');
  session = await scene.openSession(person.email);
  before = await authService(database).issue(session.session);
});

const enter = () =>
  scene.ask('public.team_enter($1, $2, $3, false)', [session.user, session.session, ['coach']]).then(
    () => 'open',
    (error: { detail: string }) => error.detail,
  );

test('before the app’s code a refresh token is worth one factor', async () => {
  expect(await authService(database).refresh(before)).toMatchObject({ aal: 'aal1' });
});

test('once the app’s code is entered, an earlier refresh token is worth nothing', async () => {
  const { verify, refresh } = authService(database);
  const token = await verify(session.session, person.factor);
  expect(await refresh(before)).toBeNull();
  expect(await enter()).toBe('open');
  // The new token still works for its owner during the old one's ten-second grace period.
  expect(await refresh(token)).toMatchObject({ aal: 'aal2' });
  expect(await refresh(before)).toBeNull();
  expect(await enter()).toBe('open');
});

test('while an earlier refresh token is still valid, the entrance stays closed until the new one is used', async () => {
  const { verify, refresh } = authService(database);
  await database.query('alter table auth.sessions disable trigger end_old_refresh_tokens');
  const token = await verify(session.session, person.factor);
  await database.query('alter table auth.sessions enable trigger end_old_refresh_tokens');
  expect(await refresh(before)).toMatchObject({ aal: 'aal2', token });
  expect(await enter()).toBe('second_factor_required');
  expect(await refresh(token)).toMatchObject({ aal: 'aal2' });
  expect(await enter()).toBe('open');
});
