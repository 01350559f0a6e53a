revoke execute on function public.team_patient(uuid,uuid,text[],text[],uuid,boolean,boolean) from service_role;

drop function public.team_patient(uuid,uuid,text[],text[],uuid,boolean,boolean);

CREATE OR REPLACE FUNCTION private.addenda_of(p_note uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'text', coalesce(html, content),
      'author', private.author_words(author_name, author_role, signed_at)) order by signed_at, id), '[]')
    from public.note_addenda where note_id = p_note);
end $function$
;

CREATE OR REPLACE FUNCTION private.author_words(p_name text, p_role text, p_signed_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_signed_at is not null then jsonb_build_object('name', p_name, 'role', p_role, 'signedAt', p_signed_at) end;
end $function$
;

CREATE OR REPLACE FUNCTION private.patient_of_thread(p_person public.care_team, p_thread public.message_threads)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient constant uuid := p_thread.user_id;
  named constant jsonb := (
    select jsonb_build_object('id', id, 'name', private.listed_name(listed),
      'firstName', coalesce(preferred_name, customer_first_name, ''))
    from private.patient_directory as listed join public.customers on user_id = id where id = patient);
begin
  if not private.sees_patient(p_person, patient) and private.reason_of(p_person.id, patient) is null then
    return named;
  end if;
  perform private.audit_reads('{identity,summary,patient_alerts}', array[patient]);
  return named || private.in_sight(patient);
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
  whole_from constant date := coalesce(case when p_newest then (
    select max(day) - 2 from public.periods
    where user_id = p_patient and kind = 'period' and body = present and withdrawn_at is null) end, '-infinity');
begin
  return (
    select row_to_json(facts) from (
      select
        (select coalesce(json_agg(line), '[]') from (
          select id, result_type as type, result, cycle_number as cycle, taken_at as "takenAt", taken_on as "takenOn",
            created_at as "receivedAt", case when logged_by_name is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy"
          from public.test_results
          where user_id = p_patient and (taken_on >= whole_from or result_type <> 'ovulation')
          order by taken_at desc limit 1000) as line) as results,
        private.earlier_days(p_patient, whole_from, readers_zone) as earlier,
        (select coalesce(json_agg(line), '[]') from (
          select id, survey, answers, created_at as at, case when logged_by_name is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy",
            coalesce(logged_by = reader and created_at > undone_since, false) as "canUndo"
          from public.survey_responses
          where user_id = p_patient and (created_at >= whole_from or survey <> 'before-treatment')
          order by created_at desc limit 1000) as line) as surveys,
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
          where calls.user_id = p_patient and starts_at >= whole_from order by starts_at desc limit 1000) as line) as calls,
        (select coalesce(json_agg(line), '[]') from (
          select id, how, words, contacted_at as at, json_build_object('name', person_name, 'role', person_role) as who,
            direction, result, person_id = reader and recorded_at > undone_since as "canUndo"
          from public.patient_contacts
          where user_id = p_patient and withdrawn_at is null and contacted_at >= whole_from
          order by contacted_at desc limit 1000) as line) as contacts,
        (select coalesce(json_agg(line), '[]') from (
          select id, text, written_at as at, json_build_object('name', person_name, 'role', person_role) as who,
            person_id = reader and written_at > undone_since as "canUndo"
          from public.staff_notes where user_id = p_patient and withdrawn_at is null and written_at >= whole_from
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
          where follow_up.user_id = p_patient and asked_at >= whole_from order by asked_at desc limit 1000) as line) as "followUps",
        (select coalesce(json_agg(line), '[]') from (
          select note.id, kind, reference, title, noted_on as "notedOn", content as text,
            coalesce(note.signed_at, created_at) as at,
            private.author_words(note.author_name, note.author_role, note.signed_at) as author,
            private.addenda_of(note.id) as addenda,
            (select json_build_object('reason', reason, 'author', private.author_words(author_name, author_role, signed_at))
              from public.note_withdrawals where note_id = note.id) as withdrawn
          from private.written_notes as note
          where note.user_id = p_patient and coalesce(note.signed_at, created_at) >= whole_from
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
          from public.symptom_reports
          where user_id = p_patient and created_at >= whole_from order by created_at desc limit 1000) as line) as symptoms,
        (select coalesce(json_agg(line), '[]') from (
          select id, kind, day, created_at as at, case when logged_by_name is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy",
            coalesce(body = present, false) as "isOfPresentBody"
          from public.periods where user_id = p_patient and withdrawn_at is null order by day desc limit 1000) as line) as periods,
        private.body_since(p_patient) as "bodySince",
        (select coalesce(json_agg(line), '[]') from (
          select id, action, at, on_day as "on", reported_at as "reportedAt"
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
          from public.attention_decisions
          where user_id = p_patient and person_role <> 'administrator' and decided_at >= whole_from
          order by decided_at desc limit 1000) as line) as decisions
    ) as facts);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_invitations(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  page_size constant integer := 50;
  rows jsonb;
  more boolean;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  with page as (
    select * from private.find_invitations(p_query, page_size + 1)),
  shown as (
    select * from page order by invited_at desc, email desc limit page_size)
  select coalesce(jsonb_agg(jsonb_build_object('email', shown.email, 'firstName', first_name, 'lastName', last_name,
      'state', private.invitation_state(shown::public.invitations, customers.user_id is not null),
      'invitedAt', invited_at, 'mailedAt', emailed_at, 'signedInAt', customers.created_at, 'patient', customers.user_id,
      'mail', mail.state,
      'contact', case when customers.user_id is null then jsonb_build_object('phone', shown.phone)
        when private.is_open_to_team(customers.user_id) then jsonb_build_object('phone', customer_phone, 'birthDate', birth_date) end,
      'kit', case when customers.user_id is not null then private.kit_of(customers.user_id) end)
      order by invited_at desc, shown.email desc), '[]'),
    (select count(*) > page_size from page)
  into rows, more
  from shown
  left join public.customers on customer_email = shown.email
  left join lateral (
    select jsonb_build_object('state', case when sent_at is not null then 'sent' when parked_at is not null then 'parked'
        when dropped_at is not null then 'dropped' else 'waiting' end, 'reason', last_error) as state
    from public.outbox where recipient = shown.email and starts_with(key, 'invitation:')
    order by created_at desc limit 1) as mail on true;
  perform private.audit_reads('{administrative_summary}', array(
      select (row ->> 'patient')::uuid from jsonb_array_elements(rows) as row
      where row ->> 'patient' is not null and private.is_open_to_team((row ->> 'patient')::uuid))),
    private.audit_reads('{identity}', array(
      select subject from jsonb_array_elements(rows) as row
      cross join lateral (select private.invited_subject(row ->> 'email') as subject) as whose
      where subject is not null and not private.is_open_to_team(subject)));
  return jsonb_build_object('invitations', rows, 'next', case when more then rows #>> '{-1,email}' end);
end $function$
;

CREATE OR REPLACE FUNCTION private.earlier_days(p_patient uuid, p_before date, p_zone text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(json_agg(line), '[]') from (
      select kind, of, json_agg(day) as days from (
        select 'result' as kind, result as of, taken_on as day from public.test_results
        where user_id = p_patient and result_type = 'ovulation' and taken_on < p_before
        union all
        select kind, of, (at at time zone p_zone)::date from (
          select 'survey' as kind, null as of, created_at as at from public.survey_responses
          where user_id = p_patient and survey = 'before-treatment'
          union all
          select 'symptoms', null, created_at from public.symptom_reports where user_id = p_patient
          union all
          select 'call', null, starts_at from public.appointments where user_id = p_patient
          union all
          select 'note', null, coalesce(signed_at, created_at) from private.written_notes where user_id = p_patient
          union all
          select 'contact', how, contacted_at from public.patient_contacts where user_id = p_patient and withdrawn_at is null
          union all
          select 'staff-note', null, written_at from public.staff_notes where user_id = p_patient and withdrawn_at is null
          union all
          select 'follow-up', null, asked_at from public.follow_ups where user_id = p_patient
          union all
          select 'decision', null, decided_at from public.attention_decisions
          where user_id = p_patient and person_role <> 'administrator') as moment
        where at < p_before
        order by day desc limit 3000) as each
      group by kind, of) as line);
end $function$
;

revoke all on function private.earlier_days(uuid,date,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.in_sight(p_patient uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('birthDate', customers.birth_date, 'age', user_age, 'pronouns', pronouns, 'stage', listed.stage,
      'careState', private.care_state(p_patient),
      'alerts', (select coalesce(jsonb_agg(alert ->> 'text'), '[]') from jsonb_array_elements(private.alerts_of(p_patient)) as alert))
    from public.customers join private.patient_directory as listed on listed.id = customers.user_id
    left join public.onboarding_info on onboarding_info.user_id = customers.user_id
    where customers.user_id = p_patient);
end $function$
;

revoke all on function private.in_sight(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_patient(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_is_act boolean DEFAULT false, p_newest boolean DEFAULT false, p_who boolean DEFAULT false)
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
  elsif not known.is_open or p_who and person.role = 'administrator' then
    perform private.enter_record(p_patient, '{identity}');
    return json_build_object('id', known.id, 'name', private.listed_name(known), 'email', known.email, 'access', 'identity');
  elsif person.role = 'administrator' then
    perform private.enter_record(p_patient, '{identity,contact,consents,kit,mails,call_times}');
    return jsonb_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'administration')
      || private.administrative_record(p_patient);
  elsif p_who then
    perform private.enter_record(p_patient, '{identity,summary,patient_alerts}');
    return jsonb_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'who') || private.in_sight(p_patient);
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

revoke all on function public.team_patient(uuid,uuid,text[],text[],uuid,boolean,boolean,boolean) from public, anon, authenticated, service_role;

grant execute on function public.team_patient(uuid,uuid,text[],text[],uuid,boolean,boolean,boolean) to service_role;
