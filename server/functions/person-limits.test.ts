import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isoFromInstant, MINUTE } from '../../domain/time/instant.ts';
import { aClinic, keepCall } from '../../supabase/tests/functions/testing/clinic.ts';
import { inBothDeploymentsAt, type Deployment } from '../../supabase/tests/functions/testing/deployments.ts';

const HOUR_MS = 3_600_000;

async function statusesOf(count: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let done = 0; done < count; done += 10) {
    const answers = await Promise.all(Array.from({ length: Math.min(10, count - done) }, ask));
    statuses.push(...answers.map(({ status }) => status));
  }
  return statuses;
}

const used = async ({ server }: Deployment, key: string) => {
  const { rows } = await server().database.query<{ used: number }>(
    `select used from private.limits where key = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
    [key],
  );
  return rows[0]?.used;
};

inBothDeploymentsAt('1', 'export-my-data', (deployment) => {
  test('thirty exports an hour are the limit, including aborted ones', async () => {
    const [patient, other] = [await deployment.patient(), await deployment.patient()];
    const rename = (from: string, to: string) =>
      deployment.server().database.query(`alter function private.${from} rename to ${to}`);
    // Counted, and then aborted midway.
    await rename('newest_lines', 'newest_lines_away');
    const take = () => deployment.call({ body: { format: 'json' }, token: patient.token });
    const broken = await statusesOf(10, take);
    expect(broken.filter((status) => status === 200 || status === 429)).toEqual([]);
    await rename('newest_lines_away', 'newest_lines');
    expect(new Set(await statusesOf(20, take))).toEqual(new Set([200]));
    const refused = await take();
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait * 1000).toBeGreaterThan(HOUR_MS / 2);
    expect(wait * 1000).toBeLessThanOrEqual(HOUR_MS);
    expect((await deployment.call({ body: { format: 'json' }, token: other.token })).status).toBe(200);
  });

  test('no one gets an export around the function', async () => {
    const { token, id } = await deployment.patient();
    for (const body of [{}, { p_user: id }]) {
      const answer = await fetch(`${deployment.server().url}/rest/v1/rpc/export_my_data`, {
        method: 'POST',
        headers: {
          apikey: deployment.server().keys.anonKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
      expect([403, 404]).toContain(answer.status);
    }
  });
});

inBothDeploymentsAt('1', 'enter-call', (deployment) => {
  test('a patient may look for rooms a hundred times in five minutes, wherever they ask from', async () => {
    const [patient, other] = [await deployment.patient(), await deployment.patient()];
    let asked = 0;
    const look = (token: string) =>
      deployment.call({
        body: { token: randomUUID() },
        token,
        headers: { 'x-forwarded-for': `203.0.113.${(asked += 1) % 200}` },
      });
    expect(await used(deployment, `enter-call-person:${patient.id}`)).toBeUndefined();
    await look(patient.token);
    expect(await used(deployment, `enter-call-person:${patient.id}`)).toBe(1);
    await deployment
      .server()
      .database.query(`select public.take_from_limit($1, 100, 300) from generate_series(1, 99)`, [
        `enter-call-person:${patient.id}`,
      ]);
    expect(await look(patient.token)).toMatchObject({ status: 429, json: { code: 'too_many_requests' } });
    expect((await look(other.token)).status).toBe(404);
  });

  test('and so does a call’s host, no matter who else holds the link', async () => {
    const { database, keys } = deployment.server();
    const patient = await deployment.patient();
    const startsAt = Date.now() + 5 * MINUTE;
    const clinic = await aClinic(database, { interaction: 'video_call' });
    const id = await keepCall(database, patient, { clinic, startsAt });
    const exp = Math.floor(Date.parse(isoFromInstant(startsAt)) / 1000) + 600;
    const link = await keys.sign({ role: 'anon', call_id: id, call_sequence: 0, exp });
    expect((await deployment.call({ body: { token: link } })).status).toBe(200);
    expect(await used(deployment, `enter-call-person:call:${id} 0`)).toBe(1);
    await database.query(`select public.take_from_limit($1, 100, 300) from generate_series(1, 99)`, [
      `enter-call-person:call:${id} 0`,
    ]);
    expect((await deployment.call({ body: { token: link } })).status).toBe(429);
  });

  test('what a former host tried counts for no one whom the call is given to', async () => {
    const { database, keys } = deployment.server();
    const clinic = await aClinic(database, { interaction: 'video_call', hosts: 2 });
    const id = await keepCall(database, await deployment.patient(), { clinic, startsAt: Date.now() });
    const exp = Math.floor(Date.now() / 1000) + 600;
    const enter = async (sequence: number) =>
      deployment.call({
        body: { token: await keys.sign({ role: 'anon', call_id: id, call_sequence: sequence, exp }) },
      });
    expect(new Set(await statusesOf(100, () => enter(0)))).toEqual(new Set([200]));
    expect((await enter(0)).status).toBe(429);
    await database.query('update public.appointments set host_id = $2 where id = $1', [
      id,
      clinic.hostIds[1],
    ]);
    expect((await enter(1)).status).toBe(200);
    expect(await statusesOf(2, () => enter(0))).toEqual([404, 404]);
    expect((await enter(1)).status).toBe(200);
  });
});

inBothDeploymentsAt('0.1', 'export-my-data', (deployment) => {
  test('at a tenth of the scale three exports in an hour are enough', async () => {
    const { token } = await deployment.patient();
    const take = () => deployment.call({ body: { format: 'json' }, token });
    expect(await statusesOf(3, take)).toEqual([200, 200, 200]);
    expect((await take()).status).toBe(429);
  });
});

inBothDeploymentsAt('0.1', 'enter-call', (deployment) => {
  test('at a tenth of the scale a patient looks for rooms ten times in five minutes', async () => {
    const { token } = await deployment.patient();
    const look = () => deployment.call({ body: { token: randomUUID() }, token });
    expect(new Set(await statusesOf(10, look))).toEqual(new Set([404]));
    expect((await look()).status).toBe(429);
  });
});
