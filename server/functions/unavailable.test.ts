import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { removeData } from '../embedded/cluster-folder.ts';
import { startPostgres } from '../embedded/postgres.ts';
import { serveWithDeno } from '../testing/deno.ts';
import { newDataFolder } from '../testing/new-data-folder.ts';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let folder: string;
let server: TestServer;
let patient: Patient;
let denos: Record<string, Awaited<ReturnType<typeof serveWithDeno>>>;

beforeAll(async () => {
  folder = await newDataFolder({ withDatabase: true });
  const postgres = await startPostgres(folder);
  const database = createDatabase(postgres.url);
  await migrate(database);
  await database.end();
  server = await startTestServer({}, { database: postgres });
  patient = await newPatient(server);
  denos = {
    'validate-email': await serveWithDeno('validate-email', server),
    'get-blog-posts': await serveWithDeno('get-blog-posts', server),
    'schedule-appointment': await serveWithDeno('schedule-appointment', server),
  };
  await postgres.stop();
});
afterAll(async () => {
  for (const deno of Object.values(denos)) await deno.stop();
  await server.stop();
  await removeData(folder);
});

const CALLS: [string, object | null, 'anyone' | 'patient'][] = [
  ['validate-email', { email: 'robin@example.com' }, 'anyone'],
  ['get-blog-posts', null, 'anyone'],
  ['schedule-appointment', {}, 'patient'],
];

test.each(CALLS.flatMap((call) => [['Node', ...call] as const, ['Deno', ...call] as const]))(
  'while PostgreSQL is down, %s tells %s that it will be back',
  async (home, name, body, caller) => {
    const url = home === 'Node' ? `${server.url}/functions/v1/${name}` : denos[name]!.url;
    const token = caller === 'patient' ? patient.token : server.keys.anonKey;
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await response.json()).toEqual({
      code: 'unavailable',
      message: 'The service is not available right now. Please try again.',
    });
  },
);

test('a function on Deno whose auth service cannot be reached says so in JSON', async () => {
  const nowhere = { url: 'http://127.0.0.1:9', keys: server.keys };
  const deno = await serveWithDeno('cancel-appointment', nowhere);
  try {
    const response = await fetch(deno.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${patient.token}` },
      body: '{}',
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await response.json()).toMatchObject({ code: 'unavailable' });
  } finally {
    await deno.stop();
  }
});
