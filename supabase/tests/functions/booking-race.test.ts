import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeys, type Keys } from '../../../server/auth/keys.ts';
import type { Secrets } from '../../../server/settings/settings.ts';
import { spawnPortal, type Portal } from '../../../server/testing/spawn-portal.ts';
import { testDatabase } from '../../../server/testing/test-database.ts';
import { times } from '../../../server/testing/times.ts';
import { aClinic, bookingOf, daysAhead } from './testing/clinic.ts';

type Person = { id: string; email: string; token: string };

const START = daysAhead(3, '10:00');
const PATIENTS = times(150, 500);
let own: Awaited<ReturnType<typeof testDatabase>>;
let portals: Portal[];
let keys: Keys;

beforeAll(async () => {
  own = await testDatabase();
  const env = { DATABASE_URL: own.url, PORTAL_IS_ELSEWHERE: 'true', DEMO_DATA: 'false' };
  const dataFolder = await mkdtemp(join(tmpdir(), 'bea-shared-'));
  portals = await Promise.all([spawnPortal({ env, dataFolder }), spawnPortal({ env, dataFolder })]);
  const { rows } = await own.database.query<{ value: Secrets }>(
    `select value from portal_server.facts where name = 'secrets'`,
  );
  keys = createKeys(rows[0]!.value);
});
afterAll(async () => {
  await Promise.all(portals.map((portal) => portal.remove()));
  await own.remove();
});

/** Patients who have consented and are signed in. */
async function people(count: number): Promise<Person[]> {
  const { database } = own;
  const group = randomUUID();
  await database.query(
    `insert into public.invitations (email, first_name, last_name)
     select number || '-' || $1 || '@example.com', 'Test', 'Patient' from generate_series(1, $2) as number`,
    [group, count],
  );
  await database.query(
    `insert into auth.users (email, email_confirmed_at) select email, now() from public.invitations where email like '%' || $1 || '%'`,
    [group],
  );
  await database.query(
    `update public.customers set privacy_policy_accepted = true, data_usage_consent = true where customer_email like '%' || $1 || '%'`,
    [group],
  );
  const { rows } = await database.query<{ id: string; email: string; session: string }>(
    `with session as (insert into auth.sessions (user_id)
       select user_id from public.customers where customer_email like '%' || $1 || '%' returning id, user_id)
     select users.id, users.email, session.id as session from session join auth.users on users.id = session.user_id`,
    [group],
  );
  const now = Math.floor(Date.now() / 1_000);
  return Promise.all(
    rows.map(async ({ id, email, session }) => ({
      id,
      email,
      token: await keys.sign({
        sub: id,
        role: 'authenticated',
        aud: 'authenticated',
        session_id: session,
        email,
        iat: now,
        exp: now + 600,
      }),
    })),
  );
}

const address = (turn: number) => `${portals[turn % 2]!.url}/functions/v1/schedule-appointment`;
const headersOf = ({ token }: Person, key: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  'idempotency-key': key,
  // An idle connection may be closed while we use it. A browser would open another.
  connection: 'close',
});
/** The server is overloaded or the database took too long. A retry with the same key is served. */
const BUSY = new Set([503, 504]);

/** Books like a patient whom busy servers tell to come back in a moment. */
async function book(turn: number, person: Person, key: string, body: object): Promise<Response> {
  const asked = { method: 'POST', headers: headersOf(person, key), body: JSON.stringify(body) };
  let answer = await fetch(address(turn), asked);
  for (let tries = 1; BUSY.has(answer.status) && tries < 10; tries += 1) {
    await pause(Number(answer.headers.get('retry-after') ?? 1) * 1_000 * (1 + Math.random()));
    answer = await fetch(address(turn), asked);
  }
  return answer;
}

/** Sends the request, and disconnects before the answer. */
async function askAndVanish(turn: number, person: Person, key: string, body: object): Promise<void> {
  const asking = request(address(turn), { method: 'POST', headers: headersOf(person, key) });
  asking.on('error', () => {}); // which is the purpose here
  await new Promise<void>((written) => asking.end(JSON.stringify(body), written));
  await pause(Math.random() * 40);
  asking.destroy();
}

test(
  `of ${PATIENTS} patients who book one slot at once through two servers, exactly one gets it`,
  { timeout: 120_000 },
  async () => {
    const clinic = await aClinic(own.database);
    const patients = await people(PATIENTS);
    const answers = await Promise.all(
      patients.map((patient, turn) => book(turn, patient, randomUUID(), bookingOf(clinic, START))),
    );
    const losers = answers.filter(({ status }) => status !== 200);
    expect(losers.map(({ status }) => status)).toEqual(Array<number>(PATIENTS - 1).fill(409));
    for (const answer of losers) expect(await answer.json()).toMatchObject({ code: 'slot_taken' });
    const { rows } = await own.database.query(
      `select (select count(*)::integer from public.appointments where appointment_type_id = $1) as calls,
         (select count(*)::integer from public.outbox join public.appointments on appointments.id = appointment_id
          where appointment_type_id = $1 and key like 'booked:%') as confirmations`,
      [clinic.typeId],
    );
    expect(rows).toEqual([{ calls: 1, confirmations: 1 }]);
  },
);

test(
  'two hundred tries at one booking with lost responses make one call and one email',
  { timeout: 120_000 },
  async () => {
    const clinic = await aClinic(own.database, { hosts: 3 });
    const [patient] = (await people(1)) as [Person];
    const [key, body] = [randomUUID(), bookingOf(clinic, START)];
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(Array.from({ length: 20 }, (_, turn) => askAndVanish(turn, patient, key, body)));
    }
    const answers = await Promise.all([0, 1].map((turn) => book(turn, patient, key, body)));
    const ids = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as { id: string }).id),
    );
    const { rows } = await own.database.query<{ id: string }>(
      'select id from public.appointments where user_id = $1',
      [patient.id],
    );
    expect(rows.map(({ id }) => id)).toEqual([ids[0]]);
    expect(ids[1]).toBe(ids[0]);
    const waiting =
      'select from public.outbox where user_id = $1 and sent_at is null and send_after <= now()';
    await expect
      .poll(async () => (await own.database.query(waiting, [patient.id])).rowCount, { timeout: 10_000 })
      .toBe(0);
    const mails = await own.database.query<{ subject: string }>(
      'select subject from portal_server.mailbox where recipient = $1',
      [patient.email],
    );
    expect(mails.rows).toEqual([{ subject: 'Your call is booked' }]);
  },
);
