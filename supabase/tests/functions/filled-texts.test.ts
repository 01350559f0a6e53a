import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_CHARACTERS } from '../../../domain/contracts/fields/lengths.ts';
import { SHOWN } from '../../../domain/contracts/team/team-conversations.ts';
import { PICTURES, pictureName } from '../../../domain/messages/pictures/places.ts';
import { png } from '../../../domain/messages/pictures/testing.ts';
import { DAY, isoFromInstant } from '../../../domain/time/instant.ts';
import { newPatient, type Patient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts';
import { keepRecord, openClinic } from '../records.ts';

/** Sends messages where a worker of ours does; our server does not serve it. */
const ELSEWHERE = 'deliver-outbox';
const FUNCTIONS = join(import.meta.dirname, '../../functions');

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
  await keepPicture();
});
afterAll(() => server.stop());

/** A picture with its file. */
async function keepPicture(): Promise<void> {
  const name = pictureName(patient.id, randomUUID());
  await sql(
    `insert into public.message_pictures (id, message_id, user_id, place, name, type, bytes)
     select gen_random_uuid(), message_id, user_id, 2, $1, type, bytes from public.message_pictures`,
    [name],
  );
  const { status } = await fetch(`${server.url}/storage/v1/object/${PICTURES}/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.keys.serviceRoleKey}`, 'content-type': 'image/png' },
    body: png(),
  });
  expect(status).toBe(200);
}

const sql = async (text: string, values: unknown[] = []) => (await server.database.query(text, values)).rows;

type Read = { query?: Record<string, string>; body?: object };
type Answer = { status: number; text: string };

async function ask(
  name: string,
  { token }: Pick<Patient, 'token'>,
  { query, body }: Read = {},
): Promise<Answer> {
  const answer = await fetch(`${server.url}/functions/v1/${name}?${new URLSearchParams(query)}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, text: await answer.text() };
}

/** The key of the page that follows, as an answer to the coach has it. */
async function nextPage(name: string, query: Record<string, string> = {}): Promise<Record<string, string>> {
  const { text } = await ask(name, team[0]!, { query });
  const { next } = JSON.parse(text) as { next?: string | null };
  return next ? { before: next } : {};
}

/** What the screens ask: one entry for each function that reads. */
async function everyRead(): Promise<Record<string, Read[]>> {
  const { id } = patient;
  const [thread] = await sql('select id from public.message_threads where user_id = $1', [id]);
  const [picture] = await sql('select id from public.message_pictures where user_id = $1 and place = 2', [
    id,
  ]);
  const [call] = await sql(
    `select appointments.id, room, host_id, slug from public.appointments join public.appointment_types on appointment_types.id = appointment_type_id
     where user_id = $1 and status = 'booked' and starts_at > now() order by starts_at limit 1`,
    [id],
  );
  const [appointment, room, slug] = ['id', 'room', 'slug'].map((name) => String(call![name])) as [
    string,
    string,
    string,
  ];
  const days = { from: dayFrom(-10), until: dayFrom(20) };
  const searched = { searchFrom: momentFrom(0), searchUntil: momentFrom(20) };
  const renewed = await ask('own-calendar-feed', patient, { body: { action: 'renew' } });
  const { secret: feed } = JSON.parse(renewed.text) as { secret: string };
  return {
    'team-access-log': [
      {},
      { query: { patient: id } },
      { query: { search: 'example.com' } },
      { query: await nextPage('team-access-log') },
    ],
    'team-appointment-types': [{}],
    'team-calendar': [{}, { query: { person: String(call!['host_id']), ...days, with: team[2]!.person } }],
    'team-clinic': [{}],
    'team-coaches': [{}],
    'team-conversations': [
      ...SHOWN.map((show) => ({ query: { show } })),
      { query: { search: 'example.com' } },
      { query: { show: 'all', ...(await nextPage('team-conversations', { show: 'all' })) } },
    ],
    'team-email-change': [{}],
    'team-invitations': [
      {},
      { query: { search: 'example.com' } },
      { query: await nextPage('team-invitations') },
    ],
    'team-messages': [{ query: { patient: id } }, { query: { thread: String(thread!['id']) } }],
    'team-own-calendar': [{}],
    'team-patient': [{ query: { id } }, { query: { id, cycles: 'newest' } }],
    'team-patients': [{}, { query: { search: 'example.com' } }, { query: { page: '2' } }],
    'team-people': [{}],
    'team-picture': [{ query: { id: String(picture!['id']) } }],
    'team-replies': [{}],
    'team-schedules': [{}],
    'team-session': [{}],
    'team-slots': [
      { query: { giving: appointment } },
      { query: { patientId: id, appointmentType: slug, ...searched } },
    ],
    'team-templates': [{}],
    'team-today': [{}],
    'calendar-feed': [{ query: { feed } }],
    'enter-call': [{ body: { token: room } }],
    'export-my-data': ['json', 'csv', 'fhir'].map((format) => ({ body: { format } })),
    'fetch-appointment-slots': [{ query: { appointmentType: slug, ...searched } }],
    'fetch-appointment-type': [{ query: { appointmentType: slug } }],
    'fetch-consultation-notes': [{ query: { reference: 'initial-consultation' } }],
    'fetch-medical-notes': [{}],
    'fetch-scheduled-appointments': [{}],
    'get-blog-posts': [{}],
    'own-calendar-feed': [{}],
    'read-messages': [{ body: {} }, { body: { threadId: String(thread!['id']), place: 1 } }],
    'report-symptoms': [{}],
    'submit-safety-check': [{}],
    'treatment-day': [{}],
  };
}

const dayFrom = (days: number) => isoFromInstant(Date.now() + days * DAY).slice(0, 10);
const momentFrom = (days: number) => isoFromInstant(Date.now() + days * DAY);

async function expectAllOpen(): Promise<void> {
  for (const [name, reads] of Object.entries(await everyRead()))
    for (const read of reads) {
      const readers = name.startsWith('team-') ? team : [patient];
      const answers: Answer[] = [];
      for (const reader of readers) answers.push(await ask(name, reader, read));
      const what = `${name} ${JSON.stringify(read)}: ${answers.map(({ text }) => text.slice(0, 200)).join(' ')}`;
      const statuses = answers.map(({ status }) => status);
      expect(statuses, what).toContain(200);
      // What a role may not see is refused as always.
      expect(
        statuses.filter((status) => status !== 200 && status !== 403),
        what,
      ).toEqual([]);
    }
  for (const member of team)
    expect((await ask('team-patient', member, { query: { id: patient.id } })).status).toBe(200);
}

test('every function that is read has its entry here', async () => {
  const names = readdirSync(FUNCTIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_') && entry.name !== ELSEWHERE)
    .map(({ name }) => name);
  const read: string[] = [];
  for (const name of names) {
    const { status } = await ask(name, name.startsWith('team-') ? team[0]! : patient);
    if (status !== 405) read.push(name);
  }
  expect(read.length).toBeGreaterThan(25);
  const entries = Object.keys(await everyRead());
  expect(read.filter((name) => !entries.includes(name))).toEqual([]);
});

type Column = {
  name: string;
  table: string;
  column: string;
  /** Of the same person, where the column has their name. */
  role: string | null;
  /** What the text begins with. */
  prefix: string;
  sizes: number[];
};

/**
 * Every column of text of the product's tables in which anything may be written, with the numbers that are in its checks. Lists of
 * choices, codes and references to other tables are left out.
 */
const COLUMNS = `
  select relname || '.' || attname as name, relname as "table", attname as "column", role, sizes,
    case when checks ~ 'https\\?://' then 'https://a.example/' else '' end as prefix
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid
  cross join lateral (
    select coalesce(string_agg(pg_get_constraintdef(oid), ' '), '') as checks from pg_constraint
    where conrelid = c.oid and contype = 'c' and attnum = any (conkey)) as checked
  cross join lateral (
    select array(select distinct number[1]::integer from regexp_matches(checks, '\\m(\\d{2,6})\\M', 'g') as number
      union select 2000 order by 1 desc) as sizes) as sized
  left join lateral (
    select of_role.attname as role from pg_attribute as of_role
    where of_role.attrelid = c.oid and a.attname ~ '_name$' and of_role.attname = regexp_replace(a.attname, 'name$', 'role')) as with_role on true
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
    and atttypid = 'text'::regtype and attgenerated = ''
    and checks !~ ('\\m' || attname || ' = ANY \\(ARRAY\\[') and checks !~ ('\\m' || attname || ' ~ ''\\^\\[')
    and not exists (select from pg_constraint where conrelid = c.oid and contype = 'f' and attnum = any (conkey))`;

/** Refused by a check, a foreign or unique key, or as an invalid value. */
const REFUSED = /^(235(03|05|14)|22023)$/;

/**
 * Whether a text of this size fits, in every row or where one is already. Who did something is with their role. Triggers, which
 * keep signed notes as they are, rest in the meantime.
 */
async function fill({ table, column, role, prefix }: Column, size: number): Promise<boolean> {
  const text = `'${prefix}' || repeat('😀', ${size - prefix.length})`;
  const values = [`${column} = ${text}`, ...(role ? [`${role} = coalesce(${role}, 'coach')`] : [])];
  for (const rows of ['true', `${column} is not null`])
    try {
      return await server.database.transaction(async (query) => {
        await query(`alter table public.${table} disable trigger user`);
        const { rowCount } = await query(`update public.${table} set ${values.join(', ')} where ${rows}`);
        await query(`alter table public.${table} enable trigger user`);
        return (rowCount ?? 0) > 0;
      });
    } catch (error) {
      if (!REFUSED.test((error as { code?: string }).code ?? '')) throw error;
    }
  return false;
}

/** Their form leaves nothing to fill, or the product writes them. */
const NOT_FILLED: Record<string, string> = {
  'care_team.email': 'an address',
  'customers.customer_email': 'an address',
  'invitations.email': 'an address',
  'care_team.time_zone': 'the name of a zone',
  'customers.time_zone': 'the name of a zone',
  'appointments.time_zone': 'the name of a zone',
  'test_results.taken_zone': 'the name of a zone',
  'journey_phases.phase_id': 'a name in the code',
  'journey_phases.call_type': 'the slug of a call type',
  'applicator_agreements.words_version': 'a day in the code',
  'consultation_notes.consultation_reference': 'a name in the code',
  'note_drafts.reference': 'a name in the code',
  'attention_decisions.key': 'the name of a rule and an id',
  'message_pictures.name': 'the path of a file',
  'audit_log.actor_role': 'a role of the database',
  'outbox.key': 'a name in the code and an id',
  'outbox.recipient': 'an address or a number',
};

/** Texts that need a choice or an author next to them. */
async function writeMore(): Promise<void> {
  await sql(
    `update public.onboarding_info set menstrual_cycle_length = 'Other', menstrual_cycle_length_other = 'text',
       uses_ovulation_tests = 'Other', uses_ovulation_tests_other = 'text', had_fertility_investigations = 'Other',
       had_fertility_investigations_other = 'text', infertility_diagnosis = '{Other}', infertility_diagnosis_other = 'text',
       previous_treatments = '{Other}', previous_treatments_other = 'text', family_set_up = 'Other', family_set_up_other = 'text'
     where user_id = $1`,
    [patient.id],
  );
  for (const [table, columns, values] of [
    ['medical_notes', 'title, noted_on, content', `'A note', current_date, 'Rest.'`],
    [
      'consultation_notes',
      'consultation_reference, title, notes',
      `'post-treatment-review', 'A note', 'Rest.'`,
    ],
  ])
    await sql(
      `insert into public.${table} (user_id, ${columns}, author_id, author_name, author_role, signed_at)
       values ($1, ${values}, $2, 'The coach', 'coach', now())`,
      [patient.id, team[2]!.person],
    );
}

/** A survey's text is part of its JSON. */
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
  await writeMore();
  const columns = (await sql(COLUMNS)) as Column[];
  const missing: string[] = [];
  for (const column of columns) {
    if (column.name in NOT_FILLED) continue;
    let isFilled = false;
    for (const size of column.sizes) isFilled ||= await fill(column, size);
    if (!isFilled) missing.push(column.name);
  }
  expect(columns.length).toBeGreaterThan(60);
  expect(missing).toEqual([]);
  expect(await fillSurveys()).toBeGreaterThan(0);
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
  // A browser may know a zone or two that the database doesn't.
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
     -- Today's, and one tomorrow.
     from (select generate_series(1, 600) union select 2000) as minutes (n),
       lateral (select date_trunc('day', now() at time zone 'Europe/London') at time zone 'Europe/London' + make_interval(mins => n) as start) as at`,
    [patient.id, coach!.person],
  );
  await expectAllOpen();
});
