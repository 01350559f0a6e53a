-- The parts of a patient's export. An area that keeps something of a patient adds a row here and a view
-- `private.export_<name>` (user_id, moment, id, line): the lines of everybody, of which the export reads a patient's newest.
create table private.export_parts (
  name text primary key,
  -- What the clinic wrote comes first, what the product writes by itself last.
  place integer not null unique,
  -- Health data, which before consent can be neither written nor read: nobody's rows are found.
  needs_consent boolean not null default true,
  -- None for a part that cannot grow, and so is never cut.
  max_lines integer check (max_lines > 0)
);
alter table private.export_parts enable row level security;
revoke all on private.export_parts from public, anon, authenticated, service_role;

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
create view private.export_medical_notes as
  select user_id, (noted_on + created_at::time)::timestamptz as moment, id, to_jsonb(own) as line from public.medical_notes as own;
create view private.export_consultation_notes as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.consultation_notes as own;
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

insert into private.export_parts (place, name, needs_consent, max_lines) values
  (10, 'users', false, null),
  (20, 'invitations', false, null),
  (30, 'customers', false, null),
  (40, 'account_deletions', false, null),
  (50, 'onboarding_info', true, null),
  (60, 'completed_phases', true, null),
  (70, 'coach_assignments', true, null),
  (100, 'medical_notes', true, 10000),
  (110, 'consultation_notes', true, 10000),
  (200, 'test_results', true, 10000),
  (300, 'appointments', true, 10000),
  (310, 'documents', true, 10000),
  (400, 'survey_responses', true, 10000),
  (500, 'sessions', false, 10000),
  (510, 'consent_history', false, 10000),
  (520, 'outbox', false, 500),
  (530, 'record_openings', true, 1000),
  (540, 'audit_log', false, 10000);

-- As before, from the part's view.
drop function private.newest_lines(text, uuid, text, integer, integer);
create function private.newest_lines(p_part text, p_user uuid, p_max_lines integer, p_max_bytes integer,
  out lines jsonb, out left_out jsonb, out bytes integer)
language plpgsql set search_path = '' as $$
declare
  kept jsonb[] := '{}';
  line jsonb;
  size integer;
  there bigint;
begin
  bytes := 0;
  for line in
    execute format('select line from private.%I where user_id = $1 order by moment desc, id desc', 'export_' || p_part)
    using p_user
  loop
    size := octet_length(line::text) + 2;
    exit when cardinality(kept) = p_max_lines or bytes + size > p_max_bytes;
    kept := kept || line;
    bytes := bytes + size;
  end loop;
  execute format('select count(*) from private.%I where user_id = $1', 'export_' || p_part) into there using p_user;
  lines := (select coalesce(jsonb_agg(one order by at desc), '[]') from unnest(kept) with ordinality as own (one, at));
  left_out := private.left_out(there, cardinality(kept));
end $$;

-- For the patient whom the calling function has checked and counted: a patient who could call it directly could have its
-- line in the audit log rolled back. Each part may use what is left but for the share of each that comes after it, so that
-- none is crowded out by another. Left out on purpose: the room of an appointment, which is a key; codes, tokens and
-- counters, which are locks.
create or replace function public.export_my_data(p_user uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- An answer has 8 MB (server/rest); the rest is for the parts that cannot grow.
  bytes_left integer := 7500000;
  share constant integer := 400000;
  has_consented boolean;
  part record;
  found_lines record;
  whole jsonb := '{}';
begin
  select privacy_policy_accepted and data_usage_consent into has_consented
  from public.customers join public.invitations on invitations.email = customer_email
  where user_id = p_user and revoked_at is null;
  if not found then
    raise exception using errcode = '42501', message = 'Patients export their own data';
  end if;
  perform private.note_in_audit('read', 'data_export', p_user, p_user);
  for part in
    select *, count(max_lines) over () - count(max_lines) over (order by place) as later
    from private.export_parts order by place
  loop
    found_lines := private.newest_lines(part.name, case when has_consented or not part.needs_consent then p_user end,
      coalesce(part.max_lines, 10000), bytes_left - share * part.later::integer);
    whole := whole || jsonb_build_object(part.name, found_lines.lines);
    if part.max_lines is not null then
      bytes_left := bytes_left - found_lines.bytes;
      whole := whole || jsonb_build_object(part.name || '_left_out', found_lines.left_out);
    end if;
  end loop;
  return whole;
end $$;

revoke all on all functions in schema private from public;
drop function private.rows_of(regclass, uuid);
