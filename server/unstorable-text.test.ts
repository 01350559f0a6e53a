import { afterAll, beforeAll, expect, test } from 'vitest';
import { TeamRole } from '../domain/contracts/team/team-session.ts';
import { calmPatient, everyRequest } from '../supabase/tests/functions/testing/every-request.ts';
import { aTeamClinic } from '../supabase/tests/functions/testing/team-calls.ts';
import type { Asked } from '../supabase/tests/functions/testing/two-clinics.ts';
import { CALLS } from '../supabase/tests/keys/calls.ts';
import { signInPatient, type Patient } from './rest/testing.ts';
import { connectRaw } from './realtime/testing/raw-client.ts';
import { newMember, type Member } from './testing/team.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

// PostgreSQL can't store NUL in a text, and JSON may contain half of a surrogate pair. Neither is our
// failure, so every endpoint must tell the sender.

const TEXTS = { 'a NUL': 'a\u0000b', 'half a character': 'a\ud800b' };

let server: TestServer;
let ann: Patient;
let team: Record<TeamRole, Member>;
let asked: Asked[];
beforeAll(async () => {
  server = await startTestServer();
  ann = await signInPatient(server, 'ann@example.com');
  team = {
    coach: await newMember(server, 'coach'),
    clinician: await newMember(server, 'clinician'),
    administrator: await newMember(server, 'administrator'),
  };
  const colleague = await newMember(server, 'coach');
  const setting = {
    server,
    clinic: await aTeamClinic(server, [team.coach, colleague]),
    coach: team.coach,
    colleague,
  };
  asked = everyRequest(await calmPatient(setting), setting);
});
afterAll(() => server.stop());

type Endpoint = { path: string; method?: string; body?: unknown };
type Endpoints = (text: string) => Record<string, Endpoint>;

/** As in a URL: half of a surrogate pair has no UTF-8, so its bytes are written as they would be. */
const inPath = (text: string) =>
  encodeURIComponent(text.replace('\ud800', '\u0001')).replace('%01', '%ED%A0%80');
const message = { topic: 'call:nobody', event: 'word', payload: {}, private: true };

const REALTIME: Endpoints = (text) => ({
  'broadcast: topic': {
    path: '/realtime/v1/api/broadcast',
    body: { messages: [{ ...message, topic: text }] },
  },
  'broadcast: event': {
    path: '/realtime/v1/api/broadcast',
    body: { messages: [{ ...message, event: text }] },
  },
  'broadcast: payload': {
    path: '/realtime/v1/api/broadcast',
    body: { messages: [{ ...message, payload: { text } }] },
  },
  'broadcast by address: topic': {
    path: `/realtime/v1/api/broadcast/${inPath(text)}/events/word?private=true`,
    body: {},
  },
  'broadcast by address: event': {
    path: `/realtime/v1/api/broadcast/call:nobody/events/${inPath(text)}?private=true`,
    body: {},
  },
});

const AUTH: Endpoints = (text) => ({
  'otp: email': { path: '/auth/v1/otp', body: { email: `${text}@example.com` } },
  'verify: email': {
    path: '/auth/v1/verify',
    body: { email: `${text}@example.com`, token: '123456', type: 'email' },
  },
  'verify: token': { path: '/auth/v1/verify', body: { email: 'a@example.com', token: text, type: 'email' } },
  'verify: type': { path: '/auth/v1/verify', body: { email: 'a@example.com', token: '123456', type: text } },
  'verify a change: token': {
    path: '/auth/v1/verify',
    body: { email: 'a@example.com', token: text, type: 'email_change' },
  },
  'token: refresh token': { path: '/auth/v1/token?grant_type=refresh_token', body: { refresh_token: text } },
  'user: email': { path: '/auth/v1/user', method: 'PUT', body: { email: `${text}@example.com` } },
});

const STORAGE: Endpoints = (text) => {
  const [guide, own] = [`guides/${inPath(text)}.pdf`, `documents/${ann.id}/${inPath(text)}.pdf`];
  return {
    'download: bucket': { path: `/storage/v1/object/authenticated/${inPath(text)}/a.pdf` },
    'public download: bucket': { path: `/storage/v1/object/public/${inPath(text)}/a.pdf` },
    'list: bucket': { path: `/storage/v1/object/list/${inPath(text)}`, body: { prefix: '' } },
    'list: prefix': { path: '/storage/v1/object/list/documents', body: { prefix: text } },
    'list: search': { path: '/storage/v1/object/list/documents', body: { prefix: '', search: text } },
    'list: order': {
      path: '/storage/v1/object/list/documents',
      body: { prefix: '', sortBy: { column: text } },
    },
    download: { path: `/storage/v1/object/authenticated/${own}` },
    'public download': { path: `/storage/v1/object/public/${guide}` },
    exists: { path: `/storage/v1/object/${own}`, method: 'HEAD' },
    'public exists': { path: `/storage/v1/object/public/${guide}`, method: 'HEAD' },
    'signed download': { path: `/storage/v1/object/sign/${own}?token=a.b.c` },
    upload: { path: `/storage/v1/object/${own}`, method: 'POST', body: {} },
    update: { path: `/storage/v1/object/${own}`, method: 'PUT', body: {} },
    remove: {
      path: '/storage/v1/object/documents',
      method: 'DELETE',
      body: { prefixes: [`${ann.id}/${text}`] },
    },
    'sign one': { path: `/storage/v1/object/sign/${own}`, body: { expiresIn: 60 } },
    'sign many: bucket': {
      path: `/storage/v1/object/sign/${inPath(text)}`,
      body: { expiresIn: 60, paths: ['a.pdf'] },
    },
    'remove: bucket': {
      path: `/storage/v1/object/${inPath(text)}`,
      method: 'DELETE',
      body: { prefixes: ['a.pdf'] },
    },
  };
};

const REST: Endpoints = (text) => ({
  table: { path: `/rest/v1/${inPath(text)}` },
  procedure: { path: `/rest/v1/rpc/${inPath(text)}`, body: {} },
  filter: { path: `/rest/v1/completed_phases?phase_id=eq.${inPath(text)}` },
  'list of values': { path: `/rest/v1/completed_phases?phase_id=in.(${inPath(text)})` },
  pattern: { path: `/rest/v1/completed_phases?phase_id=like.${inPath(text)}*` },
  column: { path: `/rest/v1/completed_phases?select=${inPath(text)}` },
  order: { path: `/rest/v1/completed_phases?order=${inPath(text)}` },
  insert: { path: '/rest/v1/completed_phases', body: { user_id: ann.id, phase_id: text, stage_number: 1 } },
  update: { path: `/rest/v1/customers?user_id=eq.${ann.id}`, method: 'PATCH', body: { status: text } },
  argument: { path: '/rest/v1/rpc/enter_call', body: { p_room: text } },
});

type Call = { name: string; query?: Record<string, string>; body?: unknown };

/** Every text that this call sends, one after the other. */
function textsOf({ name, query, body }: Call, text: string): [string, Endpoint][] {
  const path = `/functions/v1/${name}`;
  const inBody = variants(body, text).map((given, at): [string, Endpoint] => [
    `${name} ${at}`,
    { path, body: given },
  ]);
  return inBody.concat(inQuery({ name, query: query ?? {} }, text));
}

const inQuery = ({ name, query }: Required<Omit<Call, 'body'>>, text: string) =>
  Object.keys(query).map((key): [string, Endpoint] => {
    const others = new URLSearchParams(query);
    others.set(key, 'HERE');
    const sent = others.toString().replace('HERE', inPath(text));
    return [`${name}: ${key}`, { path: `/functions/v1/${name}?${sent}` }];
  });

const FUNCTIONS: Endpoints = (text) =>
  Object.fromEntries(Object.entries(CALLS).flatMap(([name, call]) => textsOf({ name, ...call }, text)));

/** Every field of the team’s functions, once. */
const TEAM: Endpoints = (text) => ({
  ...Object.fromEntries(asked.flatMap(({ name, query = {} }) => inQuery({ name, query }, text))),
  ...Object.fromEntries(
    asked.flatMap(({ name, body = {} }) =>
      Object.entries(body).flatMap(([key, part]): [string, Endpoint][] => {
        const given = variants(part, text).at(-1);
        const changed = { path: `/functions/v1/${name}`, body: { ...body, [key]: given } };
        return given === undefined ? [] : [[`${name}: ${key}`, changed]];
      }),
    ),
  ),
});

/** One copy of the value for each text in it, with that text replaced. */
function variants(value: unknown, text: string): unknown[] {
  if (typeof value === 'string')
    return [text, ...(value.includes('@') ? [value.replace('@', `${text}@`)] : [`${value}${text}`])];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    variants(part, text).map((given) => withPart(value, key, given)),
  );
}

const withPart = (value: object, key: string, given: unknown): unknown =>
  Array.isArray(value) ? value.with(Number(key), given) : { ...value, [key]: given };

async function statusAt(
  { path, method, body }: Endpoint,
  { token }: Pick<Patient, 'token'>,
): Promise<number> {
  const answer = await fetch(server.url + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      apikey: server.keys.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const ENDPOINTS = { REALTIME, AUTH, STORAGE, REST, FUNCTIONS };

test.each(
  Object.entries(ENDPOINTS).flatMap(([part, endpoints]) =>
    Object.entries(TEXTS).map(([name, text]) => [part, name, endpoints, text] as const),
  ),
)('%s: %s is refused as the sender’s mistake', async (_part, _name, endpoints, text) => {
  const failed: string[] = [];
  for (const [name, endpoint] of Object.entries(endpoints(text))) {
    const status = await statusAt(endpoint, ann);
    const isRefused = status >= 400 && status < 500;
    // Once JSON or UTF-8 has replaced half a character, the text is like any other.
    if (!isRefused && !(text === TEXTS['half a character'] && status < 300))
      failed.push(`${name}: ${status}`);
  }
  expect(failed).toEqual([]);
});

test.each(Object.entries(TEXTS))(
  '%s is refused as the mistake of a coach, a clinician or an administrator',
  async (_, text) => {
    const failed: string[] = [];
    for (const [name, endpoint] of Object.entries(TEAM(text))) {
      const statuses = await Promise.all(TeamRole.options.map((role) => statusAt(endpoint, team[role])));
      // Every function is for at least one of the three, who is told what is wrong; the others may not call it.
      const isRefused =
        statuses.includes(400) && statuses.every((status) => status === 400 || status === 403);
      const isReplaced = text === TEXTS['half a character'] && endpoint.body === undefined;
      if (!isRefused && !isReplaced) failed.push(`${name}: ${statuses.join(', ')}`);
    }
    expect(failed).toEqual([]);
  },
);

test.each(Object.entries(TEXTS))(
  '%s in a message by socket is refused, and the socket stays',
  async (_, text) => {
    const client = await connectRaw({ url: server.url, anonKey: server.keys.anonKey });
    const refused = [
      await client.join(`call:${text}`, ann.token),
      await client.join('tables', ann.token, {
        private: false,
        postgres_changes: [{ event: '*', schema: 'public', table: text }],
      }),
      await client.join('tables', ann.token, {
        private: false,
        postgres_changes: [{ event: '*', schema: 'public', table: 'customers', filter: `status=eq.${text}` }],
      }),
    ];
    expect(JSON.stringify(refused)).not.toContain('Unknown Error');
    expect(client.isOpen()).toBe(true);
    client.socket.terminate();
  },
);
