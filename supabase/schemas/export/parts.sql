create view private.export_users as
  select id as user_id, created_at as moment, id, jsonb_build_object('id', id, 'email', email, 'created_at', created_at,
    'last_sign_in_at', last_sign_in_at) as line from auth.users;

create view private.export_invitations as
  select user_id, invited_at as moment, email as id, to_jsonb(own) as line
  from public.invitations as own join public.customers on customer_email = email;

create view private.export_customers as
  select user_id, null::timestamptz as moment, user_id as id, to_jsonb(own) as line from public.customers as own;

create view private.export_account_deletions as
  select user_id, null::timestamptz as moment, user_id as id, to_jsonb(own) - '{lease,leased_until}'::text[] as line
  from public.account_deletions as own;

create view private.export_onboarding_info as
  select user_id, null::timestamptz as moment, user_id as id, to_jsonb(own) as line from public.onboarding_info as own;

create view private.export_completed_phases as
  select user_id, completed_at as moment, phase_id as id, to_jsonb(own) as line from public.completed_phases as own;

create view private.export_coach_assignments as
  select own.user_id, assigned_at as moment, coach_id as id, to_jsonb(own) || jsonb_build_object('coach_name', name) as line
  from public.coach_assignments as own join public.care_team on care_team.id = coach_id;

-- The export has what the care team writes about a patient, except for drafts. A withdrawn note may be about someone else, so the export
-- has its place but not its words.
create view private.export_medical_notes as
  select user_id, noted_on::timestamp at time zone 'UTC' as moment,
    to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || id as id, case when private.is_withdrawn(own.id)
    then to_jsonb(own) || '{"title": "Withdrawn", "content": ""}' else to_jsonb(own) end as line
  from public.medical_notes as own;

create view private.export_consultation_notes as
  select user_id, created_at as moment, id, case when private.is_withdrawn(id)
    then to_jsonb(own) || '{"title": "Withdrawn", "notes": ""}' else to_jsonb(own) end as line
  from public.consultation_notes as own;

create view private.export_test_results as
  select user_id, taken_at as moment, id, to_jsonb(own) as line from public.test_results as own;

create view private.export_appointments as
  select own.user_id, own.starts_at as moment, own.id, to_jsonb(own) - 'room' || jsonb_build_object('name', calls.name,
    'interaction_type', calls.interaction_type, 'host_name', calls.host_name) as line
  from public.appointments as own join public.calls using (id);

create view private.export_documents as
  select user_id, own.created_at as moment, own.id, jsonb_build_object('id', own.id, 'bucket_id', own.bucket_id, 'name', own.name,
    'mimetype', own.metadata ->> 'mimetype', 'size', own.metadata -> 'size', 'created_at', own.created_at,
    'updated_at', own.updated_at) as line
  from public.customers, private.documents_of(user_id) as own;

create view private.export_survey_responses as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.survey_responses as own;

create view private.export_sessions as
  select user_id, created_at as moment, id, jsonb_build_object('id', id, 'created_at', created_at, 'refreshed_at', refreshed_at,
    'not_after', not_after) as line from auth.sessions;

create view private.export_consent_history as
  select user_id, changed_at as moment, id, to_jsonb(own) as line from public.consent_history as own;

create view private.export_outbox as
  select user_id, own.created_at as moment, own.id, private.message_for(own, customer_email) as line
  from public.outbox as own join public.customers using (user_id);

create view private.export_record_openings as
  select own.user_id, opened_at as moment, own.id,
    to_jsonb(own) || jsonb_build_object('person_name', name, 'person_role', role) as line
  from public.record_openings as own join public.care_team on care_team.id = person_id;

create view private.export_audit_log as
  select subject_id as user_id, at as moment, id, to_jsonb(own) as line from public.audit_log as own;

-- What a patient reported, and their care state.
-- One line for each patient, in addition to the rows it follows from.
create view private.export_care_state as
  select user_id, null::timestamptz as moment, user_id as id,
    jsonb_build_object('state', private.care_state(user_id)) as line from public.customers;

create view private.export_outcome_events as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.outcome_events as own;

create view private.export_symptom_reports as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.symptom_reports as own;

create view private.export_periods as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.periods as own;

create view private.export_safety_checks as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.safety_checks as own;

create view private.export_treatment_day_timers as
  select user_id, at as moment, id, to_jsonb(own) as line from public.treatment_day_timers as own;

create view private.export_note_addenda as
  select user_id, signed_at as moment, id, case when private.is_withdrawn(note_id)
    then to_jsonb(own) || '{"content": "", "html": null}' else to_jsonb(own) end as line
  from public.note_addenda as own;

create view private.export_note_withdrawals as
  select user_id, signed_at as moment, note_id as id, to_jsonb(own) as line from public.note_withdrawals as own;

create view private.export_patient_contacts as
  select user_id, contacted_at as moment, id, case when withdrawn_at is not null
    then to_jsonb(own) || '{"words": ""}' else to_jsonb(own) end as line from public.patient_contacts as own;

-- An undone entry may have been about someone else.
create view private.export_staff_notes as
  select user_id, written_at as moment, id, case when withdrawn_at is not null
    then to_jsonb(own) || '{"text": ""}' else to_jsonb(own) end as line from public.staff_notes as own;

create view private.export_patient_alerts as
  select user_id, added_at as moment, id, to_jsonb(own) as line from public.patient_alerts as own;

create view private.export_follow_ups as
  select user_id, asked_at as moment, id, to_jsonb(own) as line from public.follow_ups as own;

create view private.export_kit_requests as
  select user_id, asked_at as moment, user_id as id, to_jsonb(own) as line from public.kit_requests as own;

create view private.export_applicator_agreements as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.applicator_agreements as own;

create view private.export_results_taken_back as
  select user_id, taken_back_at as moment, id, to_jsonb(own) as line from public.results_taken_back as own;

create view private.export_attention_decisions as
  select user_id, decided_at as moment, id, to_jsonb(own) as line from public.attention_decisions as own;

create view private.export_message_threads as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.message_threads as own;

create view private.export_messages as
  select own.user_id, own.created_at as moment, own.id, to_jsonb(own) || jsonb_build_object('topic', topic) as line
  from public.messages as own join public.message_threads on message_threads.id = thread_id;

create view private.export_message_reads as
  select user_id, read_at as moment, id, to_jsonb(own) as line from public.message_reads as own;

create view private.export_message_pictures as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.message_pictures as own;

create view private.export_questionnaire_drafts as
  select user_id, null::timestamptz as moment, user_id as id, to_jsonb(own) as line from public.questionnaire_drafts as own;

-- In the order the download lists them.
insert into private.export_parts (place, name, needs_consent, max_lines) values
  (10, 'users', false, null),
  (20, 'invitations', false, null),
  (30, 'customers', false, null),
  (40, 'account_deletions', false, null),
  (50, 'onboarding_info', true, null),
  (55, 'questionnaire_drafts', true, null),
  (60, 'completed_phases', true, null),
  (65, 'care_state', true, null),
  (70, 'coach_assignments', true, null),
  (80, 'kit_requests', true, null),
  (100, 'medical_notes', true, 10000),
  (110, 'consultation_notes', true, 10000),
  (120, 'note_addenda', true, 10000),
  (130, 'note_withdrawals', true, 1000),
  (140, 'patient_contacts', true, 10000),
  (141, 'staff_notes', true, 10000),
  (142, 'patient_alerts', true, 1000),
  (143, 'follow_ups', true, 10000),
  (145, 'results_taken_back', true, 10000),
  (147, 'attention_decisions', true, 10000),
  (200, 'test_results', true, 10000),
  (210, 'outcome_events', true, 10000),
  (220, 'symptom_reports', true, 10000),
  (230, 'periods', true, 10000),
  (240, 'safety_checks', true, 10000),
  (250, 'treatment_day_timers', true, 10000),
  (260, 'applicator_agreements', true, 10000),
  (270, 'message_threads', true, 10000),
  (280, 'messages', true, 10000),
  (285, 'message_pictures', true, 10000),
  (290, 'message_reads', true, 10000),
  (300, 'appointments', true, 10000),
  (310, 'documents', true, 10000),
  (400, 'survey_responses', true, 10000),
  (500, 'sessions', false, 10000),
  (510, 'consent_history', false, 10000),
  (520, 'outbox', false, 500),
  (530, 'record_openings', true, 1000),
  (540, 'audit_log', false, 10000);
