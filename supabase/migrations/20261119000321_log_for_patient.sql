alter table public.completed_phases
  add column logged_by uuid,
  add column logged_by_name text check (length(logged_by_name) <= 100),
  add column logged_by_role text check (logged_by_role in ('coach', 'clinician'));

alter table public.periods
  add column logged_by uuid,
  add column logged_by_name text check (length(logged_by_name) <= 100),
  add column logged_by_role text check (logged_by_role in ('coach', 'clinician'));

alter table public.survey_responses
  add column logged_by uuid,
  add column logged_by_name text check (length(logged_by_name) <= 100),
  add column logged_by_role text check (logged_by_role in ('coach', 'clinician'));

alter table public.symptom_reports
  add column logged_by uuid,
  add column logged_by_name text check (length(logged_by_name) <= 100),
  add column logged_by_role text check (logged_by_role in ('coach', 'clinician'));

CREATE OR REPLACE FUNCTION private.logged_by_words(p_name text, p_role text)
 RETURNS json
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_name is not null then json_build_object('name', p_name, 'role', p_role) end
$function$
;

CREATE OR REPLACE FUNCTION private.is_step_locked_for(p_user uuid, p_phase text, p_cycle integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with steps as (
    select journey_steps.*, completed_phases.id is not null as is_done
    from private.journey_steps
    left join public.completed_phases on completed_phases.user_id = p_user
      and completed_phases.phase_id = journey_steps.phase_id
      and completed_phases.cycle_number is not distinct from journey_steps.cycle_number
  )
  select not target.is_done and case
    when customers.status = 'Pregnant' then target.stage_number = 3
    else exists (select from steps as earlier where earlier.step < target.step and not earlier.is_done)
  end
  from public.customers, steps as target
  where customers.user_id = p_user
    and target.phase_id = p_phase and target.cycle_number is not distinct from p_cycle
$function$
;

CREATE OR REPLACE FUNCTION private.is_step_locked(p_phase text, p_cycle integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.is_step_locked_for(auth.uid(), p_phase, p_cycle)
$function$
;

CREATE OR REPLACE FUNCTION private.kind_for_office(p_kind text, p_staff_role text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_staff_role is null or starts_with(p_kind, 'team_') or starts_with(p_kind, 'refused_') then p_kind
    when p_kind in ('access_log', 'account_deletions', 'call_room', 'call_times', 'coach_assignments', 'email_address', 'identity',
      'invitation', 'kit_requests', 'printed_record', 'record_openings', 'summary') then p_kind
    -- Where a coach or clinician does it, the same is part of a visit to the record.
    when p_staff_role = 'administrator' and p_kind in ('administrative_items', 'administrative_summary', 'appointments',
      'attention_decisions', 'consents', 'contact', 'customers', 'kit', 'mails') then p_kind
    else 'care_record' end
$function$
;

CREATE OR REPLACE FUNCTION private.log_for_patient(p_patient uuid, p_entry jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Only of a record that is open to this person; what follows asks again for its own kind.
  perform private.require_record('test_results', p_patient);
  -- Two entries at the same moment are judged one after the other.
  perform from public.customers where user_id = p_patient for no key update;
  case p_entry ->> 'type'
    when 'period' then perform private.log_period_day(p_patient, p_entry);
    when 'applicator' then perform private.log_applicator(p_patient, p_entry);
    when 'symptoms' then perform private.log_symptoms(p_patient, p_entry);
    else perform private.log_test(p_patient, p_entry);
  end case;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_facts(p_patient uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reader constant uuid := (private.named_person()).id;
  present constant uuid := private.present_body(p_patient);
begin
  return (
    select row_to_json(facts) from (
      select
        (select coalesce(json_agg(line), '[]') from (
          select id, result_type as type, result, cycle_number as cycle, taken_at as "takenAt", taken_on as "takenOn",
            created_at as "receivedAt", private.logged_by_words(logged_by_name, logged_by_role) as "loggedBy"
          from public.test_results where user_id = p_patient order by taken_at desc limit 1000) as line) as results,
        (select coalesce(json_agg(line), '[]') from (
          select id, survey, answers, created_at as at, private.logged_by_words(logged_by_name, logged_by_role) as "loggedBy",
            coalesce(logged_by = reader and created_at > private.undone_since(), false) as "canUndo"
          from public.survey_responses where user_id = p_patient order by created_at desc limit 1000) as line) as surveys,
        (select coalesce(json_agg(line), '[]') from (
          select id, phase_id as phase, cycle_number as cycle, completed_at as at,
            private.logged_by_words(logged_by_name, logged_by_role) as "loggedBy", result_id is not null as "byTest"
          from public.completed_phases where user_id = p_patient limit 1000) as line) as phases,
        (select coalesce(json_agg(line), '[]') from (
          select calls.id, calls.name, starts_at as "startsAt", ends_at as "endsAt", status,
            (select outcome from public.appointments where appointments.id = calls.id) as outcome,
            json_build_object('name', host.name, 'role', host.role) as host
          from public.calls join public.care_team as host on host.id = host_id
          where calls.user_id = p_patient order by starts_at desc limit 1000) as line) as calls,
        (select coalesce(json_agg(line), '[]') from (
          select id, how, words, contacted_at as at, json_build_object('name', person_name, 'role', person_role) as who,
            direction, result, person_id = reader and recorded_at > private.undone_since() as "canUndo"
          from public.patient_contacts where user_id = p_patient and withdrawn_at is null order by contacted_at desc limit 1000) as line) as contacts,
        (select coalesce(json_agg(line), '[]') from (
          select id, text, written_at as at, json_build_object('name', person_name, 'role', person_role) as who,
            person_id = reader and written_at > private.undone_since() as "canUndo"
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
            private.logged_by_words(logged_by_name, logged_by_role) as "loggedBy",
            coalesce(logged_by = reader and created_at > private.undone_since(), false) as "canUndo"
          from public.symptom_reports where user_id = p_patient order by created_at desc limit 1000) as line) as symptoms,
        (select coalesce(json_agg(line), '[]') from (
          select id, kind, day, created_at as at, private.logged_by_words(logged_by_name, logged_by_role) as "loggedBy",
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

CREATE OR REPLACE FUNCTION private.undo_own_entry(p_patient uuid, p_act jsonb, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entry constant uuid := (p_act ->> 'entry')::uuid;
begin
  perform private.require_record('patient_contacts', p_patient);
  -- Before any phase, as whoever writes or undoes a fact does.
  perform from public.customers where user_id = p_patient for no key update;
  update public.patient_contacts set withdrawn_at = now()
  where id = entry and user_id = p_patient and person_id = p_person.id and withdrawn_at is null
    and recorded_at > private.undone_since();
  if not found then
    update public.staff_notes set withdrawn_at = now()
    where id = entry and user_id = p_patient and person_id = p_person.id and withdrawn_at is null
      and written_at > private.undone_since();
  end if;
  if not found then
    delete from public.survey_responses
    where id = entry and user_id = p_patient and logged_by = p_person.id and created_at > private.undone_since();
  end if;
  if not found then
    delete from public.symptom_reports
    where id = entry and user_id = p_patient and logged_by = p_person.id and created_at > private.undone_since();
  end if;
  if not found then
    update public.periods set withdrawn_at = now() where id = entry and user_id = p_patient and withdrawn_at is null;
  end if;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Only its author can undo this, within a day.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.own_cycle()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant uuid := private.own_body();
  zone constant text := private.own_zone();
begin
  return jsonb_build_object(
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'day', day, 'kind', kind, 'loggedBy', logged_by_name) order by day desc), '[]')
      from public.periods where user_id = auth.uid() and body = present and withdrawn_at is null),
    'bodySince', private.own_body_since(),
    'used', private.own_applicators(),
    'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = auth.uid()),
    'familySetUp', (select family_set_up from public.onboarding_info where user_id = auth.uid()),
    'checks', (select coalesce(jsonb_agg(jsonb_build_object('cycle', cycle, 'outcome', outcome, 'peakDay', peak_day,
        'day', greatest(on_day, private.day_at(cleared_at, zone)), 'checkedAt', created_at, 'clearedAt', cleared_at, 'keptBlockedAt', kept_at)), '[]')
      from public.safety_checks
      where user_id = auth.uid() and (body = present or outcome <> 'ready' and cleared_at is null)),
    'symptomsToldAt', (select coalesce(jsonb_agg(created_at), '[]') from public.symptom_reports where user_id = auth.uid()),
    'today', private.own_next_step_facts());
end $function$
;

CREATE OR REPLACE FUNCTION public.team_care(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_act jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  patients constant uuid[] := array(select id::uuid from jsonb_array_elements_text(p_act -> 'ids') as id);
  answer jsonb := private.earlier_answer(p_request);
begin
  if answer is null then
    case p_act ->> 'action'
      when 'assign' then perform private.assign_coach(patients, (p_act ->> 'coach')::uuid, person.id);
      when 'contact' then
        perform private.require_record('patient_contacts', patients[1]);
        insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role, contacted_at, direction, result)
        values (patients[1], p_act ->> 'how', p_act ->> 'words', person.id, person.name, person.role,
          coalesce((p_act ->> 'at')::timestamptz, now()), p_act ->> 'direction', p_act ->> 'result');
      when 'set-time-zone' then perform private.set_unknown_zone(patients[1], p_act ->> 'zone');
      when 'log' then perform private.log_for_patient(patients[1], p_act);
      when 'complete-phase' then perform private.complete_for_patient(patients[1], p_act, person);
      when 'reopen-phase' then perform private.reopen_for_patient(patients[1], p_act);
      when 'staff-note' then perform private.staff_note(patients[1], p_act, person);
      when 'alert' then perform private.change_alert(patients[1], p_act, person);
      when 'remove-alert' then perform private.change_alert(patients[1], p_act, person);
      when 'follow-up' then perform private.ask_follow_up(patients[1], p_act, person);
      when 'undo-entry' then perform private.undo_own_entry(patients[1], p_act, person);
      when 'print' then
        perform private.require_record('medical_notes', patients[1]);
        perform private.add_audit_line('read', 'printed_record', patients[1], person.id);
      when 'send-kit' then perform private.ask_for_kit(patients[1], person);
      when 'take-back' then perform private.undo_for_patient(patients[1], p_act, person);
      when 'clear-safety-check' then perform private.clear_safety_check(patients[1], p_act, person);
      else perform private.decide_outcome(patients[1], p_act, person.role);
    end case;
    answer := private.keep_answer(p_request, jsonb_build_object('ids', patients));
  end if;
  return case when cardinality(patients) = 1 then answer || private.care_state_for_person(patients[1]) else answer end;
end $function$
;

CREATE OR REPLACE FUNCTION private.complete_for_patient(p_patient uuid, p_act jsonb, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  in_cycle constant integer := (p_act ->> 'cycle')::integer;
  state text;
begin
  perform private.require_record('completed_phases', p_patient);
  -- Before any phase, as whoever writes or undoes a result does.
  perform from public.customers where user_id = p_patient for no key update;
  if exists (select from public.completed_phases
    where user_id = p_patient and phase_id = p_act ->> 'phase' and cycle_number is not distinct from in_cycle) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This phase is already complete.');
  elsif private.is_step_locked_for(p_patient, p_act ->> 'phase', in_cycle) is not false then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This phase is not open yet. Complete the one before it first.');
  end if;
  state := private.care_state(p_patient);
  if in_cycle is not null and state <> 'treatment' then
    perform private.refuse_changed_state(state);
  end if;
  insert into public.completed_phases
    (user_id, phase_id, stage_number, cycle_number, act, logged_by, logged_by_name, logged_by_role)
  select p_patient, phase_id, stage_number, cycle_number, gen_random_uuid(), p_person.id, p_person.name, p_person.role
  from private.journey_steps
  where phase_id = p_act ->> 'phase' and cycle_number is not distinct from in_cycle;
end $function$
;

revoke all on function private.complete_for_patient(uuid,jsonb,public.care_team) from public, anon, authenticated, service_role;

revoke all on function private.is_step_locked_for(uuid,text,integer) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.log_applicator(p_patient uuid, p_entry jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  used_on constant date := (p_entry ->> 'day')::date;
  under_way constant integer := private.cycle_under_way(p_patient);
  cycle constant integer := coalesce((p_entry ->> 'cycle')::integer, under_way);
  cycle_then constant integer := (
    select coalesce(max(cycle_number), 1) from public.completed_phases
    where user_id = p_patient and stage_number = 3
      and private.day_at(completed_at, private.known_zone(p_patient)) < used_on);
begin
  perform private.require_record('survey_responses', p_patient);
  if cycle not between least(cycle_then, under_way) and under_way then
    perform private.refuse_team('PT400', 'invalid_input', format('cycle: On this day the patient was not in cycle %s.', cycle));
  end if;
  insert into public.survey_responses (user_id, survey, cycle_number, answers)
  values (p_patient, 'applicator-use', cycle, jsonb_build_array(p_entry ->> 'day', cycle::text, null, null, null,
    p_entry ->> 'capWear', p_entry ->> 'feedback', p_entry ->> 'words'));
end $function$
;

revoke all on function private.log_applicator(uuid,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.log_period_day(p_patient uuid, p_entry jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  stated constant public.applicator_agreements := private.stated_agreement(p_patient);
begin
  perform private.require_record('periods', p_patient);
  if (case when stated.id is not null then not stated.agreed else private.present_body(p_patient) is null end) then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'The person who uses the applicator has not agreed yet. Until they do, no period can be logged.');
  end if;
  perform public.log_period(p_patient, null, (p_entry ->> 'day')::date, p_entry ->> 'kind');
end $function$
;

revoke all on function private.log_period_day(uuid,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.log_symptoms(p_patient uuid, p_entry jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_record('symptom_reports', p_patient);
  insert into public.symptom_reports (user_id, signs, strength, since, words, urgent)
  values (p_patient, array(select jsonb_array_elements_text(p_entry -> 'signs')), p_entry ->> 'strength',
    (p_entry ->> 'day')::date, p_entry ->> 'words', (p_entry ->> 'urgent')::boolean);
end $function$
;

revoke all on function private.log_symptoms(uuid,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.log_test(p_patient uuid, p_entry jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- By noon of its day, wherever the patient is; never later than now.
  taken_at constant timestamptz := least(now(), (p_entry ->> 'day')::timestamp at time zone 'UTC' + interval '12 hours');
  is_pregnancy constant boolean := p_entry ->> 'type' = 'pregnancy';
begin
  perform private.require_record('test_results', p_patient);
  -- The database sets status and phases after it, as when the patient logs.
  insert into public.test_results (user_id, result_type, result, cycle_number, taken_at, taken_on)
  values (p_patient, case when is_pregnancy then 'PREGNANCY' else 'ovulation' end, p_entry ->> 'result',
    case when is_pregnancy then private.treatment_cycle(p_patient) end, taken_at, (p_entry ->> 'day')::date);
end $function$
;

revoke all on function private.log_test(uuid,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.logged_by_words(text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.reopen_for_patient(p_patient uuid, p_act jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  from_step constant bigint := (
    select step from private.journey_steps
    where phase_id = p_act ->> 'phase' and cycle_number is not distinct from (p_act ->> 'cycle')::integer);
  reopened uuid[];
  by_test boolean;
  in_treatment boolean;
  state text;
begin
  perform private.require_record('completed_phases', p_patient);
  perform from public.customers where user_id = p_patient for no key update;
  select array_agg(done.id), bool_or(done.result_id is not null), bool_or(done.cycle_number is not null)
  into reopened, by_test, in_treatment
  from public.completed_phases as done join private.journey_steps as steps
    on steps.phase_id = done.phase_id and steps.cycle_number is not distinct from done.cycle_number
  where done.user_id = p_patient and steps.step >= from_step;
  state := private.care_state(p_patient);
  if not exists (select from public.completed_phases
    where id = any (reopened) and phase_id = p_act ->> 'phase'
      and cycle_number is not distinct from (p_act ->> 'cycle')::integer) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This phase is not complete.');
  elsif by_test then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'A positive test completed this phase. Undo the test if it was a mistake.');
  elsif in_treatment and state <> 'treatment' then
    perform private.refuse_changed_state(state);
  end if;
  delete from public.completed_phases where user_id = p_patient and id = any (reopened);
end $function$
;

revoke all on function private.reopen_for_patient(uuid,jsonb) from public, anon, authenticated, service_role;

CREATE TRIGGER mark_logged_by BEFORE INSERT ON public.periods FOR EACH ROW EXECUTE FUNCTION private.mark_logged_by();

CREATE TRIGGER mark_logged_by BEFORE INSERT ON public.survey_responses FOR EACH ROW EXECUTE FUNCTION private.mark_logged_by();

CREATE TRIGGER mark_logged_by BEFORE INSERT ON public.symptom_reports FOR EACH ROW EXECUTE FUNCTION private.mark_logged_by();
