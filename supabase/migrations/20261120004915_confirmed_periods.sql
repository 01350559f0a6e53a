alter table public.periods add column confirmed_at timestamptz;

revoke execute on function public.log_period(uuid,uuid,date,text) from service_role;

drop function public.log_period(uuid,uuid,date,text);

create or replace function private.attention_rows(p_users uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with listed as materialized (
      select id, coach_id, stage, private.present_body(id) as body, 500 as newest
      from private.patient_directory where id = any (p_users) and is_open)
    select coalesce(json_agg(json_build_object(
      'id', listed.id,
      'coachId', nullif(coach_id, '00000000-0000-0000-0000-000000000000'),
      'timeZone', private.zone_of_patient(listed.id),
      'isInTreatment', stage = 3,
      'pregnancyTests', (
        select coalesce(json_agg(json_build_object('id', id, 'result', result, 'cycle', cycle_number, 'takenOn', taken_on,
          'receivedAt', private.epoch_ms(created_at))), '[]')
        from (select * from public.test_results where user_id = listed.id and result_type = 'PREGNANCY'
          order by created_at desc limit newest) as test),
      'ovulationTests', (
        select coalesce(json_agg(json_build_object('id', id, 'result', result, 'takenOn', taken_on, 'at', private.epoch_ms(taken_at))), '[]')
        from (select * from public.test_results where user_id = listed.id and result_type = 'ovulation'
          order by created_at desc limit newest) as test),
      'events', (
        select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until,
          'resolvedTo', resolved_to, 'byTeam', recorded_by is not null,
          'byClinician', recorded_by_role is not distinct from 'clinician', 'receivedAt', private.epoch_ms(created_at))), '[]')
        from (select * from public.outcome_events where user_id = listed.id and withdrawn_at is null
          order by created_at desc limit newest) as event),
      'periods', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'day', day, 'kind', kind,
          'isConfirmed', confirmed_at is not null)), '[]')
        from (select * from public.periods where user_id = listed.id and body = listed.body and withdrawn_at is null
          order by day desc limit newest) as period),
      'bodySince', private.body_since(listed.id),
      'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = listed.id),
      -- Urgent and other symptoms each have their own 500, so that many mild ones never hide an urgent one.
      'symptoms', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'isUrgent', urgent,
          'signs', signs, 'strength', strength, 'since', since,
          'words', nullif(private.first_words(words), ''))), '[]')
        from (
          (select * from public.symptom_reports where user_id = listed.id and urgent order by created_at desc limit newest)
          union all
          (select * from public.symptom_reports where user_id = listed.id and not urgent order by created_at desc limit newest)) as symptom),
      'timers', (
        select coalesce(json_agg(json_build_object('id', id, 'action', action, 'at', private.epoch_ms(at), 'on', on_day,
          'reportedAt', private.epoch_ms(reported_at))), '[]')
        from (select * from public.treatment_day_timers where user_id = listed.id order by at desc limit newest) as timer),
      'applicatorSurveys', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'cycle', cycle_number,
          'usedOn', answers ->> 0, 'capWear', answers ->> 5, 'feedback', answers ->> 6)), '[]')
        from (select * from public.survey_responses where user_id = listed.id and survey = 'applicator-use'
          order by created_at desc limit newest) as survey),
      'uncertain', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at))), '[]')
        from (select * from public.survey_responses where user_id = listed.id and survey = 'before-treatment'
          order by created_at desc limit newest) as survey
        where answers ->> 'response' = 'uncertain'),
      -- Only checks that block treatment. Others need no one, and must not crowd out one that does.
      'safetyChecks', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at),
          'firstAt', private.epoch_ms(coalesce(first_sent_at, created_at)), 'outcome', outcome, 'isCleared', cleared_at is not null, 'reasons', reasons, 'answers', answers)), '[]')
        from (select * from public.safety_checks where user_id = listed.id and outcome <> 'ready' and cleared_at is null
          order by created_at desc limit newest) as safety_check),
      'calls', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(starts_at), 'endsAt', private.epoch_ms(ends_at),
          'hostId', host_id, 'outcome', outcome, 'isHostAway', starts_at > now() and private.is_host_away(call), 'hasSignedNote', private.has_note(call))), '[]')
        from (select * from public.appointments
          where user_id = listed.id and status = 'booked' and coalesce(outcome, 'took-place') = 'took-place'
          order by ends_at desc limit newest) as call),
      -- Only until treatment begins. After that the patient has a kit, whether or not anyone recorded it.
      'consulted', (
        select json_build_object('id', call.id, 'at', private.epoch_ms(call.ends_at), 'hasKit',
          exists (select from public.kit_requests where user_id = listed.id)
          or exists (select from public.customers where user_id = listed.id and tracking_url is not null))
        from public.appointments as call join public.appointment_types as kind on kind.id = call.appointment_type_id
        where stage < 3 and call.user_id = listed.id and kind.slug = 'initial-consultation' and call.outcome = 'took-place'
        order by call.ends_at desc limit 1),
      'followUps', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(asked_at), 'dueAt', private.epoch_ms(due_at),
          'toId', to_id, 'text', text)), '[]')
        from (select * from private.open_follow_ups where user_id = listed.id order by asked_at desc limit newest) as follow_up),
      'messagesWaiting', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'dueAt', private.epoch_ms(due_at),
          'lastAt', (select private.epoch_ms(max(created_at)) from public.messages
            where user_id = listed.id and thread_id = unanswered.thread_id),
          'topic', (select topic from public.message_threads where message_threads.id = thread_id),
          'firstWords', private.first_words(text),
          'keptBy', (
            select coalesce(json_agg(json_build_object('personId', person_id, 'at', private.epoch_ms(at))), '[]')
            from private.kept_before(unanswered)))), '[]')
        from private.unanswered_messages(listed.id) as unanswered),
      'messagesUnread', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at))), '[]')
        from private.unread_by_patient(listed.id)),
      'concerns', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'concern', asked.concern)), '[]')
        from unnest(array['urgent', 'self-harm', 'loss', 'call-me', 'hard-time', 'answer-today']) as asked (concern)
        cross join lateral (
          select id, created_at from public.messages where user_id = listed.id and concern = asked.concern
          order by created_at desc limit newest) as message),
      -- Only after a loss does an item end with it.
      'spokeAt', case when exists (select from public.outcome_events where user_id = listed.id and kind = 'loss')
        then private.epoch_ms(private.last_spoke_at(listed.id)) end,
      'lastPhaseAt', (select private.epoch_ms(max(completed_at)) from public.completed_phases
        where user_id = listed.id and stage_number = 3),
      'lastLogAt', private.epoch_ms(greatest(
        (select max(created_at) from public.test_results where user_id = listed.id and result_type = 'PREGNANCY'),
        (select max(created_at) from public.test_results where user_id = listed.id and result_type = 'ovulation'),
        (select max(created_at) from public.periods where user_id = listed.id and withdrawn_at is null),
        (select max(created_at) from public.treatment_day_timers where user_id = listed.id),
        (select max(created_at) from public.survey_responses where user_id = listed.id))))), '[]')::jsonb
    from listed);
end $$;

CREATE OR REPLACE FUNCTION private.cycle_reminder_facts(p_user uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'userId', user_id,
    'email', customer_email,
    'testing', testing_reminders,
    'applicators', applicator_reminders,
    'consented', privacy_policy_accepted and data_usage_consent,
    'status', status,
    'careState', private.care_state(p_user),
    'zone', private.known_zone(p_user),
    'completed', (select coalesce(jsonb_agg(jsonb_build_object('phaseId', phase_id, 'cycleNumber', cycle_number)), '[]')
      from public.completed_phases where user_id = p_user),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'kind', kind, 'isConfirmed', confirmed_at is not null)), '[]')
      from public.periods where user_id = p_user and body = private.present_body(p_user) and withdrawn_at is null),
    'bodySince', private.body_since(p_user),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('type', result_type, 'result', result, 'takenOn', taken_on,
        'loggedAt', floor(extract(epoch from created_at) * 1000))), '[]')
      from public.test_results where user_id = p_user and result_type = 'ovulation'),
    'applicatorsUsedOn', private.applicators_used_on(p_user),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until,
        'resolvedTo', resolved_to, 'byTeam', recorded_by is not null,
        'receivedAt', floor(extract(epoch from created_at) * 1000))), '[]')
      from public.outcome_events where user_id = p_user and withdrawn_at is null),
    'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = p_user))
  from public.customers where user_id = p_user
$function$
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
            coalesce(body = present, false) as "isOfPresentBody", confirmed_at is not null as "isConfirmed"
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
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'day', day, 'kind', kind, 'loggedBy', logged_by_name,
        'isConfirmed', confirmed_at is not null) order by day desc), '[]')
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
    'bleedings', (select coalesce(jsonb_agg(distinct since), '[]') from public.symptom_reports
      where user_id = auth.uid() and 'bleeding' = any (signs) and since > current_date - 14),
    'urgent', private.own_urgent_report(),
    'openReport', private.own_open_report(),
    'today', private.own_next_step_facts());
end $function$
;

CREATE OR REPLACE FUNCTION private.own_open_report()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', kind, 'at', at) from (
    select 'hard-time' as kind, created_at as at from public.messages where user_id = auth.uid() and concern = 'hard-time'
    union all
    select 'symptoms', created_at from public.symptom_reports where user_id = auth.uid() and not urgent) as report
  where private.has_consented() and at > now() - interval '2 days'
    and not exists (
      select from public.attention_decisions as done
      where done.user_id = auth.uid() and done.decision = 'done' and split_part(done.key, ':', 1) = kind
        and coalesce(done.seen_until, done.decided_at) >= at)
    and not exists (
      select from public.messages as answer
      where answer.user_id = auth.uid() and answer.sender = 'team' and answer.created_at > at)
    and not exists (
      select from public.patient_contacts as contact
      where contact.user_id = auth.uid() and contact.result = 'spoke' and contact.withdrawn_at is null
        and contact.contacted_at > at)
  order by kind = 'hard-time' desc, at desc limit 1
$function$
;

revoke all on function private.own_open_report() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.log_period(p_user uuid, p_submission uuid, p_day date, p_kind text, p_confirmed boolean DEFAULT false)
 RETURNS SETOF public.periods
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  logged public.periods;
begin
  -- Handles a patient's devices one at a time.
  perform from public.customers where user_id = p_user for no key update;
  if exists (select from public.periods where user_id = p_user and submission_id = p_submission) then
    return;
  end if;
  select * into logged from public.periods
  where user_id = p_user and body = private.present_body(p_user) and day = p_day and withdrawn_at is null;
  if logged.kind = p_kind then
    if p_confirmed and logged.confirmed_at is null then
      update public.periods set confirmed_at = now() where id = logged.id returning * into logged;
    end if;
    return next logged;
    return;
  end if;
  update public.periods set withdrawn_at = now() where id = logged.id;
  return query insert into public.periods (user_id, submission_id, day, kind, confirmed_at)
    values (p_user, p_submission, p_day, p_kind, case when p_confirmed then now() end)
    returning *;
end $function$
;

revoke all on function public.log_period(uuid,uuid,date,text,boolean) from public, anon, authenticated, service_role;

grant execute on function private.own_open_report() to authenticated;

grant execute on function public.log_period(uuid,uuid,date,text,boolean) to service_role;
