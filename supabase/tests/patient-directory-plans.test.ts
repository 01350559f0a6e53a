import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectAsSuperuser, testDatabase } from '../../server/testing/test-database.ts';
import { times } from '../../server/testing/times.ts';
import { TeamScene, type Joined } from './team-scene.ts';

// A page of the list touches about as many rows as it shows, whatever is asked.

const PATIENTS = times(20_000, 100_000);
const COACHES = 20;
// So many rows take a busy machine a while; it is no test.
const FILLED_WITHIN_MS = 300_000;

const scene = new TeamScene();
let remove: () => Promise<void>;
let clinician: Joined;
let coach: Joined;
const coachOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

beforeAll(async () => {
  ({ database: scene.database, remove } = await testDatabase());
  clinician = await scene.join('clinician');
  coach = await scene.join('coach');
  const client = await connectAsSuperuser(scene.database);
  await client.query(`
    set session_replication_role = replica;
    insert into private.patient_directory
      (id, email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status, coach_id, last_log_at, next_call_at,
       items, is_urgent)
    select gen_random_uuid(), email, true, first || ' ' || last, last || ' ' || first, first || ' ' || last || ' ' || email,
      true, stage, case when stage = 3 then 1 + number % 3 end, 'welcome',
      (array['Active', 'Active', 'Active', 'Paused', 'Pregnant', 'Withdrawn'])[1 + number % 6],
      case when number % ${COACHES} = 0 then '${coach.person}' else ('00000000-0000-4000-8000-' || lpad((number % ${COACHES})::text, 12, '0'))::uuid end,
      case when number % 3 > 0 then now() - make_interval(mins => number) end,
      case when number % 9 = 0 then now() + make_interval(mins => number) end, number % 40 / 39, number % 400 = 399
    from (
      select number, 1 + number % 4 as stage, substr(md5(number::text), 1, 8) as last,
        (array['anna', 'beth', 'carla', 'dora', 'emma'])[1 + number % 5] as first, md5('m' || number) || '@example.com' as email
      from generate_series(1, ${PATIENTS}) as number) as made;
    set session_replication_role = default;
    insert into private.directory_counts
      select stage, cycle, status, coach_id, is_open, count(*), true from private.patient_directory group by 1, 2, 3, 4, 5;
    analyze private.patient_directory`);
  await client.end();
}, FILLED_WITHIN_MS);
afterAll(() => remove());

const READ = `select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
  where relid = 'private.patient_directory'::regclass`;

/** A list's answer, and how many rows of the directory it read. */
const listing = (who: Joined, query: Record<string, unknown>) =>
  scene.database.transaction(async (sql) => {
    // The connection may not have reported yet what it did before.
    const { rows: before } = await sql<{ read: number }>(READ);
    const { rows } = await sql<{ answer: { total: number; patients: unknown[] } }>(
      `select public.team_patients($1, $2, '{coach,clinician}', '{identity,summary}', $3) as answer`,
      [who.user, who.session, JSON.stringify(query)],
    );
    const { rows: after } = await sql<{ read: number }>(READ);
    return { ...rows[0]!.answer, read: after[0]!.read - before[0]!.read };
  });

const name = 'c4ca4238';

test.each([
  ['everybody', {}, PATIENTS, 300],
  ['the third page', { page: 3 }, PATIENTS, 400],
  ['a stage', { stage: 2 }, PATIENTS / 4, 300],
  ['a cycle', { stage: 3, cycle: 1 }, null, 2_000],
  ['a status', { status: 'Withdrawn' }, null, 300],
  ['a coach', { coach: coachOf(7) }, PATIENTS / COACHES, 300],
  ['a coach and a stage', { coach: coachOf(7), stage: 4 }, PATIENTS / COACHES, 10_000],
  ['nobody’s patients', { coach: 'none' }, 0, 300],
  ['the last logs', { sort: 'last-log' }, PATIENTS, 300],
  ['the next calls', { sort: 'next-call' }, PATIENTS, 300],
  ['who needs attention first', { sort: 'attention' }, PATIENTS, 300],
  ['the last logs of a stage', { sort: 'last-log', stage: 2 }, PATIENTS / 4, 600],
  ['a rare name', { search: name }, 1, 300],
  ['a frequent first name', { search: 'emm' }, 1_000, 8_000],
  ['two words', { search: 'beth c4ca' }, null, 300],
  ['a part of an address', { search: 'e2c3d4' }, null, 300],
] as const)('%s: the database reads little', async (_, query, total, max) => {
  const answer = await listing(clinician, query);
  expect(answer.read).toBeLessThan(max);
  if (total !== null) expect(answer.total).toBe(total);
});

test.each([
  ['a rare name and a stage', { search: name, stage: 1 }],
  ['nobody of a rare name', { search: name, status: 'Gone' }],
  ['a filter that finds nobody', { status: 'Gone' }],
  ['a rare name, past the last page', { search: name, stage: 2, page: 7 }],
])('%s: finding who the filter left out reads little', async (_, query) => {
  for (const who of [clinician, coach]) expect((await listing(who, query)).read).toBeLessThan(2_000);
});

test('a coach who searches: the database reads little', async () => {
  expect((await listing(coach, { search: name })).total).toBe(1);
  const { total, patients, read } = await listing(coach, { search: 'emm' });
  expect([total, patients.length]).toEqual([1_000, 50]);
  expect(read).toBeLessThan(8_000);
});

test('a coach who filters: the database reads little', async () => {
  // Every fourth patient of this coach is in stage 1.
  const answer = await listing(coach, { stage: 1 });
  expect(answer).toMatchObject({ total: PATIENTS / COACHES });
  expect(answer.patients).toHaveLength(50);
  expect(answer.read).toBeLessThan(10_000);
});
