import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPatient } from '../../../server/testing/patient.ts';
import { newMember } from '../../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts';

// Every function, including future ones: a field that it does not know is refused, not dropped.

/** Sends messages. Our server has a worker for that, so it doesn't serve this function. */
const ELSEWHERE = 'deliver-outbox';
const NAMES = readdirSync(join(import.meta.dirname, '../../functions'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_') && entry.name !== ELSEWHERE)
  .map(({ name }) => name);
/** All of their fields are optional, or they have none. */
const TAKE_NOTHING = [
  'team-session',
  'team-lock',
  'team-people',
  'team-clinic',
  'team-replies',
  'keep-account',
  'stop-email-change',
];

let server: TestServer;
let tokens: string[];
beforeAll(async () => {
  server = await startTestServer();
  const { token } = await newPatient(server);
  const roles = ['coach', 'clinician', 'administrator'] as const;
  const members = await Promise.all(roles.map((role) => newMember(server, role)));
  tokens = [token, server.keys.serviceRoleKey, ...members.map((member) => member.token)];
});
afterAll(() => server.stop());

async function ask(name: string, token: string, init: RequestInit, query = '') {
  const headers = { authorization: `Bearer ${token}`, apikey: server.keys.anonKey };
  const response = await fetch(`${server.url}/functions/v1/${name}${query}`, { headers, ...init });
  const { message } = (await response.json()) as { message?: string };
  return { status: response.status, message };
}

const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });

test.each(NAMES)('%s takes no field that it does not know, in a query or a body', async (name) => {
  const heard = await Promise.all(
    tokens.flatMap((token) => [
      ask(name, token, {}, '?unknown=1'),
      ask(name, token, post({ unknown: 1 })),
      ask(name, token, post({}), '?unknown=1'),
    ]),
  );
  expect(heard.filter(({ status }) => status < 400)).toEqual([]);
  expect(heard.map(({ status }) => status)).toContain(400);
});

test.each(TAKE_NOTHING)('%s names the field', async (name) => {
  const asked = await Promise.all(
    tokens.flatMap((token) => [
      ask(name, token, {}, '?unknown=1'),
      ask(name, token, post({ unknown: 1 })),
      ask(name, token, post({}), '?unknown=1'),
    ]),
  );
  expect(asked.map(({ message }) => message)).toContain('unknown: This field is unknown.');
});

test('a function that takes nothing is called without a body', async () => {
  const answers = await Promise.all(
    tokens.slice(2).map((token) => ask('team-session', token, { method: 'POST' })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});
