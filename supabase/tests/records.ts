import { randomUUID } from 'node:crypto';
import type { Database } from '../../server/database/database.ts';

const HOST = '00000000-0000-4000-8000-000000000001';
export const CLINIC = { host: HOST, appointmentType: '00000000-0000-4000-8000-000000000002' };

/** What a clinic sets up before its first patient: someone to call, when, and something to read. */
export async function openClinic(database: Database): Promise<void> {
  await database.query(`
    insert into public.care_team (id, name, role, email, time_zone)
      values ('${HOST}', 'Robin', 'coach', 'robin@clinic.example', 'Europe/London');
    insert into public.appointment_types (id, slug, name, description, duration_minutes, interaction_type)
      values ('${CLINIC.appointmentType}', 'a-call', 'A call', 'We talk.', 30, 'video_call');
    insert into public.appointment_type_hosts (appointment_type_id, host_id)
      values ('${CLINIC.appointmentType}', '${HOST}');
    insert into public.availability (host_id, weekday, starts_at, ends_at) values ('${HOST}', 1, '09:00', '17:00');
    insert into public.days_off (host_id, day) values ('${HOST}', '2026-12-25');
    insert into public.absences (host_id, starts_at, ends_at)
      values ('${HOST}', '2026-12-28T00:00:00Z', '2026-12-30T00:00:00Z');
    insert into public.clinic_settings (name, value) values ('clinicPhone', '+1 555 0100');
    insert into public.note_templates (name, text) values ('Coach call', 'How was the week?');
    insert into public.saved_replies (person_id, name, text) values (null, 'Kit sent', 'It is on its way.'), ('${HOST}', 'Hello', 'Hi!');
    insert into public.blog_collections (handle, title, url) values ('basics', 'Basics', '/learn');
    insert into public.blog_articles (id, collection_handle, title, description, link)
      values ('first', 'basics', 'First', 'To read', '/learn/first')`);
}

const calls = { booked: 0 };

/** A row for this patient in every table that holds patients' rows, each with the mark wherever text fits. */
export async function keepRecord(
  database: Database,
  { id, email }: { id: string; email: string },
  mark: string,
): Promise<void> {
  const appointment = randomUUID();
  // No one's call overlaps anyone else's: there is one host.
  calls.booked += 1;
  const statements: [string, unknown[]][] = [
    [`update public.invitations set phone = left($2, 30) where email = $1`, [email, mark]],
    [
      `update public.customers set customer_last_name = $2, tracking_url = 'https://post.example/' || $2,
         research_consent = true, shipping_line1 = $2, shipping_line2 = $2, shipping_city = left($2, 60), shipping_state = 'NY',
         shipping_zip = '10118', preferred_name = $2, pronouns = left($2, 40), birth_date = '1990-01-02' where user_id = $1`,
      [id, mark],
    ],
    [
      `insert into public.onboarding_info (user_id, user_age, trying_duration, menstrual_cycle_length,
         menstrual_cycle_length_other, uses_ovulation_tests, had_fertility_investigations, infertility_diagnosis,
         previous_treatments, family_set_up)
       values ($1, 33, '1-2 years', 'Other', $2, 'Yes', 'No', '{PCOS}', '{No previous treatments}', 'Other')`,
      [id, mark],
    ],
    [
      `insert into public.questionnaire_drafts (user_id, form, answers_at)
       select user_id, jsonb_build_object('family_set_up_other', $2::text), updated_at
       from public.onboarding_info where user_id = $1`,
      [id, mark],
    ],
    [
      `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
       values ($1, 'ovulation', 'Invalid', null, now()), ($1, 'PREGNANCY', 'negative', 1, now())`,
      [id],
    ],
    [
      `insert into public.survey_responses (user_id, survey, answers)
       values ($1, 'before-treatment', jsonb_build_object('response', 'neutral', 'comment', $2::text))`,
      [id, mark],
    ],
    [
      `insert into public.outcome_events (user_id, kind, day, cycle, reason)
       values ($1, 'pause', current_date, 1, $2), ($1, 'resume', current_date, 1, null)`,
      [id, mark],
    ],
    [
      `insert into public.symptom_reports (user_id, signs, strength, since, words, urgent)
       values ($1, '{pain}', 'mild', current_date, $2, false)`,
      [id, mark],
    ],
    ['update public.customers set testing_reminders = true where user_id = $1', [id]],
    [
      `insert into public.applicator_agreements (user_id, person, name, agreed, words_version)
       values ($1, 'surrogate', $2, true, '2026-11-16')`,
      [id, mark],
    ],
    [
      `insert into public.periods (user_id, day, kind, submission_id) values ($1, current_date - 1, 'period', gen_random_uuid())`,
      [id],
    ],
    [
      `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons, cleared_at, cleared_words)
       values ($1, 1, '{"coil": "yes"}', 'clinician', '{coil}', now(), $2)`,
      [id, mark],
    ],
    [
      `insert into public.treatment_day_timers (user_id, cycle, action, at) values ($1, 1, 'cap-in', now())`,
      [id],
    ],
    [`insert into public.message_threads (user_id, topic) values ($1, 'My treatment')`, [id]],
    [
      `insert into public.messages (thread_id, user_id, place, sender, text, due_at)
       select id, user_id, 1, 'patient', $2, now() from public.message_threads where user_id = $1`,
      [id, mark],
    ],
    [
      `insert into public.messages (thread_id, user_id, place, sender, text, person_id, person_name, person_role)
       select id, user_id, 2, 'team', $3, $2, 'Robin', 'coach' from public.message_threads where user_id = $1`,
      [id, HOST, mark],
    ],
    [
      `insert into public.message_reads (thread_id, user_id, reader, place)
       select id, user_id, 'patient', 2 from public.message_threads where user_id = $1`,
      [id],
    ],
    [
      `insert into public.message_pictures (id, message_id, user_id, place, name, type, bytes)
       select gen_random_uuid(), id, user_id, 1, user_id || $2, 'image/png', 1000 from public.messages where user_id = $1 and place = 1`,
      [id, mark],
    ],
    [`insert into private.portal_visits (user_id) values ($1)`, [id]],
    [`insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, 'welcome', 1)`, [id]],
    [
      `insert into public.consultation_notes (user_id, consultation_reference, notes)
       values ($1, 'initial-consultation', $2)`,
      [id, mark],
    ],
    [
      `insert into public.medical_notes (user_id, title, noted_on, content) values ($1, $2, current_date, $2)`,
      [id, mark],
    ],
    [
      `insert into public.appointments (id, user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
       values ($1, $2, $3, $4, now() + $5, now() + $5 + interval '30 minutes', now() + $5 + interval '30 minutes')`,
      [appointment, id, HOST, CLINIC.appointmentType, `${calls.booked} hours`],
    ],
    [`insert into private.host_entries (call_id, sequence) values ($1, 0)`, [appointment]],
    [`insert into private.call_guests (call_id, sequence, name) values ($1, 0, 'A guest')`, [appointment]],
    [`insert into public.coach_assignments (user_id, coach_id) values ($1, $2)`, [id, HOST]],
    [
      `insert into public.record_openings (user_id, person_id, category, words) values ($1, $2, 'safety', $3)`,
      [id, HOST, mark],
    ],
    [
      `insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role)
       values ($1, 'phone', $3, $2, 'Robin', 'coach')`,
      [id, HOST, mark],
    ],
    [
      `insert into private.calendar_feeds (user_id, secret_hash) values ($1, encode(sha256(convert_to($1::uuid::text, 'UTF8')), 'hex'))`,
      [id],
    ],
    [
      `insert into public.staff_notes (user_id, text, person_id, person_name, person_role) values ($1, $3, $2, 'Robin', 'coach')`,
      [id, HOST, mark],
    ],
    [
      `insert into public.patient_alerts (user_id, text, person_id, person_name, person_role)
       values ($1, left($3, 120), $2, 'Robin', 'coach')`,
      [id, HOST, mark],
    ],
    [
      `insert into public.follow_ups (user_id, due_at, text, to_id, person_id, person_name, person_role)
       values ($1, now() + interval '1 day', $3, $2, $2, 'Robin', 'coach')`,
      [id, HOST, mark],
    ],
    [
      `insert into public.kit_requests (user_id, person_id, person_name) values ($1, $2, 'Robin')`,
      [id, HOST],
    ],
    [
      `insert into public.attention_decisions (key, version, user_id, decision, words, to_id, person_id, person_name, person_role)
       values ('symptoms:' || gen_random_uuid(), 1, $1, 'hand-over', $3, $2, $2, 'Robin', 'coach')`,
      [id, HOST, mark],
    ],
    [
      `insert into private.attention_alarms (key, user_id) values ('symptoms:' || gen_random_uuid(), $1)`,
      [id],
    ],
    [
      `insert into public.results_taken_back (id, user_id, result_type, result, taken_on, taken_at, logged_at, person_id,
         person_name, person_role)
       values (gen_random_uuid(), $1, 'ovulation', left($3, 100), current_date, now(), now(), $2, 'Robin', 'coach')`,
      [id, HOST, mark],
    ],
    [
      `insert into public.note_drafts (user_id, author_id, kind, title, noted_on, content)
       values ($1, $2, 'medical', $3, current_date, $3)`,
      [id, HOST, mark],
    ],
    [
      `insert into public.note_addenda (user_id, note_id, content, author_id, author_name, author_role)
       values ($1, gen_random_uuid(), $3, $2, 'Robin', 'coach')`,
      [id, HOST, mark],
    ],
    [
      `insert into public.note_withdrawals (user_id, note_id, reason, author_id, author_name, author_role)
       values ($1, gen_random_uuid(), $3, $2, 'Robin', 'coach')`,
      [id, HOST, mark],
    ],
    [
      `insert into public.outbox (key, channel, recipient, body_text, appointment_id, appointment_sequence, user_id)
       values ($1, 'email', $2, $3, $4, 0, $5)`,
      [`confirm:${appointment}`, email, mark, appointment, id],
    ],
    [
      `insert into public.account_deletions (user_id, delete_after) values ($1, now() + interval '7 days')`,
      [id],
    ],
  ];
  for (const [text, values] of statements) await database.query(text, values);
}
