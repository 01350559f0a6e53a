import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPatient, type Patient } from '../../server/testing/patient.ts';
import { newMember, type Member } from '../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../server/testing/test-server.ts';
import { worklistScene } from './functions/testing/worklist.ts';

// One patient has ten thousand rows of each kind that Today reads. What the care team reads of them stays bounded.

const ROWS = 10_000;
/** The number of rows read per patient and type. */
const NEWEST = 500;

let server: TestServer;
let [coach, clinician]: Member[] = [];
let flooder: Patient;
let others: Patient[];
const { sql, today, feels } = worklistScene(() => server);

const KINDS = {
  test_results: [
    `(user_id, result_type, result, cycle_number, taken_at, taken_on, taken_zone, created_at)
     select $1, 'PREGNANCY', 'negative', 1, at, at::date, 'America/New_York', at`,
    `(user_id, result_type, result, taken_at, taken_on, taken_zone, created_at)
     select $1, 'ovulation', 'Invalid', at, at::date, 'America/New_York', at`,
  ],
  symptom_reports: [
    `(user_id, signs, strength, since, urgent, created_at) select $1, '{pain}', 'mild', at::date, false, at`,
    `(user_id, signs, strength, since, urgent, created_at) select $1, '{pain}', 'strong', at::date, true, at`,
  ],
  outcome_events: [`(user_id, kind, day, cycle, created_at) select $1, 'pause', at::date, 1, at`],
  treatment_day_timers: [
    `(user_id, cycle, action, at, on_day, created_at) select $1, 1, 'cap-out', at, at::date, at`,
  ],
  survey_responses: [
    `(user_id, survey, answers, created_at) select $1, 'before-treatment', '{"response": "uncertain"}', at`,
    `(user_id, survey, cycle_number, answers, created_at)
     select $1, 'applicator-use', 1, '["2026-11-18", "1", "No", "", "30 minutes", "4 to 5 hours", "Easy and straightforward", ""]', at`,
  ],
  safety_checks: [
    `(user_id, body, cycle, answers, outcome, reasons, on_day, created_at) select $1, $1, 1, '{}', 'ready', '{}', at::date, at`,
  ],
  messages: [
    `(user_id, thread_id, place, sender, text, concern, created_at)
     select $1, (select id from public.message_threads where user_id = $1), n, 'patient', 'Help', 'hard-time', at`,
  ],
};

beforeAll(async () => {
  server = await startTestServer();
  coach = await newMember(server, 'coach');
  clinician = await newMember(server, 'clinician');
  flooder = await newPatient(server);
  others = [await newPatient(server), await newPatient(server), await newPatient(server)];
  await sql(`insert into public.message_threads (user_id, topic) values ($1, 'My treatment')`, [flooder.id]);
  await server.database.transaction(async (query) => {
    await query(`set local statement_timeout = 0`);
    for (const [table, kinds] of Object.entries(KINDS)) {
      // Statistics gathered midway, from a single patient, would change the query plans.
      await query(`alter table public.${table} set (autovacuum_enabled = false)`);
      await query(`alter table public.${table} disable trigger user`);
      for (const columns of kinds)
        await query(
          `insert into public.${table} ${columns}
           from (select n, now() - interval '6 days' + n * interval '1 second' as at from generate_series(1, ${ROWS}) as n) as told`,
          [flooder.id],
        );
      await query(`alter table public.${table} enable trigger user`);
    }
  });
  await sql(`select private.look_at(array[$1::uuid])`, [flooder.id]);
});
afterAll(() => server.stop());

/** How many rows a statement reads of the tables that patients fill, as PostgreSQL counts them. */
const rowsRead = (text: string, values: unknown[]) =>
  server.database.transaction(async (query) => {
    const counted = async () =>
      (
        await query<{ rows: string }>(
          `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as rows from pg_stat_xact_user_tables where relname = any ($1)`,
          [Object.keys(KINDS)],
        )
      ).rows[0]!.rows;
    const before = Number(await counted());
    await query(text, values);
    return Number(await counted()) - before;
  });

const KINDS_READ = Object.values(KINDS).flat().length;
const asPerson = (who: Member, role: string) => [
  who.id,
  who.sessionId,
  [role],
  ['attention', 'administrative_items', 'appointments', 'call_times', 'identity', 'summary'],
];

test('of ten thousand rows of each type, Today, the list and the job read the latest 500', async () => {
  const most = KINDS_READ * NEWEST * 1.5;
  const read = {
    'Today of a coach': await rowsRead('select public.team_today($1, $2, $3, $4)', asPerson(coach!, 'coach')),
    'Today of a clinician': await rowsRead(
      'select public.team_today($1, $2, $3, $4)',
      asPerson(clinician!, 'clinician'),
    ),
    'the names that Today shows': await rowsRead('select public.team_item_patients($1, $2, $3, $4, $5)', [
      ...asPerson(coach!, 'coach'),
      [flooder.id],
    ]),
    'the list': await rowsRead('select public.team_patients($1, $2, $3, $4, $5)', [
      ...asPerson(coach!, 'coach'),
      {},
    ]),
    'the job': await rowsRead(`select public.attention_to_watch(now(), 500)`, []),
  };
  for (const [what, rows] of Object.entries(read)) expect(rows, what).toBeLessThan(most);
});

test('others are on Today as if that patient were not there', async () => {
  const keys = [await feels(others[0]!), await feels(others[1]!)];
  const urgent = (await feels(others[2]!, 'strong')).replace('symptoms', 'urgent-symptoms');
  const { items } = await today(coach!);
  expect(items.map(({ key }) => key)).toEqual(expect.arrayContaining([...keys, urgent]));
  expect(items.filter(({ patient }) => patient?.id === flooder.id).length).toBeLessThan(200);
});

test('a blocking safety check and an urgent sign are not pushed out by later reports', async () => {
  await sql(
    `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons, on_day, created_at)
     values ($1, 1, '{}', 'stop', '{}', current_date - 30, now() - interval '30 days')`,
    [flooder.id],
  );
  const { items } = await today(clinician!);
  const rules = items.filter(({ patient }) => patient?.id === flooder.id).map(({ rule }) => rule);
  expect(rules).toEqual(expect.arrayContaining(['safety-check', 'urgent-symptoms']));
});
