import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { beginLeaving, codeFor } from './functions/testing/leaving.ts';
import { newPatient } from '../../server/testing/patient.ts';
import { startTestServer, withTestServer, type TestServer } from '../../server/testing/test-server.ts';
import { CALLS, INVITED } from './keys/calls.ts';
import { NEXT_SECRET, PUBLISHABLE, SECRET, settings, startProject, type Setting } from './keys/project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { deployment: 'supabase' });
  await server.invite(INVITED);
});
afterAll(() => server.stop());

async function aProject(setting: Setting, names?: string[]) {
  const project = await startProject(server, setting, names);
  onTestFinished(() => project.stop());
  return project;
}
const withEnv = (setting: Setting, env: Record<string, string>): Setting => ({
  ...setting,
  env: { ...setting.env, ...env },
});

test('a function without keys does not start, and says which are missing', async () => {
  const none = { ...settings(server)['the new names only'], env: {} };
  const { call } = await aProject(none);
  for (const name of Object.keys(CALLS)) {
    expect([name, await call(name, { apikey: PUBLISHABLE })]).toMatchObject([
      name,
      {
        status: 503,
        json: {
          code: 'BOOT_ERROR',
          message:
            'Not set: SUPABASE_PUBLISHABLE_KEYS (or the older SUPABASE_ANON_KEY), SUPABASE_SECRET_KEYS (or the older SUPABASE_SERVICE_ROLE_KEY)',
        },
      },
    ]);
  }
});

test('a weak HASH_SECRET is named', async () => {
  const weak = withEnv(settings(server)['the new names only'], { HASH_SECRET: 'short' });
  const { call } = await aProject(weak, ['keep-account']);
  expect(await call('keep-account', { apikey: PUBLISHABLE })).toMatchObject({
    status: 503,
    json: { message: 'HASH_SECRET is weak: at least 32 characters' },
  });
});

test('older keys that the project switched off open nothing, though functions still get them', async () => {
  const { call, keys } = await aProject(settings(server).both, ['deliver-outbox', 'validate-email']);
  const { anonKey, serviceRoleKey } = server.keys;
  expect((await call('deliver-outbox', { apikey: serviceRoleKey })).status).toBe(200);
  expect((await call('validate-email', { bearer: anonKey })).status).toBe(200);
  keys.anon.splice(0, 2, PUBLISHABLE);
  keys.service_role.splice(0, 2, SECRET);
  for (const way of [{ apikey: serviceRoleKey }, { bearer: serviceRoleKey }])
    expect((await call('deliver-outbox', way)).status).toBe(401);
  expect((await call('validate-email', { apikey: anonKey })).status).toBe(401);
  expect((await call('deliver-outbox', { apikey: SECRET })).status).toBe(200);
});

test('a code emailed before the secret key was replaced still works', async () => {
  const names = ['request-account-deletion', 'confirm-account-deletion'];
  const { 'the new names only': before, 'a second secret key, after turning over': after } = settings(server);
  const own = { HASH_SECRET: 'of-its-own-and-thirty-two-characters-long' };
  const patient = await newPatient(server);
  const earlier = await aProject(withEnv(before, own), names);
  const bearer = await earlier.gateway.tokenOf(patient.token);
  expect((await earlier.call(names[0]!, { apikey: PUBLISHABLE, bearer })).status).toBe(200);
  const later = await aProject(withEnv(after, own), names);
  const credentials = { apikey: PUBLISHABLE, bearer: await later.gateway.tokenOf(patient.token) };
  const code = await codeFor(server.database, patient);
  expect((await later.call(names[1]!, credentials, { code })).status).toBe(200);
});

test('a revoked secret key is no one’s', async () => {
  const turnedOver = settings(server)['a second secret key, after turning over'];
  const alone = { SUPABASE_SECRET_KEYS: JSON.stringify({ default: NEXT_SECRET }) };
  const { call } = await aProject(withEnv({ ...turnedOver, secretKeys: [NEXT_SECRET] }, alone), [
    'deliver-outbox',
  ]);
  expect((await call('deliver-outbox', { apikey: SECRET })).status).toBe(401);
  expect((await call('deliver-outbox', { apikey: NEXT_SECRET })).status).toBe(200);
});

test('an account’s files are deleted with the new secret key', async () => {
  const { call } = await aProject(settings(server)['the new names only'], ['delete-due-accounts']);
  const patient = await newPatient(server);
  const { storage } = createClient(server.url, server.keys.serviceRoleKey);
  const file = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
  const { error } = await storage.from('documents').upload(`${patient.id}/letter.pdf`, file);
  expect(error).toBeNull();
  await beginLeaving(server.database, patient, { daysAgo: 8 });
  expect(await call('delete-due-accounts', { apikey: SECRET })).toEqual({
    status: 200,
    json: { deleted: 1 },
  });
  expect((await storage.from('documents').list(patient.id)).data).toEqual([]);
});

test('a patient signs in, reads and calls with an unmodified client, a publishable key and tokens of ES256', async () => {
  // Our own auth service is in for GoTrue, so the tables of users are those of our own server.
  const home = await withTestServer();
  await home.invite(INVITED);
  const names = ['validate-email', 'keep-account'];
  const { gateway, stop } = await startProject(home, settings(home)['the new names only'], names);
  onTestFinished(stop);
  const client = createClient(gateway.url, PUBLISHABLE, { auth: { persistSession: false } });
  const asked = await client.functions.invoke('validate-email', { body: { email: INVITED } });
  expect([asked.error, asked.data]).toEqual([null, { authorized: true }]);
  expect((await client.auth.signInWithOtp({ email: INVITED })).error).toBeNull();
  const [mail] = await home.mail(INVITED);
  const { data, error } = await client.auth.verifyOtp({ email: INVITED, token: mail!.code!, type: 'email' });
  expect(error).toBeNull();
  const [header] = data.session!.access_token.split('.');
  expect(JSON.parse(atob(header!))).toMatchObject({ alg: 'ES256' });
  expect((await client.from('customers').select('customer_email')).data).toEqual([
    { customer_email: INVITED },
  ]);
  expect((await client.functions.invoke('keep-account', { body: {} })).error).toBeNull();
  expect((await client.auth.getUser()).data.user?.email).toBe(INVITED);
});
