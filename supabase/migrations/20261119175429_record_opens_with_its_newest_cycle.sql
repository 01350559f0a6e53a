revoke execute on function public.team_patient(uuid,uuid,text[],text[],uuid,boolean) from service_role;

drop function private.logged_by_words(text,text);

drop function private.record_facts(uuid);

drop function public.team_patient(uuid,uuid,text[],text[],uuid,boolean);

CREATE OR REPLACE FUNCTION private.enter_record(p_patient uuid, p_kinds text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_kinds is null or cardinality(p_kinds) = 0 or array_position(p_kinds, null) is not null then
    raise exception using errcode = '22004', message = 'Name at least one data type to open a record.';
  end if;
  perform private.require_kinds(p_kinds, p_patient);
  perform private.audit_reads(p_kinds, array[p_patient]);
end $function$
;

CREATE OR REPLACE FUNCTION private.has_old_refresh_token(p_session uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from auth.refresh_tokens as current
    join auth.refresh_tokens as before on before.token = current.parent
    where current.session_id = p_session and current.revoked is not true
      and before.created_at < (
        select max(claims.updated_at) from auth.mfa_amr_claims as claims
        where claims.session_id = p_session and claims.authentication_method = 'totp'));
end $function$
;

CREATE OR REPLACE FUNCTION private.has_own_factor(p_session auth.sessions, p_person public.care_team)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(p_session.aal = 'aal2' and p_session.factor_id = p_person.factor_id
    and not private.has_old_refresh_token(p_session.id), false);
end $function$
;

CREATE OR REPLACE FUNCTION private.idle_time()
 RETURNS interval
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return make_interval(mins => coalesce((select value::integer from public.clinic_settings where name = 'idleMinutes'), 15));
end $function$
;

CREATE OR REPLACE FUNCTION private.is_member(p_person public.care_team)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return p_person.joined_at is not null and p_person.deactivated_at is null
    and p_person.role is distinct from p_person.proposed_role;
end $function$
;

CREATE OR REPLACE FUNCTION private.kit_of(p_patient uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('trackingUrl', tracking_url, 'askedAt', asked_at, 'sentOn', sent_on, 'arrivedAt', arrived_at,
      'address', case when shipping_line1 is not null then jsonb_build_object('line1', shipping_line1, 'line2', shipping_line2,
        'city', shipping_city, 'state', shipping_state, 'zip', shipping_zip) end)
    from public.customers left join public.kit_requests using (user_id) where customers.user_id = p_patient);
end $function$
;

CREATE OR REPLACE FUNCTION private.require_record(p_kind text, p_patient uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_kinds(array[p_kind], p_patient);
end $function$
;

CREATE OR REPLACE FUNCTION private.record_facts(p_patient uuid, p_newest boolean)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reader constant uuid := (private.named_person()).id;
  readers_zone constant text := (private.named_person()).time_zone;
  undone_since constant timestamptz := private.undone_since();
  present constant uuid := private.present_body(p_patient);
  whole_from constant date := case when p_newest then (
    select max(day) - 2 from public.periods
    where user_id = p_patient and kind = 'period' and body = present and withdrawn_at is null) end;
begin
  return (
    select row_to_json(facts) from (
      select
        (select coalesce(json_agg(line), '[]') from (
          select id, result_type as type, result, cycle_number as cycle, taken_at as "takenAt", taken_on as "takenOn",
            created_at as "receivedAt", case when logged_by_name is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy"
          from public.test_results
          where user_id = p_patient and (whole_from is null or taken_on >= whole_from or result_type <> 'ovulation')
          order by taken_at desc limit 1000) as line) as results,
        (select coalesce(json_agg(line), '[]') from (
          select taken_on as "takenOn", result, count(*) as count
          from public.test_results where user_id = p_patient and result_type = 'ovulation' and taken_on < whole_from
          group by taken_on, result order by taken_on desc limit 1000) as line) as "earlierTests",
        (select coalesce(json_agg(line), '[]') from (
          select id, survey, answers, created_at as at, case when logged_by_name is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy",
            coalesce(logged_by = reader and created_at > undone_since, false) as "canUndo"
          from public.survey_responses where user_id = p_patient order by created_at desc limit 1000) as line) as surveys,
        (select coalesce(json_agg(line), '[]') from (
          select id, phase_id as phase, cycle_number as cycle, completed_at as at,
            case when logged_by_name is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy", result_id is not null as "byTest",
            (select json_build_object('name', name, 'role', role) from public.appointments
              join public.care_team on care_team.id = host_id where appointments.id = fact_id) as "byCallWith"
          from public.completed_phases where user_id = p_patient limit 1000) as line) as phases,
        (select coalesce(json_agg(line), '[]') from (
          select calls.id, calls.name, starts_at as "startsAt", ends_at as "endsAt", status,
            (select outcome from public.appointments where appointments.id = calls.id) as outcome,
            json_build_object('name', host.name, 'role', host.role) as host
          from public.calls join public.care_team as host on host.id = host_id
          where calls.user_id = p_patient order by starts_at desc limit 1000) as line) as calls,
        (select coalesce(json_agg(line), '[]') from (
          select id, how, words, contacted_at as at, json_build_object('name', person_name, 'role', person_role) as who,
            direction, result, person_id = reader and recorded_at > undone_since as "canUndo"
          from public.patient_contacts
          where user_id = p_patient and withdrawn_at is null and (whole_from is null or contacted_at >= whole_from)
          order by contacted_at desc limit 1000) as line) as contacts,
        (select coalesce(json_agg(line), '[]') from (
          select (contacted_at at time zone readers_zone)::date as day, how, count(*) as count
          from public.patient_contacts where user_id = p_patient and withdrawn_at is null and contacted_at < whole_from
          group by day, how order by day desc limit 1000) as line) as "earlierContacts",
        (select coalesce(json_agg(line), '[]') from (
          select id, text, written_at as at, json_build_object('name', person_name, 'role', person_role) as who,
            person_id = reader and written_at > undone_since as "canUndo"
          from public.staff_notes where user_id = p_patient and withdrawn_at is null
          order by written_at desc limit 1000) as line) as "staffNotes",
        (select coalesce(json_agg(line), '[]') from (
          select id, text, added_at as at, json_build_object('name', person_name, 'role', person_role) as who,
            case when removed_at is not null then json_build_object('at', removed_at, 'who',
              json_build_object('name', removed_by_name, 'role', removed_by_role)) end as removed
          from public.patient_alerts where user_id = p_patient order by added_at desc limit 1000) as line) as alerts,
        (select coalesce(json_agg(line), '[]') from (
          select follow_up.id, text, due_at as "dueAt", asked_at as at, colleague.name as "to",
            json_build_object('name', person_name, 'role', person_role) as who,
            not exists (select from private.open_follow_ups as still where still.id = follow_up.id) as "isDone"
          from public.follow_ups as follow_up join public.care_team as colleague on colleague.id = to_id
          where follow_up.user_id = p_patient order by asked_at desc limit 1000) as line) as "followUps",
        (select coalesce(json_agg(line), '[]') from (
          select note.id, kind, reference, title, noted_on as "notedOn", content as text,
            coalesce(note.signed_at, created_at) as at,
            private.author_words(note.author_name, note.author_role, note.signed_at) as author,
            private.addenda_of(note.id) as addenda,
            (select json_build_object('reason', reason, 'author', private.author_words(author_name, author_role, signed_at))
              from public.note_withdrawals where note_id = note.id) as withdrawn
          from private.written_notes as note where note.user_id = p_patient
          order by coalesce(note.signed_at, created_at) desc limit 1000) as line) as notes,
        (select coalesce(json_agg(line), '[]') from (
          select id, kind, day, cycle, until, reason, resolved_to as "resolvedTo", created_at as "receivedAt",
            case when recorded_by_name is not null
              then json_build_object('name', recorded_by_name, 'role', recorded_by_role) end as who,
            case when withdrawn_at is not null then json_build_object('at', withdrawn_at, 'who',
              case when withdrawn_by_name is not null
                then json_build_object('name', withdrawn_by_name, 'role', withdrawn_by_role) end) end as "takenBack"
          from public.outcome_events where user_id = p_patient order by day desc, created_at desc limit 1000) as line) as outcomes,
        (select coalesce(json_agg(line), '[]') from (
          select id, result_type as type, result, taken_on as "takenOn", taken_back_at as at,
            json_build_object('name', person_name, 'role', person_role) as who
          from public.results_taken_back where user_id = p_patient
          order by taken_back_at desc limit 1000) as line) as "takenBack",
        (select coalesce(json_agg(line), '[]') from (
          select id, signs, strength, since, words, urgent, created_at as at,
            case when logged_by_name is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy",
            coalesce(logged_by = reader and created_at > undone_since, false) as "canUndo"
          from public.symptom_reports where user_id = p_patient order by created_at desc limit 1000) as line) as symptoms,
        (select coalesce(json_agg(line), '[]') from (
          select id, kind, day, created_at as at, case when logged_by_name is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy",
            coalesce(body = present, false) as "isOfPresentBody"
          from public.periods where user_id = p_patient and withdrawn_at is null order by day desc limit 1000) as line) as periods,
        private.body_since(p_patient) as "bodySince",
        (select coalesce(json_agg(line), '[]') from (
          select id, action, at
          from public.treatment_day_timers where user_id = p_patient order by at desc limit 1000) as line) as timers,
        (select coalesce(json_agg(line), '[]') from (
          select safety_checks.id, cycle, outcome, reasons, answers, corrected, safety_checks.created_at as at,
            case when cleared_at is not null then json_build_object('at', cleared_at, 'words', cleared_words, 'who',
              case when person.name is not null then json_build_object('name', person.name, 'role', person.role) end)
            end as cleared
          from public.safety_checks left join public.care_team as person on person.id = cleared_by
          where safety_checks.user_id = p_patient
          order by safety_checks.created_at desc limit 1000) as line) as "safetyChecks",
        (select coalesce(json_agg(line), '[]') from (
          select id, key, decision, outcome, words, remind_at as "remindAt", decided_at as at,
            (select name from public.care_team where care_team.id = to_id) as "to",
            json_build_object('name', person_name, 'role', person_role) as who
          from public.attention_decisions where user_id = p_patient and person_role <> 'administrator'
          order by decided_at desc limit 1000) as line) as decisions
    ) as facts);
end $function$
;

revoke all on function private.record_facts(uuid,boolean) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.require_kinds(p_kinds text[], p_patient uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.named_person();
  -- Nothing about health: who a patient is, and what is sent to them.
  administrative constant text[] := '{identity,contact,consents,kit,mails,call_times}'::text[];
begin
  if person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team must name the person who reads.');
  elsif p_kinds <@ '{identity}'::text[] then
    return;
  elsif not private.is_open_to_team(p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'This patient has not given both consents.');
  elsif person.role = 'administrator' and not p_kinds <@ administrative then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  elsif person.role = 'coach' and not private.cares_for(person.id, p_patient)
    and private.reason_of(person.id, p_patient) is null then
    perform private.refuse_team('PT403', 'reason_required', 'This patient is assigned to another coach. Enter a reason to open the record.');
  end if;
end $function$
;

revoke all on function private.require_kinds(text[],uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_patient(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_is_act boolean DEFAULT false, p_newest boolean DEFAULT false)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  known private.patient_directory;
begin
  select * into known from private.patient_directory where id = p_patient;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this patient.');
  elsif not known.is_open then
    perform private.enter_record(p_patient, '{identity}');
    return json_build_object('id', known.id, 'name', private.listed_name(known), 'email', known.email, 'access', 'identity');
  elsif person.role = 'administrator' then
    perform private.enter_record(p_patient, '{identity,contact,consents,kit,mails,call_times}');
    return jsonb_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'administration')
      || private.administrative_record(p_patient);
  end if;
  perform private.enter_record(p_patient, '{identity,contact,kit,onboarding_info,test_results,survey_responses,
    completed_phases,appointments,medical_notes,consultation_notes,patient_contacts,outcome_events,symptom_reports,periods,
    safety_checks,treatment_day_timers,staff_notes,patient_alerts,follow_ups,attention}');
  return (
    select row_to_json(record) from (
      select known.id, known.name, known.email, 'record' as access, private.patient_profile(p_patient, person) as profile,
        (select to_jsonb(answers) - '{user_id,updated_at}'::text[] from public.onboarding_info as answers
          where user_id = p_patient) as questionnaire,
        private.kit_of(p_patient) as kit, private.alerts_of(p_patient) as alerts,
        (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'role', role) order by name), '[]')
          from public.care_team as member
          where id <> person.id and role in ('coach', 'clinician') and private.is_member(member)) as colleagues,
        private.record_facts(p_patient, p_newest) as facts,
        private.treatment_cycle(p_patient) as "treatmentCycle",
        private.drafts_for(person, p_patient) as drafts,
        json_build_object('role', person.role, 'timeZone', person.time_zone, 'patientsZone', private.known_zone(p_patient)) as reader) as record);
end $function$
;

revoke all on function public.team_patient(uuid,uuid,text[],text[],uuid,boolean,boolean) from public, anon, authenticated, service_role;

grant execute on function public.team_patient(uuid,uuid,text[],text[],uuid,boolean,boolean) to service_role;
