import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portalFacts } from '../../functions/portal-facts.ts';
import { startTestServer, withTestServer, type TestServer } from '../../testing/test-server.ts';
import { loadDemo } from '../load.ts';
import { keepDemoPeople } from '../people.ts';
import { DEMO_TEAM } from '../team.ts';

let server: TestServer;
beforeAll(async () => {
  // The limits are those of a newcomer's server, without a scale.
  server = await startTestServer({ RATE_LIMIT_SCALE: '1' });
  await loadDemo(server, { portal: portalFacts(server.settings), keys: server.keys });
});
afterAll(() => server.stop());

const pageOf = async ({ url }: TestServer) => (await fetch(`${url}/dev`)).text();

const choose = ({ url }: TestServer, email: string) =>
  fetch(`${url}/dev/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email }),
  });

const clientOf = ({ url, keys }: TestServer) =>
  createClient(url, keys.anonKey, { auth: { persistSession: false, autoRefreshToken: false } });

const codes = async (email: string, channel: string): Promise<string[]> => {
  const answer = await fetch(`${server.url}/dev/mailbox.json?to=${email}`);
  const messages = (await answer.json()) as { channel: string; code: string }[];
  return messages.filter((message) => message.channel === channel).map(({ code }) => code);
};

test('every demo person has a sentence and a button on the desk, patients before the care team', async () => {
  const page = await pageOf(server);
  const { rows } = await server.database.query<{ email: string; summary: string }>(
    'select email, summary from portal_server.demo_people',
  );
  expect(rows.length).toBeGreaterThanOrEqual(16 + DEMO_TEAM.length);
  for (const { email, summary } of rows) {
    expect(page).toContain(`data-email="${email}"`);
    expect(summary).toMatch(/^[A-Z].*\.$/);
  }
  const labels = [...page.matchAll(/Sign in as (\p{L}+)</gu)].map(([, name]) => name!);
  expect(labels).toEqual(expect.arrayContaining(['Robin', 'Marisol', 'Anneke', 'Tomas']));
  expect(new Set(labels).size).toBe(rows.length);
  expect(page.indexOf('Patients')).toBeLessThan(page.indexOf('Care team'));
});

test('a patient of the demo is signed in twice within a minute, each time with the code that was emailed', async () => {
  const email = 'cycle2@example.com';
  for (const time of [1, 2]) {
    expect((await choose(server, email)).status).toBe(200);
    const { auth } = clientOf(server);
    expect((await auth.signInWithOtp({ email })).error).toBeNull();
    const sent = await codes(email, 'email');
    expect(sent).toHaveLength(time);
    const { data } = await auth.verifyOtp({ email, token: sent[0]!, type: 'email' });
    expect(data.user?.email).toBe(email);
  }
  const again = await clientOf(server).auth.signInWithOtp({ email });
  expect(again.error?.code).toBe('over_email_send_rate_limit');
});

test('someone of the demo’s care team is signed in twice within a minute, with a code from their app each time', async () => {
  const email = 'coach@example.com';
  for (const time of [1, 2]) {
    expect((await choose(server, email)).status).toBe(200);
    const { auth, functions } = clientOf(server);
    expect((await functions.invoke('send-team-code', { body: { email } })).error).toBeNull();
    const sent = await codes(email, 'email');
    expect(sent).toHaveLength(time);
    expect((await auth.verifyOtp({ email, token: sent[0]!, type: 'email' })).error).toBeNull();
    const factorId = (await auth.mfa.listFactors()).data!.totp[0]!.id;
    const [code] = await codes(email, 'authenticator');
    expect((await auth.mfa.challengeAndVerify({ factorId, code: code! })).error).toBeNull();
  }
});

test('someone who signs in from the desk reads the times where the patient lives, and does not move them', async () => {
  const email = 'stage3@example.com';
  await choose(server, email);
  const client = clientOf(server);
  await client.auth.signInWithOtp({ email });
  const [code] = await codes(email, 'email');
  await client.auth.verifyOtp({ email, token: code!, type: 'email' });
  expect((await client.rpc('keep_my_time_zone', { p_zone: 'Asia/Tokyo' })).error).toBeNull();
  const { data } = await client.from('customers').select('time_zone, time_zone_by').single();
  expect(data).toEqual({ time_zone: 'America/New_York', time_zone_by: 'patient' });
});

test('a wrong code is refused for demo people too', async () => {
  const email = 'stage1@example.com';
  await choose(server, email);
  const { auth } = clientOf(server);
  await auth.signInWithOtp({ email });
  const [code] = await codes(email, 'email');
  const wrong = code === '000000' ? '000001' : '000000';
  expect((await auth.verifyOtp({ email, token: wrong, type: 'email' })).error?.code).toBe('otp_expired');
});

test('nothing is skipped for a real patient, who waits a minute for the next code', async () => {
  const email = 'real@clinic.example';
  await server.invite(email);
  const { auth } = clientOf(server);
  expect((await auth.signInWithOtp({ email })).error).toBeNull();
  expect((await choose(server, email)).status).toBe(404);
  expect((await auth.signInWithOtp({ email })).error?.code).toBe('over_email_send_rate_limit');
  expect(await pageOf(server)).not.toContain(email);
});

test('the app’s code of a real colleague is used once, even where a demo person has their address', async () => {
  const email = 'coach2@example.com';
  const { query } = server.database;
  await query(
    `update auth.mfa_factors set friendly_name = 'My phone' from public.care_team
     where factor_id = mfa_factors.id and email = $1`,
    [email],
  );
  await query(
    `insert into portal_server.spent_factor_codes (factor_id, step)
     select factor_id, 1 from public.care_team where email = $1`,
    [email],
  );
  expect((await choose(server, email)).status).toBe(200);
  const kept = await query(
    `select from portal_server.spent_factor_codes join public.care_team using (factor_id) where email = $1`,
    [email],
  );
  expect(kept.rowCount).toBe(1);
});

test('the portal learns that there is a demo, and the handbook can be read alongside it', async () => {
  expect(await (await fetch(`${server.url}/config.json`)).json()).toMatchObject({ demo: true });
  const handbook = await (await fetch(`${server.url}/dev/docs/clinic-handbook.md`)).text();
  expect(handbook).toContain('<h1>');
  for (const outside of ['..%2fpackage.json', '..%2fREADME.md', '%2e%2e/README.md'])
    expect((await fetch(`${server.url}/dev/docs/${outside}`)).headers.get('content-type')).not.toBe(
      'text/markdown',
    );
  expect(await (await fetch(`${server.url}/dev/docs/..%2fREADME.md`)).text()).not.toContain(
    'Béa patient portal',
  );
});

test('without demo data there is no desk, and the portal knows of none', async () => {
  const without = await withTestServer({ DEMO_DATA: 'false' });
  expect((await choose(without, 'coach@example.com')).status).toBe(404);
  expect(await pageOf(without)).not.toContain('Choose a demo person');
  expect((await fetch(`${without.url}/dev/desk.js`)).status).toBe(404);
  expect(await (await fetch(`${without.url}/config.json`)).json()).not.toHaveProperty('demo');
});

test('in production there is no desk and no mailbox, even if the demo people are still in the data', async () => {
  const production = await withTestServer({
    NODE_ENV: 'production',
    SITE_URL: 'https://portal.example.com/',
    JWT_SECRET: 'Yk0hR2vQ9dWm4sXc7pLb1nTz6gJf3uAe8oKi5rHy',
    SUPABASE_ANON_KEY: 'anon',
    SUPABASE_SERVICE_ROLE_KEY: 'service',
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_FROM: 'care@example.com',
    DEMO_DATA: 'true',
  });
  await production.database.transaction((query) =>
    keepDemoPeople(query, [
      {
        email: 'coach@example.com',
        side: 'team',
        name: 'Marisol Vega',
        chapter: 'Coaches',
        summary: 'Coach.',
      },
    ]),
  );
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${production.url}${path}`, {
      ...init,
      headers: { Host: 'portal.example.com', 'Content-Type': 'application/json' },
    });
  const signIn = { method: 'POST', body: JSON.stringify({ email: 'coach@example.com' }) };
  expect((await ask('/dev/sign-in', signIn)).status).toBe(404);
  for (const path of ['/dev/desk.js', '/dev/mailbox.json', '/dev/docs/demo.md'])
    expect((await ask(path)).status, path).toBe(404);
  expect(await (await ask('/dev')).text()).not.toContain('Choose a demo person');
  const config: unknown = await (await ask('/config.json')).json();
  expect(config).toHaveProperty('supabaseAnonKey');
  expect(config).not.toHaveProperty('demo');
});

test('only loading the demo can name the people that the desk signs in', async () => {
  const { rows } = await server.database.query(
    `select role, operation from unnest(array['anon', 'authenticated', 'service_role']) as role,
       unnest(array['select', 'insert', 'update', 'delete']) as operation
     where has_table_privilege(role, 'portal_server.demo_people', operation)`,
  );
  expect(rows).toEqual([]);
});
