import { randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inBothHomes, type Home } from './testing/homes.ts';

const HOUR_MS = 3_600_000;

/** A procedure called as a browser can, without the function in front of it. */
const rpc = ({ server }: Home, name: string, token: string, body: object = {}) =>
  fetch(`${server().url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: server().keys.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      // A trial run would take the count back with everything else.
      prefer: 'tx=rollback',
    },
    body: JSON.stringify(body),
  });

async function statusesOf(count: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let done = 0; done < count; done += 10) {
    const answers = await Promise.all(Array.from({ length: Math.min(10, count - done) }, ask));
    statuses.push(...answers.map(({ status }) => status));
  }
  return statuses;
}

inBothHomes('export-my-data', (home) => {
  test('thirty exports in an hour are enough, by the procedure and by the function together', async () => {
    const [patient, other] = [await home.patient(), await home.patient()];
    const byFunction = () => home.call({ body: { format: 'json' }, token: patient.token });
    const byProcedure = () => rpc(home, 'export_my_data', patient.token);
    expect(new Set(await statusesOf(10, byFunction))).toEqual(new Set([200]));
    const statuses = await statusesOf(30, byProcedure);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await byFunction();
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait * 1000).toBeGreaterThan(HOUR_MS / 2);
    expect(wait * 1000).toBeLessThanOrEqual(HOUR_MS);
    expect((await rpc(home, 'export_my_data', other.token)).status).toBe(200);
  });
});

inBothHomes('enter-call', (home) => {
  test('a patient looks for rooms a hundred times in five minutes, also past the function', async () => {
    const [patient, other] = [await home.patient(), await home.patient()];
    const look = (token: string) => rpc(home, 'enter_call', token, { p_room: randomUUID() });
    const statuses = await statusesOf(110, () => look(patient.token));
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const refused = await home.call({ body: { token: randomUUID() }, token: patient.token });
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
    expect((await look(other.token)).status).toBe(200);
  });
});

/** What anybody may call who is not the service, and what counts its callers. */
const OPEN = `select proname as name, prosrc ~ 'private\\.(require_limit|count_export)' as counts from pg_proc
  where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')`;

inBothHomes('validate-email', (home) => {
  test('every procedure that stands open behind a function counts its callers itself', async () => {
    const functions = join(import.meta.dirname, '../../supabase/functions');
    const folders = (await readdir(functions, { withFileTypes: true })).filter((entry) =>
      entry.isDirectory(),
    );
    const sources = await Promise.all(
      folders.map(async ({ name }) => {
        const files = (await readdir(join(functions, name))).filter((file) => file.endsWith('.ts'));
        return Promise.all(files.map((file) => readFile(join(functions, name, file), 'utf8')));
      }),
    );
    const called = new Set(
      sources.flat(2).flatMap((text) => [...text.matchAll(/rpc\('(\w+)'/g)].map(([, name]) => name)),
    );
    const { rows } = await home.server().database.query<{ name: string; counts: boolean }>(OPEN);
    const behind = rows.filter(({ name }) => called.has(name));
    expect(behind.map(({ name }) => name).toSorted()).toEqual(['enter_call', 'export_my_data']);
    expect(behind.filter(({ counts }) => !counts)).toEqual([]);
  });
});
