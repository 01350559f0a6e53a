import { ApplicatorResponses } from '../../domain/surveys/applicator-responses.ts';
import { safetyOutcome, type SafetyAnswers } from '../../domain/safety/safety-outcome.ts';
import type { CycleFacts } from '../../domain/cycle/facts.ts';
import type { Period } from '../../domain/cycle/period.ts';
import { lengths } from '../../domain/cycle/lengths.ts';
import { cycleStatus } from '../../domain/cycle/cycle-status.ts';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { completeSecrets, createKeys } from '../auth/keys.ts';
import { portalFacts } from '../functions/portal-facts.ts';
import { testDatabase } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { skipWaits } from './desk/skip-waits.ts';
import { demoAuthenticators } from './authenticators.ts';
import { openCall } from './appointments.ts';
import { loadDemo } from './load.ts';
import { TODAY } from './moments.ts';
import { refuseDemoPeople } from './refuse-demo-people.ts';
import { DEMO_PATIENTS } from './patients.ts';
import { DEMO_TEAM } from './team.ts';

type Entry = { to: string; channel: string; subject: string | null; code: string | null };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await loadDemo(server, { portal: portalFacts(server.settings), keys: server.keys });
});
afterAll(() => server.stop());

const mailbox = async (to: string): Promise<Entry[]> =>
  (await fetch(`${server.url}/dev/mailbox.json?to=${to}`)).json() as Promise<Entry[]>;

const codeIn = (entries: Entry[], channel: string) =>
  entries.find((entry) => entry.channel === channel)!.code!;

/** Signs in like the demo desk: without waiting, and with both codes from the mailbox page. */
async function signedIn(email: string) {
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const { auth, functions } = createClient(server.url, server.keys.anonKey, options);
  await skipWaits(server, email, '127.0.0.1');
  expect((await auth.signInWithOtp({ email })).error).toBeNull();
  const [newest] = await mailbox(email);
  expect(newest).toMatchObject({ channel: 'email' });
  const opened = await auth.verifyOtp({ email, token: newest!.code!, type: 'email' });
  expect(opened.error).toBeNull();
  const [factor] = (await auth.mfa.listFactors()).data!.totp;
  const code = codeIn(await mailbox(email), 'authenticator');
  expect((await auth.mfa.challengeAndVerify({ factorId: factor!.id, code })).error).toBeNull();
  return functions;
}

test.each(DEMO_TEAM)('$email signs in with two codes from the mailbox page, and no phone', async (member) => {
  const { email, name, role } = member;
  const functions = await signedIn(email);
  const { data, error } = await functions.invoke('team-session', { method: 'GET' });
  expect(error).toBeNull();
  expect(data).toMatchObject({ name, role });
});

type TodayItem = { key: string; title: string; since: string; urgent: boolean; patient: { name: string } };

test('a believable morning on Today: six to ten items, one of them urgent, and none from before yesterday', async () => {
  const items = new Map<string, TodayItem>();
  for (const name of ['coach', 'coach2', 'coach3', 'clinician']) {
    const functions = await signedIn(`${name}@example.com`);
    const { data, error } = await functions.invoke('team-today', { method: 'GET' });
    expect(error).toBeNull();
    for (const item of (data as { items: TodayItem[] }).items) items.set(item.key, item);
  }
  const open = [...items.values()];
  const words = open.map(({ title, patient }) => `${title}: ${patient.name}`).join('; ');
  expect(open.length, words).toBeGreaterThanOrEqual(6);
  expect(open.length, words).toBeLessThanOrEqual(10);
  expect(
    open.filter(({ urgent }) => urgent),
    words,
  ).toHaveLength(1);
  for (const { since } of open) expect(Date.now() - Date.parse(since), words).toBeLessThan(2 * 86_400_000);
});

/** Each line names a fact that comes before another one it needs. */
const OUT_OF_ORDER = `with consent as (
     select user_id, max(changed_at) as at from public.consent_history where consent = 'data_usage_consent' group by user_id
   ), facts as (
     select user_id, 'note' as what, signed_at as at from public.medical_notes
     union all select user_id, 'consultation', signed_at from public.consultation_notes
     union all select user_id, 'test', taken_at from public.test_results
     union all select user_id, 'survey', created_at from public.survey_responses
     union all select user_id, 'period', created_at from public.periods
     union all select user_id, 'call', starts_at from public.appointments
     union all select user_id, 'kit', asked_at from public.kit_requests
     union all select user_id, 'phase', completed_at from public.completed_phases
     union all select user_id, 'message', created_at from public.messages
   )
   select customer_email, what from facts join consent using (user_id) join public.customers using (user_id)
   where facts.at < consent.at
   union all
   select customer_email, 'applicator without a kit' from public.survey_responses
   join public.customers using (user_id) left join public.kit_requests using (user_id)
   where survey = 'applicator-use' and (arrived_at is null or arrived_at > survey_responses.created_at)
   union all
   select customer_email, 'note before its call' from public.consultation_notes join public.customers using (user_id)
   where consultation_reference = 'initial-consultation' and not exists (
     select from public.appointments where appointments.user_id = consultation_notes.user_id and ends_at <= signed_at)
   union all
   select customer_email, 'applicator without a safety check' from public.survey_responses as uses
   join public.customers using (user_id)
   where survey = 'applicator-use' and not exists (
     select from public.safety_checks as checks where checks.user_id = uses.user_id and outcome = 'ready'
       and checks.cycle = uses.cycle_number and checks.created_at < uses.created_at)
   union all
   select customer_email, 'kit that arrived after the first call with the coach' from public.kit_requests
   join public.customers using (user_id) join public.appointments using (user_id)
   join public.appointment_types as types on types.id = appointment_type_id
   where types.slug = 'meet-your-clinical-coach' and (arrived_at is null or arrived_at > starts_at)
   union all
   select customer_email, 'phase completed before its call' from public.completed_phases
   join public.customers using (user_id) join public.appointments using (user_id)
   join public.appointment_types as types on types.id = appointment_type_id
   where (phase_id, types.slug) in (('consultation-prep', 'initial-consultation'), ('consultation', 'meet-your-clinical-coach'))
     and completed_at < ends_at
   union all
   select customer_email, 'kit requested before the consultation' from public.kit_requests
   join public.customers using (user_id) join public.appointments using (user_id)
   join public.appointment_types as types on types.id = appointment_type_id
   where types.slug = 'initial-consultation' and asked_at < ends_at
   union all
   select customer_email, 'note by another coach' from public.medical_notes join public.customers using (user_id)
   join public.coach_assignments using (user_id) where author_id <> coach_id
   union all
   select customer_email, 'read before it was written' from public.message_reads as reads
   join public.customers using (user_id)
   where read_at > now() or exists (select from public.messages
     where messages.thread_id = reads.thread_id and messages.place = reads.place and created_at > read_at)
   union all
   select customer_email, 'call without an outcome' from public.appointments join public.customers using (user_id)
   where ends_at < now() - interval '2 days' and outcome is null
   union all
   select customer_email, 'kit to no address' from public.kit_requests join public.customers using (user_id)
   where sent_at is not null and shipping_zip is null
   union all
   select customer_email, what || ' in the future' from facts join public.customers using (user_id)
   where facts.at > now() and what <> 'call'`;

test('in the stored histories nothing comes before what it needs: consent, calls, a kit, a safety check, a message', async () => {
  expect((await server.database.query(OUT_OF_ORDER)).rows).toEqual([]);
});

test.each([7, 23, 61])('the same holds for the clinic of seed %i', async (seed) => {
  const { database, remove } = await testDatabase();
  onTestFinished(remove);
  await loadDemo({ ...server, database }, { portal: portalFacts(server.settings), keys: server.keys, seed });
  expect((await database.query(OUT_OF_ORDER)).rows).toEqual([]);
  const { rows } = await database.query('select count(*)::int as patients from public.customers');
  expect(rows).toEqual([{ patients: 28 }]);
});

test('ages differ, everyone logs in the daytime, and the mailbox starts without last month’s emails', async () => {
  const { rows } = await server.database.query<Record<string, number>>(
    `select (select count(*)::int from public.customers) as patients,
       (select count(distinct user_age)::int from public.onboarding_info) as ages,
       (select count(*)::int from public.test_results where taken_zone is not null
         and extract(hour from taken_at at time zone taken_zone) not between 5 and 22) as "atNight",
       (select count(*)::int from public.outbox where user_id is not null and subject not like '%call%') as mails`,
  );
  expect(rows[0]).toMatchObject({ patients: 28, atNight: 0, mails: 0 });
  expect(rows[0]!['ages']).toBeGreaterThanOrEqual(15);
});

test('everyone has the coach whom their pages name, and no coach calls with another', async () => {
  const { rows } = await server.database.query(
    `select customer_email as email from public.customers
     left join public.coach_assignments using (user_id) left join public.care_team on care_team.id = coach_id
     where care_team.name is distinct from coach ->> 'name'
       or exists (select from public.appointments join public.care_team as host on host.id = host_id
         where appointments.user_id = customers.user_id and host.role = 'coach' and host_id is distinct from coach_id)`,
  );
  expect(rows).toEqual([]);
});

test('the workspace looks used: signed notes, contacts, a coach’s patients and a started note', async () => {
  const { rows } = await server.database.query<Record<string, number>>(
    `select (select count(*)::int from public.medical_notes where author_name = 'Marisol Vega') as notes,
       (select count(*)::int from public.medical_notes where author_id is null) as unsigned,
       (select count(*)::int from public.consultation_notes where author_role = 'clinician') as consultations,
       (select count(*)::int from public.patient_contacts) as contacts,
       (select count(*)::int from public.coach_assignments) as assigned,
       (select count(*)::int from public.note_drafts) as drafts,
       (select count(*)::int from public.staff_notes) as "staffNotes",
       (select count(*)::int from public.patient_alerts) as alerts,
       (select count(*)::int from private.open_follow_ups) as "followUps",
       (select count(*)::int from public.note_templates) as templates,
       (select count(*)::int from public.saved_replies where person_id is null) as "savedReplies",
       (select count(*)::int from public.saved_replies where person_id is not null) as "ownReplies",
       (select (count(*) > 10)::int from private.busy_times) as "busyTimes",
       (select count(*)::int from public.customers where birth_date is null or pronouns is null) as unknown,
       (select count(*)::int from public.test_results where logged_by_name = 'Marisol Vega') as logged,
       (select count(*)::int from public.customers where coach ->> 'name' = 'Marisol Vega') as coached`,
  );
  expect(rows[0]).toMatchObject({
    unsigned: 0,
    contacts: 6,
    assigned: 28,
    drafts: 1,
    staffNotes: 1,
    alerts: 3,
    followUps: 1,
    templates: 3,
    savedReplies: 3,
    ownReplies: 1,
    busyTimes: 1,
    unknown: 0,
    logged: 1,
    coached: 17,
  });
  expect(rows[0]!['notes']).toBeGreaterThan(5);
  expect(rows[0]!['consultations']).toBeGreaterThan(5);
});

test('the coach’s own calendar is busy at lunch, by the clinic’s clock', async () => {
  const { rows } = await server.database.query(
    `select distinct to_char(starts_at at time zone 'America/New_York', 'HH24:MI') as from,
       to_char(ends_at at time zone 'America/New_York', 'HH24:MI') as until from private.busy_times`,
  );
  expect(rows).toEqual([{ from: '12:00', until: '13:00' }]);
});

test('a conversation was held: answered, read on both sides, with nothing waiting or emailed', async () => {
  const { rows } = await server.database.query(
    `select topic, count(*)::int as messages, count(due_at)::int as asked,
       (select count(*)::int from private.waiting_messages(customers.user_id)) as waiting,
       (select count(*)::int from public.messages as team where team.thread_id = threads.id and sender = 'team'
         and place > (select max(place) from public.message_reads where thread_id = threads.id and reader = 'patient')) as unread,
       (select array_agg(reader order by reader) from public.message_reads where thread_id = threads.id) as readers,
       (select count(*)::int from public.outbox where purpose = 'message') as notices
     from public.message_threads as threads join public.customers using (user_id) join public.messages on thread_id = threads.id
     where customer_email = 'stage2@example.com' group by threads.id, topic, customers.user_id`,
  );
  expect(rows).toEqual([
    {
      topic: 'The kit',
      messages: 4,
      asked: 2,
      waiting: 0,
      unread: 0,
      readers: ['patient', 'team'],
      notices: 0,
    },
  ]);
  const log = await server.database.query(
    `select distinct actor_name from public.audit_log where kind = 'messages' and actor_name is not null`,
  );
  expect(log.rows.map(({ actor_name }) => actor_name as string).sort()).toEqual([
    'Amara Whitfield',
    'Imani Brooks',
    'Marisol Vega',
  ]);
});

test('Jo’s call lasts as long as any consultation, and begins again once it is over', async () => {
  const { database, settings, keys } = server;
  const calls = async () => {
    const { rows } = await database.query<{ minutes: number; isOpen: boolean; mails: number }>(
      `select extract(epoch from ends_at - starts_at)::int / 60 as minutes, now() between starts_at and ends_at as "isOpen",
         (select count(*)::int from public.outbox where recipient = 'clinician@example.com' and appointment_id = appointments.id) as mails
       from public.appointments join public.customers using (user_id) where customer_email = 'calling@example.com'`,
    );
    return rows;
  };
  const again = () =>
    database.transaction((query) =>
      openCall(query, { portal: portalFacts(settings), signCallToken: keys.sign }),
    );
  expect(await calls()).toEqual([{ minutes: 45, isOpen: true, mails: 1 }]);
  await again();
  expect(await calls()).toEqual([{ minutes: 45, isOpen: true, mails: 1 }]);
  await database.query(
    `update public.appointments set starts_at = now() - interval '3 hours', ends_at = now() - interval '2 hours',
       busy_until = now() - interval '2 hours'
     from public.customers where customers.user_id = appointments.user_id and customer_email = 'calling@example.com'`,
  );
  await again();
  expect(await calls()).toEqual([{ minutes: 45, isOpen: true, mails: 2 }]);
});

test('one demo patient has a coach’s reply to read', async () => {
  const { rows } = await server.database.query(
    `select customer_email as email, public.mark_messages_read(user_id, null, null) as left from public.customers
     where customer_email in ('stage2@example.com', 'paused@example.com') order by customer_email`,
  );
  expect(rows).toMatchObject([
    { email: 'paused@example.com', left: { unread: 1, from: 'Marisol Vega' } },
    { email: 'stage2@example.com', left: { unread: 0, from: null } },
  ]);
});

test('one demo patient is having a hard time, which is an item for their coach', async () => {
  const { rows } = await server.database.query(
    `select customer_email as email, concern, due_at from public.messages join public.customers using (user_id)
     where concern is not null`,
  );
  expect(rows).toEqual([{ email: 'irregular@example.com', concern: 'hard-time', due_at: null }]);
});

test('one demo patient is blocked by the safety check, which is an item for a clinician', async () => {
  const { rows } = await server.database.query<{ email: string; outcome: string; answers: SafetyAnswers }>(
    `select customer_email as email, outcome, answers from public.safety_checks join public.customers using (user_id)
     where outcome <> 'ready'`,
  );
  expect(rows).toMatchObject([{ email: 'held@example.com', outcome: 'clinician' }]);
  const situation = { hasDonor: true, isPeakDay: false, hasAnsweredBefore: false, hasValidCheck: false };
  expect(safetyOutcome(rows[0]!.answers, situation)).toEqual({
    outcome: 'clinician',
    reasons: ['toxic-shock'],
  });
});

test('each demo patient is where the list says', async () => {
  const { rows } = await server.database.query<{ email: string; stands: string }>(
    `select split_part(customer_email, '@', 1) as email, private.care_state(user_id) || ', ' || status as stands
     from public.customers where customer_email = any ($1)`,
    [DEMO_PATIENTS.map(({ email }) => email)],
  );
  expect(Object.fromEntries(rows.map(({ email, stands }) => [email, stands]))).toEqual({
    stage1: 'treatment, Active',
    stage2: 'treatment, Active',
    stage3: 'treatment, Active',
    cycle2: 'treatment, Active',
    calling: 'treatment, Active',
    done: 'treatment, Active',
    pregnant: 'pregnant, Pregnant',
    paused: 'paused, Paused',
    loss: 'after-loss, Paused',
    irregular: 'treatment, Active',
    held: 'treatment, Active',
    colleague: 'treatment, Active',
    address: 'treatment, Active',
    prepared: 'treatment, Active',
    late: 'treatment, Active',
  });
});

test('the applicator surveys are of the shape that the form sends, in the cycle of their peak', async () => {
  const { rows } = await server.database.query<{ email: string; answers: string[]; cycle: string }>(
    `select split_part(customer_email, '@', 1) as email, answers, cycle_number::text as cycle
     from public.survey_responses join public.customers using (user_id) where survey = 'applicator-use'`,
  );
  for (const { answers, cycle } of rows) {
    expect(ApplicatorResponses.parse(answers)).toEqual(answers);
    expect(answers[0]).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(answers[1]).toBe(cycle);
  }
  const count = (email: string) => rows.filter((row) => row.email === email).length;
  expect(['cycle2', 'done', 'pregnant', 'loss', 'stage3'].map(count)).toEqual([3, 6, 2, 2, 0]);
});

test.each([
  ['cycle2@example.com', [29, 27, 28], 'ok', 'second-applicator'],
  ['irregular@example.com', [26, 31, 38, 29], 'irregular', 'test'],
  ['stage3@example.com', [], 'no-period', 'log-period'],
])('the cycle of %s: lengths %j, gate %s, %s', async (email, own, gate, next) => {
  const { rows: periods } = await server.database.query<Period>(
    `select to_char(day, 'YYYY-MM-DD') as day, kind, withdrawn_at is not null as withdrawn
     from public.periods join public.customers using (user_id) where customer_email = $1`,
    [email],
  );
  const { rows: peaks } = await server.database.query<{ day: string }>(
    `select to_char(taken_on, 'YYYY-MM-DD') as day from public.test_results join public.customers using (user_id)
     where customer_email = $1 and result like 'Peak%'`,
    [email],
  );
  const { rows } = await server.database.query<{ today: string }>(
    `select to_char(${TODAY}, 'YYYY-MM-DD') as today`,
  );
  const facts: CycleFacts = {
    periods,
    results: peaks.map(({ day }) => ({ takenOn: day, level: 'peak' })),
    applicatorsUsedOn: [],
    pauses: [],
    losses: [],
    statedLength: null,
    careState: 'treatment',
  };
  expect(lengths(facts)).toEqual(own);
  expect(cycleStatus(facts, rows[0]!.today)).toMatchObject({ gate, next });
});

test('the mailbox shows the current three codes, on its page and in its JSON, without a subject', async () => {
  const all = (await mailbox('')).filter(({ channel }) => channel === 'authenticator');
  expect(all).toEqual(
    DEMO_TEAM.map(({ email }) =>
      expect.objectContaining({ to: email, subject: null, code: expect.stringMatching(/^\d{6}$/) }),
    ),
  );
  expect(await mailbox(' Coach@Example.com ')).toContainEqual(expect.objectContaining(all[0]!));
  const page = await (await fetch(`${server.url}/dev/mailbox`)).text();
  for (const { code } of all) expect(page).toContain(code);
});

test('the demo people are not emailed about their roles', async () => {
  const { rows } = await server.database.query(
    `select subject from public.outbox where purpose = 'security'`,
  );
  expect(rows).toEqual([]);
});

test('no one else’s code is shown: a factor that someone set up on a phone is theirs', async () => {
  const { database } = server;
  const rename = (from: string, to: string) =>
    database.query(
      `update auth.mfa_factors set friendly_name = $2 from public.care_team
       where factor_id = mfa_factors.id and email = 'coach@example.com' and friendly_name = $1`,
      [from, to],
    );
  await rename('Demo authenticator', 'My phone');
  onTestFinished(async () => void (await rename('My phone', 'Demo authenticator')));
  expect(await demoAuthenticators(server, 'coach@example.com')).toEqual([]);
});

test('with other secrets the page says so, instead of failing', async () => {
  const keys = createKeys(await completeSecrets({}));
  const shown = await demoAuthenticators({ ...server, keys }, 'coach@example.com');
  expect(shown).toMatchObject([{ email: 'coach@example.com', code: null }]);
});

test('each person has their own sealed secret', async () => {
  const { rows } = await server.database.query<{ secret: string }>('select secret from auth.mfa_factors');
  expect(new Set(rows.map(({ secret }) => secret)).size).toBe(DEMO_TEAM.length);
  for (const { secret } of rows) expect(secret).not.toMatch(/^[A-Z2-7]{32}$/);
});

test('production refuses the demo people until they are gone', async () => {
  const { database } = server;
  await expect(refuseDemoPeople(database)).rejects.toThrow('Not safe for production: this data holds');
  await database.query(
    `insert into public.care_team (name, role, email, time_zone, invited_at, joined_at)
     values ('Ines', 'administrator', 'ines@clinic.example', 'UTC', now(), now())`,
  );
  await database.query(
    `update public.care_team set deactivated_at = now(), active = false where email like '%@example.com'`,
  );
  await expect(refuseDemoPeople(database)).resolves.toBeUndefined();
});

test('the access log has each line at the time of its fact, over months', async () => {
  const { rows } = await server.database.query<Record<string, unknown>>(
    `select (select count(*)::int from public.audit_log join public.medical_notes on user_id = subject_id and signed_at = at
         where kind = 'medical_notes' and author_name = actor_name) as dated,
       (select count(*)::int from public.medical_notes) as notes,
       (select count(distinct date_trunc('day', at))::int from public.audit_log where staff_role is not null) as days,
       (select array_agg(distinct kind order by kind) from public.audit_log
         where action = 'insert' and at > now() - interval '30 minutes') as "justNow",
       (select count(*)::int from public.audit_log where at > now()) as ahead`,
  );
  expect(rows[0]).toMatchObject({ dated: rows[0]!['notes'], ahead: 0 });
  // Only the open call, a lost mailbox, an urgent report and an unfinished note are from right now.
  expect(rows[0]!['justNow']).toEqual(['appointments', 'email_change', 'note_drafts', 'symptom_reports']);
  expect(rows[0]!['days']).toBeGreaterThan(30);
});

test('the log of a demo patient names who wrote the notes', async () => {
  const { rows } = await server.database.query(
    `select distinct kind, actor_name as who, staff_role as role from public.audit_log
     where kind in ('consultation_notes', 'medical_notes') and action = 'insert' order by 1, 2`,
  );
  expect(rows).toEqual([
    { kind: 'consultation_notes', who: 'Dr. Anneke Lind', role: 'clinician' },
    { kind: 'medical_notes', who: 'Amara Whitfield', role: 'coach' },
    { kind: 'medical_notes', who: 'Imani Brooks', role: 'coach' },
    { kind: 'medical_notes', who: 'Marisol Vega', role: 'coach' },
  ]);
  // The patients' own acts.
  const others = await server.database.query(
    `select kind, count(*)::int as lines from public.audit_log
     where actor_name is not null and action = 'insert' and kind not in ('consultation_notes', 'medical_notes')
     group by kind order by kind`,
  );
  expect(others.rows).toEqual([
    { kind: 'attention_decisions', lines: expect.any(Number) },
    { kind: 'coach_assignments', lines: 28 },
    { kind: 'documents', lines: 1 },
    { kind: 'email_change', lines: 1 },
    { kind: 'follow_ups', lines: 1 },
    { kind: 'message_pictures', lines: 1 },
    { kind: 'message_reads', lines: expect.any(Number) },
    { kind: 'messages', lines: expect.any(Number) },
    { kind: 'note_drafts', lines: 1 },
    { kind: 'patient_alerts', lines: 3 },
    { kind: 'patient_contacts', lines: 6 },
    { kind: 'staff_notes', lines: 1 },
    { kind: 'test_results', lines: 1 },
  ]);
});

test('in Robin’s conversation the patient sent a picture and the coach a PDF, each with its bytes', async () => {
  const { rows } = await server.database.query(
    `select sender, type, file.metadata ->> 'mimetype' as stored, (file.metadata ->> 'size')::integer = bytes as is_whole
     from public.message_pictures as sent
     join public.messages as message on message.id = message_id
     join storage.objects as file on file.bucket_id = 'documents' and file.name = sent.name
     order by message.place`,
  );
  expect(rows).toEqual([
    { sender: 'patient', type: 'image/jpeg', stored: 'image/jpeg', is_whole: true },
    { sender: 'team', type: 'application/pdf', stored: 'application/pdf', is_whole: true },
  ]);
});
