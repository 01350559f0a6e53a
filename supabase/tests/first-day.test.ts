import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LINKED_APPOINTMENT_TYPES } from '../../domain/booking/linked-appointment-types.ts';
import { STANDARD_APPOINTMENT_TYPES } from '../../domain/booking/standard-appointment-types.ts';
import { FetchAppointmentSlotsAnswer } from '../../domain/contracts/patient/fetch-appointment-slots.ts';
import { DAY, isoFromInstant } from '../../domain/time/instant.ts';
import { weekdayOf, type Weekday } from '../../domain/time/day.ts';
import { unbookableTypes } from '../../server/clinic/unbookable-types.ts';
import { signInInvited } from '../../server/rest/testing.ts';
import { serveWithDeno } from '../../server/testing/deno.ts';
import { startTestServer, type TestServer } from '../../server/testing/test-server.ts';
import { backendTools } from '../functions/_shared/request/backend.ts';
import { setUpCodeHash } from '../functions/_shared/team/set-up-code.ts';

// The SQL in docs/deploy-supabase.md for a clinic's first day, pasted unchanged, as the SQL editor's role.

const PATIENT = 'robin@example.com';

let server: TestServer;
let slots: Awaited<ReturnType<typeof serveWithDeno>>;
beforeAll(async () => {
  server = await startTestServer({}, { deployment: 'supabase' });
  slots = await serveWithDeno('fetch-appointment-slots', server);
});
afterAll(async () => {
  await slots.stop();
  await server.stop();
});

const page = await readFile(join(import.meta.dirname, '../../docs/deploy-supabase.md'), 'utf8');
const blocks = [...page.matchAll(/```sql\n(.*?)```/gs)].map(([, sql]) => sql!);

/** The page's only block with this beginning. */
function block(opening: string): string {
  const found = blocks.filter((sql) => sql.startsWith(opening));
  expect(found, opening).toHaveLength(1);
  return found[0]!;
}

/** The last statement's result, which the SQL editor shows. */
const asEditor = (sql: string) =>
  server.database.transaction(async (query) => {
    await query('set local session authorization supabase_postgres');
    const answers = await query(sql);
    return [answers].flat().at(-1)!.rows;
  });
const paste = (opening: string) => asEditor(block(opening));

/** The rows that 'Add the portal’s call types' on the page Clinic writes. */
const addTypes = () =>
  server.database.query(
    `select private.add_type(type) from jsonb_array_elements($1::jsonb) as type
     where type ->> 'slug' not in (select slug from public.appointment_types)`,
    [JSON.stringify(STANDARD_APPOINTMENT_TYPES)],
  );

/** The rows that People writes: team members, and who takes which calls. */
const addPeople = () =>
  server.database.query(`
    insert into public.care_team (email, name, role, time_zone) values
      ('noa@clinic.example', 'Dr. Noa Lind', 'clinician', 'America/New_York'),
      ('sam@clinic.example', 'Sam Vega', 'coach', 'America/Chicago')
    on conflict (email) do nothing;
    insert into public.appointment_type_hosts (appointment_type_id, host_id)
    select type.id, person.id from public.appointment_types as type, public.care_team as person
    where person.role = case when slug in ('initial-consultation', 'post-treatment-review', 'safety-call', 'short-call') then 'clinician' else 'coach' end
    on conflict do nothing`);

/** The rows that Calendar writes for these people. */
const setHours = () =>
  server.database.query(`
    delete from public.availability;
    insert into public.availability (host_id, weekday, starts_at, ends_at)
    select id, weekday, starts_at::time, ends_at::time from (values
      ('noa@clinic.example', 1, 5, '09:00', '12:00'),
      ('noa@clinic.example', 1, 5, '13:00', '17:00'),
      ('sam@clinic.example', 1, 6, '08:00', '18:00')
    ) as week (email, first_day, last_day, starts_at, ends_at)
      join public.care_team using (email), generate_series(first_day, last_day) as weekday`);

/** The rows that Invitations writes. */
const invite = () =>
  server.database.query(
    `insert into public.invitations (email, first_name, last_name) values ($1, 'Robin', 'Castellano')
     on conflict (email) do update set revoked_at = null`,
    [PATIENT],
  );

const signedIn = async () => (await signInInvited(server, PATIENT)).token;

const ask = (token: string, slug: string) => {
  const query = new URLSearchParams({
    appointmentType: slug,
    searchFrom: isoFromInstant(Date.now()),
    searchUntil: isoFromInstant(Date.now() + 14 * DAY),
  });
  return fetch(`${slots.url}?${query}`, {
    headers: { authorization: `Bearer ${token}`, 'x-client-timezone': 'America/Chicago' },
  });
};

test('its SQL gives the schedules address and key once, however often it is pasted, and a key can be replaced', async () => {
  const kept = async () =>
    (
      await server.database.query(
        'select name, decrypted_secret as value from vault.decrypted_secrets order by 1',
      )
    ).rows;
  const first = [
    { name: 'project_url', value: 'https://abcdefghijklmnopqrst.supabase.co' },
    { name: 'service_role_key', value: 'sb_secret_…' },
  ];
  for (let time = 0; time < 2; time += 1) {
    await paste('select vault.create_secret(');
    expect(await kept()).toEqual(first);
  }
  const [, update] = /`(select vault\.update_secret\([^`]+)`/.exec(page)!;
  await asEditor(update!.replace('sb_secret_…', 'sb_secret_next'));
  expect(await kept()).toEqual([first[0], { name: 'service_role_key', value: 'sb_secret_next' }]);
});

test('its SQL shows what the functions answered to the schedules', async () => {
  await server.database.query('insert into net._http_response (id, status_code) values (1, 200), (2, 200)');
  expect(await paste('-- What the functions returned')).toEqual([{ status_code: 200, count: '2' }]);
  await server.database.query('delete from net._http_response where true');
});

test('no SQL on the page invites patients or colleagues, or sets who takes calls and when: the workspace does', () => {
  const done = blocks.join('\n').matchAll(/\b(?:insert into|update|delete from) (?:public\.)?(\w+)/g);
  const tables = [...done].map(([, table]) => table);
  for (const table of [
    'invitations',
    'care_team',
    'appointment_types',
    'appointment_type_hosts',
    'availability',
    'absences',
  ])
    expect(tables).not.toContain(table);
});

test('before its SQL the page’s check names every required call type, and the first thing each one lacks', async () => {
  const lacking = await paste("-- Lists what patients can't book");
  expect(lacking).toEqual(LINKED_APPOINTMENT_TYPES.map((slug) => ({ slug, missing: 'no such call type' })));
});

test('it names missing hosts and hours as well', async () => {
  await addTypes();
  await addPeople();
  const lacking = await paste("-- Lists what patients can't book");
  expect(lacking).toEqual(LINKED_APPOINTMENT_TYPES.map((slug) => ({ slug, missing: 'hours of a host' })));
  await server.database.query('delete from public.appointment_type_hosts');
  expect(await paste("-- Lists what patients can't book")).toEqual(
    LINKED_APPOINTMENT_TYPES.map((slug) => ({ slug, missing: 'an active host' })),
  );
});

test('after its SQL, pasted once or twice, and hours, nothing is missing, and an invited patient is offered slots', async () => {
  for (let time = 0; time < 2; time += 1) {
    await addTypes();
    await addPeople();
    await setHours();
    await invite();
  }
  expect(await paste("-- Lists what patients can't book")).toEqual([]);
  expect(await unbookableTypes(server.database)).toEqual([]);
  const { rows: hours } = await server.database.query<{ count: number }>(
    'select count(*)::int from public.availability',
  );
  expect(hours[0]!.count).toBe(5 * 2 + 6);

  const token = await signedIn();
  const weekdays = async (slug: string) => {
    const answer = FetchAppointmentSlotsAnswer.parse(await (await ask(token, slug)).json());
    const offered = new Set(answer.map(({ userTime }) => weekdayOf(userTime.slice(0, 10))));
    return [1, 2, 3, 4, 5, 6, 7].filter((day) => offered.has(day as Weekday));
  };
  const [consultation, coach, support, review, safety] = await Promise.all(
    LINKED_APPOINTMENT_TYPES.map(weekdays),
  );
  expect([consultation, review, safety]).toEqual([
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5],
  ]);
  expect([coach, support]).toEqual([
    [1, 2, 3, 4, 5, 6],
    [1, 2, 3, 4, 5, 6],
  ]);
});

test('its SQL invites a care team member, pasted once or twice, with a setup code that the functions accept', async () => {
  const hashSecret = 'HASH_SECRET';
  const { keyedHash } = backendTools({ url: '', publicKey: '', secretKey: '', hashSecret, fetch }, {});
  const codes: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const [answer] = await paste('-- Lets a coach, a clinician or an administrator sign in');
    const code = String(answer!['set_up_code']);
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{10}$/);
    const { rows } = await server.database.query(
      `select email, role, code_hash from private.set_up_codes join public.care_team on care_team.id = person_id`,
    );
    const hash = await setUpCodeHash({ keyedHash }, 'ines@clinic.example', code);
    expect(rows).toEqual([{ email: 'ines@clinic.example', role: 'administrator', code_hash: hash }]);
    codes.push(code);
  }
  expect(new Set(codes).size).toBe(2);
});

test('neither hours nor invitations are entered in SQL', () => {
  for (const sql of blocks)
    expect(sql).not.toMatch(/insert into (availability|days_off|invitations)|update invitations/);
});

test('its SQL for alarms counts late or parked messages, and failed scheduler runs', async () => {
  expect(await paste('-- Messages that failed for good')).toMatchObject([
    { parked: '0', late: '0', failed: '0', refused: '0' },
  ]);
  await server.database.query(`
    insert into public.outbox (key, channel, recipient, body_text, send_after, parked_at) values
      ('late', 'email', 'a@example.com', 'words', now() - interval '6 minutes', null),
      ('due', 'email', 'a@example.com', 'words', now() - interval '1 minute', null),
      ('parked', 'email', 'a@example.com', 'words', now() - interval '1 day', now());
    insert into cron.job_run_details values (1, 'failed', now() - interval '1 minute'), (2, 'succeeded', now())`);
  expect(await paste('-- Messages that failed for good')).toMatchObject([
    { parked: '1', late: '1', failed: '1', refused: '0' },
  ]);
});
