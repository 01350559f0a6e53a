import { expect } from 'vitest';
import type { TestServer } from '../../../../server/testing/test-server.ts';
import type { Member } from '../../../../server/testing/team.ts';
import { ask, type Clinic } from './two-clinics.ts';

/** One of everything a patient can report or receive, and the care team's acts about it. */
export async function keepHealth(
  server: TestServer,
  { ada, coach, clinician, calls }: Clinic,
): Promise<void> {
  const sql = (text: string) => server.database.query(text, [ada.id]);
  const statements = [
    `insert into public.onboarding_info (user_id, user_age, trying_duration, menstrual_cycle_length,
       menstrual_cycle_length_other, uses_ovulation_tests,
       had_fertility_investigations, infertility_diagnosis, previous_treatments, family_set_up)
     values ($1, 33, '1-2 years', 'Other', 'It varies', 'Yes', 'No', '{PCOS}', '{No previous treatments}', 'Other')`,
    `insert into public.questionnaire_drafts (user_id, form, answers_at)
     select user_id, '{}', updated_at from public.onboarding_info where user_id = $1`,
    `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number) values ($1, 'ovulation', 3, 1)`,
    `insert into public.test_results (user_id, result_type, result, taken_at, taken_zone)
     select $1::uuid, 'ovulation', result, now(), 'Asia/Tokyo' from unnest(array['Peak (Positive LH Surge)', 'Invalid']) as result`,
    `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at, taken_zone)
     values ($1, 'PREGNANCY', 'unclear', 1, now(), 'Asia/Tokyo')`,
    `insert into public.periods (user_id, day, kind) values ($1, current_date - 1, 'period')`,
    `insert into public.applicator_agreements (user_id, person, name, agreed, words_version)
     values ($1, 'surrogate', 'Robin', true, '2026-11-16')`,
    `insert into public.treatment_day_timers (user_id, cycle, action, at) values ($1, 1, 'cap-in', now() - interval '7 hours')`,
    `insert into public.symptom_reports (user_id, signs, strength, since, urgent) values ($1, '{pain}', 'strong', current_date, true)`,
    `insert into public.survey_responses (user_id, survey, answers) values ($1, 'before-treatment', '{"response": "uncertain"}')`,
    `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons)
     values ($1, 1, '{"coil": "yes"}', 'clinician', '{coil}')`,
    `insert into public.message_threads (user_id, topic) values ($1, 'My treatment')`,
    `insert into public.messages (thread_id, user_id, place, sender, text, due_at)
     select id, user_id, 1, 'patient', 'I am bleeding.', now() from public.message_threads where user_id = $1`,
    `insert into public.message_pictures (id, message_id, user_id, place, name, type, bytes)
     select gen_random_uuid(), id, user_id, 1, user_id || '/messages/1', 'image/png', 1000 from public.messages where user_id = $1`,
    ...['note_addenda (content,', 'note_withdrawals (reason,'].map(
      (table) => `insert into public.${table} user_id, note_id, author_id, author_name, author_role)
        values ('In the wrong record.', $1, gen_random_uuid(), '${clinician.person}', 'The clinician', 'clinician')`,
    ),
    `insert into public.results_taken_back (id, user_id, result_type, result, taken_on, taken_at, logged_at, person_id, person_name,
       person_role)
     values (gen_random_uuid(), $1, 'ovulation', 'Invalid', current_date, now(), now(), '${coach.person}', 'The coach', 'coach')`,
    `update public.customers set time_zone = 'Asia/Tokyo' where user_id = $1`,
    // Each state of an email that depends on health data.
    `insert into public.outbox (key, channel, recipient, body_text, purpose, user_id, sent_at, dropped_at)
     select concat_ws(':', purpose, state, user_id), channel, customer_email, 'There is something new.', purpose, user_id,
       case state when 'sent' then now() end, case state when 'dropped' then now() end
     from public.customers, unnest(array['reminder', 'treatment_reminder', 'message', 'news']) as purpose,
       unnest(array['sent', 'dropped', 'waiting']) as state, unnest(array['email']) as channel where user_id = $1`,
  ];
  for (const text of statements) await sql(text);
  const [thread] = (await sql('select id from public.message_threads where user_id = $1')).rows;
  const { id } = ada;
  const day = new Date().toISOString().slice(0, 10);
  const acts: [who: typeof coach, name: string, body: object][] = [
    [coach, 'team-care', { action: 'log', id, type: 'pregnancy', result: 'positive', day }],
    [coach, 'team-care', { action: 'log', id, type: 'period', kind: 'period', day }],
    [coach, 'team-care', { action: 'log', id, type: 'applicator', day }],
    [coach, 'team-care', { action: 'log', id, type: 'symptoms', signs: ['pain'], strength: 'mild', day }],
    [clinician, 'team-care', { action: 'loss', id, day }],
    [clinician, 'team-care', { action: 'resume', id, cycle: 1 }],
    [coach, 'team-care', { action: 'pause', id }],
    [coach, 'team-care', { action: 'contact', id, how: 'phone', words: 'We spoke.' }],
    [coach, 'team-care', { action: 'staff-note', id, words: 'Sounded tired.' }],
    [coach, 'team-care', { action: 'alert', id, words: 'Call after noon.' }],
    [
      coach,
      'team-care',
      { action: 'follow-up', id, at: `${day}T20:00:00.000Z`, words: 'Ask how the week went.' },
    ],
    [coach, 'team-message', { threadId: thread!['id'], text: 'I will call you.' }],
    [coach, 'team-calls', { action: 'outcome', id: calls.past, outcome: 'took-place' }],
  ];
  for (const [who, name, body] of acts)
    expect(await ask(server, who, { name, body }), `${name} ${JSON.stringify(body)}`).toMatchObject({
      status: 200,
    });
  for (const note of [{ kind: 'medical' }, { kind: 'consultation', reference: 'initial-consultation' }]) {
    const body = { action: 'save', patientId: id, title: 'What we said', date: day, text: 'Rest.', ...note };
    const saved = await ask(server, coach, { name: 'team-notes', body });
    expect(saved.status, saved.text).toBe(200);
    const { id: noteId, version } = JSON.parse(saved.text) as { id: string; version: number };
    const signed = { action: 'sign', noteId, version };
    expect(await ask(server, coach, { name: 'team-notes', body: signed })).toMatchObject({ status: 200 });
  }
  await saveDraft(server, coach, id, day);
  await takeItem(server, coach, id);
}

async function saveDraft(server: TestServer, coach: Member, patientId: string, date: string): Promise<void> {
  const body = { action: 'save', patientId, kind: 'medical', title: 'Begun', date, text: 'Rest.' };
  expect(await ask(server, coach, { name: 'team-notes', body })).toMatchObject({ status: 200 });
}

async function takeItem(server: TestServer, coach: Member, patientId: string): Promise<void> {
  const { text } = await ask(server, coach, { name: 'team-today' });
  const { items } = JSON.parse(text) as { items: { key: string; patient: { id: string } | null }[] };
  const { key } = items.find(({ patient }) => patient?.id === patientId)!;
  const taken = await ask(server, coach, { name: 'team-decide', body: { key, decision: 'take' } });
  expect(taken.status, taken.text).toBe(200);
}

/** Office data, which doesn't depend on anyone's health. */
const OF_THE_OFFICE = new Set([
  'account_deletions',
  'appointments',
  'care_team',
  'coach_assignments',
  'consent_history',
  'customers',
  'kit_requests',
  'record_openings',
]);
/** A patient's tables that are equal in both clinics. */
export async function tablesWithoutHealth(calm: TestServer, eventful: TestServer, { ada }: Clinic) {
  const { rows: tables } = await calm.database.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'user_id' and not attisdropped order by 1`,
  );
  const missing: string[] = [];
  for (const { name } of tables) {
    if (OF_THE_OFFICE.has(name)) continue;
    const [one, other] = await Promise.all(
      [calm, eventful].map(
        async ({ database }) =>
          (await database.query(`select from public.${name} where user_id = $1`, [ada.id])).rowCount,
      ),
    );
    if (one === other) missing.push(name);
  }
  return missing;
}
