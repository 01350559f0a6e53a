import { expect, onTestFinished, test, vi } from 'vitest';
import { connectAsSuperuser } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { spendChangeCode } from './email-change-codes.ts';
import { addressesOf, beginChange, submitChangeCode, newMover, type Mover } from './testing/email-changes.ts';
import { anotherCode, codeFor } from './testing/patients.ts';

const from = (address: string) => ({ 'x-forwarded-for': address });
const HOME = from('198.51.100.1');
const ELSEWHERE = from('198.51.100.2');
const stranger = (n: number) => from(`203.0.113.${n}`);

type Scene = { server: TestServer; mover: Mover; codes: Record<string, string> };

/** A patient who requested a change of address at home, with the codes in both mailboxes. */
async function changeUnderWay(deployment: 'embedded' | 'supabase'): Promise<Scene> {
  const server = await startTestServer({ TRUST_PROXY: 'true' }, { deployment });
  onTestFinished(() => server.stop());
  const mover = await newMover(server);
  expect((await beginChange(server, mover.token, { email: mover.to }, HOME)).status).toBe(200);
  const codes = {
    [mover.from]: await codeFor(server, mover.from),
    [mover.to]: await codeFor(server, mover.to),
  };
  return { server, mover, codes };
}

const bring = async ({ server, codes }: Scene, email: string, client: Record<string, string>) =>
  (await submitChangeCode(server, email, codes[email]!, client)).status;

async function guess({ server, codes }: Scene, email: string, clients: Record<string, string>[]) {
  for (const client of clients) {
    const answer = await submitChangeCode(server, email, anotherCode(codes[email]!), client);
    expect(answer.status).toBe(403);
  }
}

const times = (count: number, clientOf: (n: number) => Record<string, string>) =>
  Array.from({ length: count }, (_, n) => clientOf(n));

for (const home of ['embedded', 'supabase'] as const) {
  test.each([
    ['one address', times(30, () => stranger(1))],
    ['many addresses', times(30, stranger)],
  ])(`${home}: guesses from %s do not stop the patient who asked for the change`, async (_, clients) => {
    const scene = await changeUnderWay(home);
    const { server, mover } = scene;
    for (const email of [mover.from, mover.to]) {
      await guess(scene, email, clients);
      await guess(
        scene,
        email,
        times(4, () => HOME),
      );
      expect(await bring(scene, email, HOME)).toBe(200);
    }
    expect(await addressesOf(server, mover)).toMatchObject({ email: mover.to });
  });
}

test('everyone else shares five tries, and none of the patient’s own', async () => {
  const scene = await changeUnderWay('embedded');
  const { mover } = scene;
  await guess(scene, mover.from, times(4, stranger));
  expect(await bring(scene, mover.from, ELSEWHERE)).toBe(200);
  await guess(scene, mover.to, times(5, stranger));
  expect(await bring(scene, mover.to, ELSEWHERE)).toBe(403);
  expect(await bring(scene, mover.to, HOME)).toBe(200);
});

test('concurrent guesses each see what the one before left', async () => {
  const scene = await changeUnderWay('embedded');
  const { server, mover } = scene;
  const holder = await connectAsSuperuser(server.database);
  onTestFinished(() => holder.end());
  const waiting = async () => {
    const { rows } = await server.database.query(
      `select distinct pid from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database()`,
    );
    return rows.length;
  };
  // Bypasses the endpoint, where each network takes its turn: as two servers would check at the same
  // moment.
  const judge = (digits: string) =>
    server.database.transaction((query) =>
      spendChangeCode(query, server.keys, { email: mover.to, digits, userId: null, client: '203.0.113.9' }),
    );
  await guess(scene, mover.to, times(4, stranger));
  await holder.query('begin');
  await holder.query('select from auth.users where id = $1 for update', [mover.id]);
  const fifth = judge(anotherCode(scene.codes[mover.to]!));
  await vi.waitFor(async () => expect(await waiting()).toBe(1), 5_000);
  const right = judge(scene.codes[mover.to]!);
  await vi.waitFor(async () => expect(await waiting()).toBe(2), 5_000);
  await holder.query('commit');
  expect(await Promise.all([fifth, right])).toEqual([null, null]);
});

test('the fifth wrong try where the change was requested invalidates the code everywhere', async () => {
  const scene = await changeUnderWay('embedded');
  const { mover } = scene;
  await guess(
    scene,
    mover.to,
    times(5, () => HOME),
  );
  for (const client of [HOME, ELSEWHERE]) expect(await bring(scene, mover.to, client)).toBe(403);
});

test('where a change was requested is stored as a keyed hash', async () => {
  const { server } = await changeUnderWay('embedded');
  const { rows } = await server.database.query(
    'select to_jsonb(guesses)::text as kept from portal_server.email_change_guesses as guesses',
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!['kept']).not.toContain(HOME['x-forwarded-for']);
});
