import { createDatabase, type Database } from '../../server/database/database.ts';
import { runningOn } from '../../server/embedded/lock.ts';
import { urlOfRunning } from '../../server/embedded/postgres.ts';
import type { Portal } from '../../server/testing/spawn-portal.ts';

/** Far enough apart that it is early afternoon in one of them. */
const CITIES = [
  'Pacific/Honolulu',
  'America/Los_Angeles',
  'America/Chicago',
  'America/New_York',
  'America/Sao_Paulo',
  'Europe/London',
  'Europe/Athens',
  'Asia/Dubai',
  'Asia/Dhaka',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Pacific/Auckland',
];
const AFTERNOON = 14;

const hourIn = (timeZone: string): number =>
  Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format());

/** The clinic's zone, so that it is open whenever the pictures are taken. */
export const whereItIsAfternoon = (): string =>
  CITIES.toSorted(
    (one, other) => Math.abs(hourIn(one) - AFTERNOON) - Math.abs(hourIn(other) - AFTERNOON),
  )[0]!;

async function inDatabase(portal: Portal, work: (query: Database['query']) => Promise<void>): Promise<void> {
  const running = await runningOn(portal.dataFolder);
  const database = createDatabase(await urlOfRunning(portal.dataFolder, running!.socketFolder!), {
    connections: 1,
  });
  try {
    await work(database.query);
  } finally {
    await database.end();
  }
}

/** The team is in the clinic's zone, and nothing has happened today. */
export const emptyDay = (portal: Portal): Promise<void> =>
  inDatabase(portal, async (query) => {
    await query('update public.care_team set time_zone = $1', [whereItIsAfternoon()]);
    await query(
      `update public.appointments set outcome = 'patient-did-not-come', outcome_at = now() where ends_at < now()`,
    );
  });

const PHONES = {
  'stage1@example.com': ['+1 555 0142', 'America/Chicago'],
  'stage2@example.com': ['+1 555 0117', 'America/Los_Angeles'],
  'stage3@example.com': ['+1 555 0174', 'America/New_York'],
  'cycle2@example.com': ['+1 555 0100', 'America/Chicago'],
  'done@example.com': ['+1 555 0108', 'America/New_York'],
  'irregular@example.com': ['+1 555 0129', 'America/Denver'],
  'pregnant@example.com': ['+1 555 0163', 'America/New_York'],
} as const;

/** Something of every type a clinic deals with, within the last hours. */
export const fullDay = (portal: Portal): Promise<void> =>
  inDatabase(portal, async (query) => {
    await query(
      `update public.appointments set outcome = null, outcome_at = null where outcome = 'patient-did-not-come'`,
    );
    for (const [email, [phone, zone]] of Object.entries(PHONES))
      await query(
        'update public.customers set customer_phone = $2, time_zone = $3 where customer_email = $1',
        [email, phone, zone],
      );
    await reportedByPatients(query);
    await calls(query);
    await nextWednesday(query);
    await administrative(query);
    await decided(query);
  });

const of = (email: string) =>
  `(select user_id from public.customers where customer_email = '${email}@example.com')`;

async function reportedByPatients(query: Database['query']): Promise<void> {
  await query(`
    insert into public.treatment_day_timers (user_id, cycle, action, at)
      values (${of('stage3')}, 1, 'cap-in', now() - interval '6 hours 12 minutes')`);
  await query(`
    insert into public.symptom_reports (user_id, signs, strength, since, urgent, created_at) values
      (${of('done')}, '{discharge}', 'mild', current_date, false, now() - interval '70 minutes'),
      (${of('stage1')}, '{pain}', 'strong', current_date, true, now() - interval '20 minutes')`);
  await query(`
    insert into public.survey_responses (user_id, survey, cycle_number, answers, created_at) values
      (${of('cycle2')}, 'applicator-use', 2,
        jsonb_build_array(to_char(current_date - 1, 'YYYY-MM-DD'), '2', 'No', '', '30 minutes', '4 to 5 hours', 'Found it difficult',
          'I was not sure that it sat right.'), now() - interval '3 hours'),
      (${of('stage2')}, 'before-treatment', null, '{"response": "uncertain"}', now() - interval '2 hours')`);
  await query(`
    insert into public.safety_checks (user_id, cycle, answers, outcome, reasons, created_at)
      values (${of('irregular')}, 1, '{}', 'clinician', '{recent-surgery}', now() - interval '100 minutes')`);
  await query(`
    with thread as (
      insert into public.message_threads (user_id, topic) values (${of('cycle2')}, 'A test result') returning id, user_id)
    insert into public.messages (thread_id, user_id, place, sender, text, due_at, created_at)
      select id, user_id, 1, 'patient', 'Which line counts, if one is lighter than the other?', now() - interval '7 minutes', now() - interval '187 minutes'
      from thread`);
}

/** One completed call, one without an outcome, and one upcoming. */
const calls = (query: Database['query']) =>
  query(`
    insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, time_zone, outcome, outcome_at)
    select visit.patient, member.id, types.id, visit.at, visit.at + interval '30 minutes', visit.at + interval '30 minutes', 'America/New_York', visit.outcome,
      case when visit.outcome is not null then now() end
    from (values
      (${of('irregular')}, date_trunc('hour', now()) - interval '3 hours', 'took-place'),
      (${of('pregnant')}, date_trunc('hour', now()) - interval '90 minutes', null),
      (${of('cycle2')}, date_trunc('minute', now()) + interval '4 minutes', null),
      (${of('done')}, date_trunc('hour', now()) + interval '3 hours', null)) as visit (patient, at, outcome)
    join public.care_team as member on member.email = 'coach@example.com'
    join public.appointment_types as types on types.slug = 'clinical-coach-support-call'`);

/** Four people's calls, an absence and busy times, so that a day and a week show what the calendar is for. */
async function nextWednesday(query: Database['query']): Promise<void> {
  const day = `date_trunc('week', now() at time zone member.time_zone) + interval '9 days'`;
  await query(`
    insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, time_zone)
    select customer.user_id, member.id, types.id, visit.at, visit.at + make_interval(mins => types.duration_minutes),
      visit.at + make_interval(mins => types.duration_minutes), member.time_zone
    from (values
      ('stage1', 'coach', 'clinical-coach-support-call', '9:30'), ('stage2', 'coach', 'clinical-coach-support-call', '11:00'),
      ('stage3', 'coach', 'meet-your-clinical-coach', '14:00'), ('done', 'coach2', 'clinical-coach-support-call', '10:00'),
      ('irregular', 'coach2', 'clinical-coach-support-call', '13:30'), ('colleague', 'coach3', 'clinical-coach-support-call', '9:00'),
      ('pregnant', 'clinician', 'initial-consultation', '10:30'), ('cycle2', 'clinician', 'post-treatment-review', '15:00'))
      as asked (patient, host, slug, clock)
    join public.customers as customer on customer.customer_email = asked.patient || '@example.com'
    join public.care_team as member on member.email = asked.host || '@example.com'
    join public.appointment_types as types on types.slug = asked.slug
    cross join lateral (select (${day} + asked.clock::time) at time zone member.time_zone as at) as visit
    on conflict do nothing`);
  await query(`
    insert into public.absences (host_id, starts_at, ends_at)
    select id, (${day} + interval '13 hours') at time zone member.time_zone, (${day} + interval '1 day') at time zone member.time_zone
    from public.care_team as member where email = 'coach3@example.com'`);
  await query(`
    insert into private.busy_times (person_id, starts_at, ends_at)
    select person_id, (${day} + interval '12 hours') at time zone member.time_zone, (${day} + interval '13 hours') at time zone member.time_zone
    from private.busy_calendars join public.care_team as member on member.id = person_id`);
}

async function administrative(query: Database['query']): Promise<void> {
  await query(
    `update public.invitations set invited_at = now() - interval '9 days' where email = 'new@example.com'`,
  );
  await query(`
    insert into public.kit_requests (user_id, person_id, person_name, asked_at)
      select ${of('colleague')}, id, name, now() - interval '4 hours' from public.care_team where email = 'coach2@example.com'
      on conflict (user_id) do nothing`);
}

/** Some items are assigned, one was handed off, one is done. */
async function decided(query: Database['query']): Promise<void> {
  const decide = (rule: string, fact: string, decision: string, by: string, words: string | null = null) =>
    query(
      `insert into public.attention_decisions (key, version, user_id, decision, outcome, words, to_id, person_id, person_name, person_role, decided_at)
       select $1 || ':' || fact.id, 1, fact.user_id, $2, case when $2 = 'done' then 'spoke' end, $3,
         case when $2 = 'hand-over' then (select id from public.care_team where email = 'coach@example.com') end,
         member.id, member.name, member.role, now() - interval '12 minutes'
       from (${fact}) as fact, public.care_team as member where member.email = $4
       on conflict (key, version) do nothing`,
      [rule, decision, words, `${by}@example.com`],
    );
  await decide(
    'message-waits',
    `select id, user_id from public.messages where user_id = ${of('cycle2')}`,
    'take',
    'coach2',
  );
  await decide(
    'symptoms',
    `select id, user_id from public.symptom_reports where user_id = ${of('done')}`,
    'take',
    'coach',
  );
  await decide(
    'found-difficult',
    `select id, user_id from public.survey_responses where user_id = ${of('cycle2')}`,
    'hand-over',
    'coach2',
    'Prefers a text before a call.',
  );
  await decide(
    'uncertain-before-treatment',
    `select id, user_id from public.survey_responses where user_id = ${of('stage2')}`,
    'done',
    'coach',
  );
}
