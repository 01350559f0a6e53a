import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_CHARACTERS } from '../../../domain/contracts/fields/lengths.ts';
import { newPatient, type Patient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts';
import { keepRecord, openClinic } from '../records.ts';

let server: TestServer;
let patient: Patient;
let team: Member[];

beforeAll(async () => {
  server = await startTestServer();
  await openClinic(server.database);
  patient = await newPatient(server);
  const [row] = await sql('select customer_email as email from public.customers where user_id = $1', [
    patient.id,
  ]);
  await keepRecord(server.database, { id: patient.id, email: String(row!['email']) }, 'a text');
  team = [await newMember(server, 'clinician'), await newMember(server, 'administrator')];
  const coach = await newMember(server, 'coach');
  await sql('update public.coach_assignments set coach_id = $1', [coach.person]);
  team.push(coach);
});
afterAll(() => server.stop());

const sql = async (text: string, values: unknown[] = []) => (await server.database.query(text, values)).rows;

async function ask(
  name: string,
  { token }: Pick<Patient, 'token'>,
): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${server.url}/functions/v1/${name}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status, text: await answer.text() };
}

/** What the workspace's screens ask for. */
async function screens(): Promise<string[]> {
  const [thread] = await sql('select id from public.message_threads where user_id = $1', [patient.id]);
  return [
    'team-session',
    'team-today',
    'team-patients',
    `team-patient?id=${patient.id}`,
    `team-messages?patient=${patient.id}`,
    `team-messages?thread=${String(thread!['id'])}`,
    'team-calendar',
    'team-access-log',
    'team-invitations',
    'team-people',
    'team-coaches',
    'team-schedules',
    'team-clinic',
    'team-appointment-types',
    'team-templates',
    'team-own-calendar',
    'team-replies',
  ];
}

async function expectAllOpen(): Promise<void> {
  for (const name of await screens())
    for (const member of team) {
      const { status, text } = await ask(name, member);
      // What a role may not see is refused as always.
      expect([200, 403], `${name}: ${text.slice(0, 200)}`).toContain(status);
    }
  for (const member of team) expect((await ask(`team-patient?id=${patient.id}`, member)).status).toBe(200);
  for (const name of ['fetch-medical-notes', 'fetch-scheduled-appointments'])
    expect((await ask(name, patient)).status, name).toBe(200);
}

/** Every column of text of the product's tables, with the numbers that are in its checks. */
const COLUMNS = `
  select relname as "table", attname as "column", array(
    select distinct number[1]::integer from pg_constraint,
      regexp_matches(pg_get_constraintdef(oid), '\\m(\\d{2,6})\\M', 'g') as number
    where conrelid = c.oid and contype = 'c' and attnum = any (conkey)
    union select 2000 order by 1 desc) as sizes
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    and atttypid = 'text'::regtype and attgenerated = ''`;

/** Refused by a check, a foreign or unique key, or as an invalid value. */
const REFUSED = /^(235(03|05|14)|22023)$/;
/** Made by the product: keys, names of files, what is sent and logged. */
const NOT_WRITTEN =
  /^(audit_log|journey_phases|outbox|message_pictures)\.|\.(key|(customer_)?email|consultation_reference|words_version)$/;

/** Whether a text of this size fits. Triggers, which keep signed notes as they are, rest in the meantime. */
async function fill(table: string, column: string, size: number): Promise<boolean> {
  try {
    return await server.database.transaction(async (query) => {
      await query(`alter table public.${table} disable trigger user`);
      const { rowCount } = await query(
        // Who did something is with their role, or neither does.
        `update public.${table} set ${column} = repeat('😀', $1) where ${column} is not null or $2 !~ 'name$'`,
        [size, column],
      );
      await query(`alter table public.${table} enable trigger user`);
      return (rowCount ?? 0) > 0;
    });
  } catch (error) {
    if (REFUSED.test((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

/** What is written in a survey is part of its JSON. */
async function fillSurveys(): Promise<number> {
  const rows = await sql(
    `insert into public.survey_responses (user_id, survey, cycle_number, answers)
     select $1, 'applicator-use', 1, jsonb_build_array('2026-11-18', '1', 'Yes', longest, '30 minutes', '4 to 5 hours',
       'Painful', longest) from repeat('😀', $2) as longest returning id`,
    [patient.id, MAX_CHARACTERS],
  );
  return rows.length;
}

test('with every text at its maximum length, in emoji, every screen opens', async () => {
  const filled: string[] = [];
  const columns = (await sql(COLUMNS)) as { table: string; column: string; sizes: number[] }[];
  for (const { table, column, sizes } of columns) {
    if (NOT_WRITTEN.test(`${table}.${column}`)) continue;
    for (const size of sizes) {
      if (!(await fill(table, column, size))) continue;
      filled.push(`${table}.${column}`);
      break;
    }
  }
  expect(await fillSurveys()).toBeGreaterThan(0);
  expect(filled).toEqual(
    expect.arrayContaining([
      'customers.customer_first_name',
      'onboarding_info.family_set_up_other',
      'messages.text',
      'symptom_reports.words',
      'outcome_events.reason',
      'medical_notes.content',
      'consultation_notes.notes',
      'note_drafts.content',
      'note_addenda.content',
      'patient_contacts.words',
      'record_openings.words',
      'attention_decisions.words',
      'care_team.name',
      'appointment_types.name',
    ]),
  );
  await expectAllOpen();
});

test.each([
  'nowhere',
  '😀'.repeat(64),
  'posix/America/New_York',
  'Foo/Bar5',
  'PDT',
  'FOO+3',
  '+05:30',
  '../../etc/passwd',
])('%s is not a zone that a patient can keep', async (zone) => {
  const { error } = await patient.client.rpc('keep_my_time_zone', { p_zone: zone });
  expect(error).toMatchObject({ code: '23514' });
});

test('any zone a browser knows can be kept, and the record opens', async () => {
  const unknown: string[] = [];
  for (const zone of [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+5', 'CET', 'Asia/Calcutta']) {
    const [row] = await sql('select private.is_time_zone($1) as known', [zone]);
    if (!row!['known']) unknown.push(zone);
  }
  // A browser may be newer than the database by a zone or two.
  expect(unknown.length, unknown.join(', ')).toBeLessThan(4);
  const { error } = await patient.client.rpc('keep_my_time_zone', {
    p_zone: 'America/Argentina/Buenos_Aires',
  });
  expect(error).toBeNull();
  await expectAllOpen();
});

test('1,001 drafts, 2,001 ended items and 600 calls a day open too', async () => {
  const [clinician, , coach] = team;
  await sql(
    `insert into public.note_drafts (user_id, author_id, kind, title, noted_on, content)
     select $1, $2, 'medical', 'Draft ' || n, current_date, '' from generate_series(1, 1001) as n`,
    [patient.id, clinician!.person],
  );
  await sql(
    `insert into public.attention_decisions (key, version, user_id, decision, outcome, person_id, person_name, person_role)
     select 'symptoms:' || gen_random_uuid(), 1, $1, 'done', 'spoke', $2, 'The clinician', 'clinician' from generate_series(1, 2001)`,
    [patient.id, clinician!.person],
  );
  await sql(`update public.appointments set status = 'cancelled'`);
  await sql(
    `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
     select $1, $2, (select id from public.appointment_types limit 1), start, start + interval '1 minute', start + interval '1 minute'
     from generate_series(1, 600) as n,
       lateral (select date_trunc('day', now() at time zone 'Europe/London') at time zone 'Europe/London' + make_interval(mins => n) as start) as at`,
    [patient.id, coach!.person],
  );
  await expectAllOpen();
});
