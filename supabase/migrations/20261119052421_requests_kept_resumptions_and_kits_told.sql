CREATE OR REPLACE FUNCTION private.attention_rows(p_users uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'day', day, 'kind', kind)), '[]')
        from (select * from public.periods where user_id = listed.id and body = listed.body and withdrawn_at is null
          order by day desc limit newest) as period),
      'bodySince', private.body_since(listed.id),
      'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = listed.id),
      -- Urgent and other symptoms each have their own 500, so that many mild ones never hide an urgent one.
      'symptoms', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'isUrgent', urgent,
          'signs', signs, 'strength', strength)), '[]')
        from (
          (select * from public.symptom_reports where user_id = listed.id and urgent order by created_at desc limit newest)
          union all
          (select * from public.symptom_reports where user_id = listed.id and not urgent order by created_at desc limit newest)) as symptom),
      'timers', (
        select coalesce(json_agg(json_build_object('id', id, 'action', action, 'at', private.epoch_ms(at),
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
      -- Only checks that block treatment: others need no one, and must not push out one that does.
      'safetyChecks', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at),
          'firstAt', private.epoch_ms(coalesce(first_sent_at, created_at)), 'cycle', cycle, 'outcome', outcome, 'isCleared', cleared_at is not null, 'reasons', reasons, 'answers', answers)), '[]')
        from (select * from public.safety_checks where user_id = listed.id and outcome <> 'ready' and cleared_at is null
          order by created_at desc limit newest) as safety_check),
      'calls', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(starts_at), 'endsAt', private.epoch_ms(ends_at),
          'hostId', host_id, 'outcome', outcome, 'hasSignedNote', exists (
            select from private.written_notes as note
            where note.user_id = listed.id and note.signed_at >= call.starts_at and not private.is_withdrawn(note.id)))), '[]')
        from (select * from public.appointments
          where user_id = listed.id and status = 'booked' and coalesce(outcome, 'took-place') = 'took-place'
          order by ends_at desc limit newest) as call),
      -- Until treatment begins: from then on there is a kit, whether anyone noted it or not.
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
          'topic', (select topic from public.message_threads where message_threads.id = thread_id),
          'firstWords', left(regexp_replace(trim(text), '\s+', ' ', 'g'), 120),
          'keptBy', (
            select coalesce(json_agg(json_build_object('personId', person_id, 'at', private.epoch_ms(at))), '[]')
            from private.kept_before(unanswered)))), '[]')
        from private.unanswered_messages(listed.id) as unanswered),
      'messagesUnread', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at))), '[]')
        from private.unread_by_patient(listed.id)),
      'concerns', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'concern', asked.concern)), '[]')
        from unnest(array['urgent', 'self-harm', 'call-me', 'hard-time', 'answer-today']) as asked (concern)
        cross join lateral (
          select id, created_at from public.messages where user_id = listed.id and concern = asked.concern
          order by created_at desc limit newest) as message),
      'lastPeriodAt', (select private.epoch_ms(max(created_at)) from public.periods
        where user_id = listed.id and kind = 'period' and withdrawn_at is null),
      'lastPhaseAt', (select private.epoch_ms(max(completed_at)) from public.completed_phases
        where user_id = listed.id and stage_number = 3),
      'lastLogAt', private.epoch_ms(greatest(
        (select max(created_at) from public.test_results where user_id = listed.id and result_type = 'PREGNANCY'),
        (select max(created_at) from public.test_results where user_id = listed.id and result_type = 'ovulation'),
        (select max(created_at) from public.periods where user_id = listed.id and withdrawn_at is null),
        (select max(created_at) from public.treatment_day_timers where user_id = listed.id),
        (select max(created_at) from public.survey_responses where user_id = listed.id))))), '[]')::jsonb
    from listed);
end $function$
;

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
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'kind', kind)), '[]')
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

CREATE OR REPLACE FUNCTION private.decide_outcome(p_patient uuid, p_act jsonb, p_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  decided constant text := p_act ->> 'action';
  care record;
  recorded uuid;
begin
  perform private.require_record('outcome_events', p_patient);
  perform from public.customers where user_id = p_patient for no key update;
  select * into care from private.care_status(p_patient);
  if p_act ->> 'seen' <> care.state or private.refuses_outcome(p_patient, decided, 'clinician') then
    perform private.refuse_changed_state(care.state);
  elsif private.refuses_outcome(p_patient, decided, p_role) then
    perform private.refuse_team('PT403', 'not_allowed', case decided
      when 'resolve' then 'Only a clinician can set this pregnancy status.'
      else 'After a loss, a clinician decides when treatment resumes.' end);
  elsif decided = 'loss' and not (care.asks_for_status and p_role = 'clinician') and not private.may_be_pregnant(p_patient) then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'No applicator was used and no pregnancy test was positive in the last 10 months. Check the record again.');
  elsif (p_act ->> 'cycle' is not null) <> (decided = 'resume'
      and (care.state = 'after-loss' or care.state = 'stopped' and care.after_loss)) then
    perform private.refuse_team('PT400', 'invalid_input',
      'cycle: Select a cycle to resume after a loss. Otherwise the patient resumes where they left off.');
  end if;
  select id into recorded from private.record_outcome(jsonb_populate_record(null::public.outcome_events, jsonb_build_object(
    'user_id', p_patient, 'kind', decided, 'cycle', p_act ->> 'cycle',
    'day', coalesce((p_act ->> 'day')::date, private.day_of_report(p_patient, (p_act ->> 'today')::date)),
    'until', p_act ->> 'until', 'reason', nullif(p_act ->> 'reason', ''), 'resolved_to', p_act ->> 'to')), p_role);
  if decided = 'resume' or decided = 'resolve' and p_act ->> 'to' = 'treatment' then
    perform private.email_update(p_patient, 'treatment-resumed:' || recorded, p_act -> 'mail');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.ends_with(p_rule text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_rule in ('possible-loss', 'positive-after-end', 'call-without-outcome', 'kit-to-send', 'mail-not-delivered')
      then '{}'::text[]
    when p_rule in ('kit-not-requested', 'no-coach-assigned') then '{nothing}'
    when p_rule = 'message-waits' then '{no-reply}'
    when p_rule in ('safety-check', 'answer-today') then '{kept-blocked}'
    when p_rule = 'note-not-signed' then '{discarded}'
    when p_rule in ('urgent-symptoms', 'cap-too-long', 'self-harm', 'asks-for-a-call', 'urgent-message')
      then '{spoke,emergency-care,unreachable}'
    else '{spoke,wrote,booked,nothing}' end
$function$
;

CREATE OR REPLACE FUNCTION public.safety_facts(p_user uuid, p_today date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant uuid := private.present_body(p_user);
  zone constant text := private.known_zone(p_user);
begin
  return jsonb_build_object(
    'cycle', private.cycle_under_way(p_user),
    'careState', private.care_state(p_user),
    'familySetUp', (select family_set_up from public.onboarding_info where user_id = p_user),
    -- Today on the device's calendar, or still today where the test was taken: another zone does not end a peak day.
    'peakDay', (select max(taken_on) from public.test_results
      where user_id = p_user and result_type = 'ovulation' and result = 'Peak (Positive LH Surge)'
        and (taken_on = p_today or taken_on = private.day_at(now(), coalesce(taken_zone, zone)))),
    'cycleBeganOn', (select max(day) from public.periods
      where user_id = p_user and body = present and withdrawn_at is null),
    'checks', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'cycle', cycle, 'outcome', outcome, 'peakDay', peak_day,
        'day', greatest(on_day, private.day_at(cleared_at, zone)),
        'checkedAt', floor(extract(epoch from created_at) * 1000),
        'clearedAt', floor(extract(epoch from cleared_at) * 1000))), '[]')
      -- What nobody has cleared holds back whoever uses the applicator: a clinician hears of the change first.
      from public.safety_checks
      where user_id = p_user and (body = present or outcome <> 'ready' and cleared_at is null)),
    'answerAskedAt', (select floor(extract(epoch from min(created_at)) * 1000) from public.messages
      where user_id = p_user and concern = 'answer-today' and created_at >= (
        select min(coalesce(first_sent_at, created_at)) from public.safety_checks
        where user_id = p_user and outcome <> 'ready' and cleared_at is null)),
    -- They asked, and then corrected the answers that blocked them.
    'answerNotNeeded', coalesce((
      select outcome = 'ready' and exists (select from public.messages
        where user_id = p_user and concern = 'answer-today' and created_at >= newest.first_sent_at and created_at < newest.created_at)
      from (select * from public.safety_checks where user_id = p_user order by created_at desc limit 1) as newest), false),
    -- A loss, a pregnancy or a report of symptoms ends what was answered before; one that was taken back was never there.
    'voidedAt', (select coalesce(jsonb_agg(floor(extract(epoch from voided.created_at) * 1000)), '[]') from (
      select created_at from public.symptom_reports where user_id = p_user
      union all
      select created_at from public.outcome_events where user_id = p_user and withdrawn_at is null
        and (kind = 'loss' or resolved_to in ('pregnant', 'after-loss'))
      union all
      select created_at from public.test_results
      where user_id = p_user and result_type = 'PREGNANCY' and result = 'positive') as voided));
end $function$
;
