CREATE OR REPLACE FUNCTION private.administrative_rows()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone constant text := private.office_zone();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id,
      'timeZone', (
        select time_zone from public.appointments where user_id = listed.id order by created_at desc limit 1),
      'kitRequest', (
        select jsonb_build_object('id', user_id || ':' || private.epoch_ms(asked_at), 'at', private.epoch_ms(asked_at),
          'addressAt', private.epoch_ms(shipping_changed_at))
        from public.kit_requests join public.customers using (user_id) where user_id = listed.id and tracking_url is null),
      'kitSent', (
        select jsonb_build_object('id', user_id || ':' || private.epoch_ms(sent_at),
          'at', private.epoch_ms(sent_on::timestamp at time zone coalesce(private.clinic_zone(), zone)), 'addressChangedAt',
          case when shipping_changed_at > sent_at then private.epoch_ms(shipping_changed_at) end)
        from private.kits_on_their_way where user_id = listed.id),
      'mailsParked', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.epoch_ms(at), 'callWithinADay', is_office and exists (
            select from public.appointments where user_id = listed.id and status = 'booked'
              and starts_at between at and at + interval '1 day')) order by at, id), '[]')
        from (
          select id, parked_at as at, true as is_office from public.outbox as message
          where user_id = listed.id and parked_at is not null and private.is_office_message(message)
          union all
          select first_of_day.id, (first_of_day.day + 1)::timestamp at time zone zone, false
          from (
            select distinct on (day) id, day
            from public.outbox as message cross join lateral (select (parked_at at time zone zone)::date as day) as local
            where user_id = listed.id and not private.is_office_message(message)
              and private.is_undelivered_before_today(message, zone)
            order by day, parked_at, id) as first_of_day) as parked),
      'deletion', (
        select jsonb_build_object('id', user_id || ':' || private.epoch_ms(requested_at), 'at', private.epoch_ms(requested_at),
          'on', private.epoch_ms(delete_after))
        from public.account_deletions where user_id = listed.id),
      'officeCallsHostAway', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.epoch_ms(starts_at)) order by starts_at, id), '[]')
        from public.appointments as call
        where user_id = listed.id and status = 'booked' and starts_at > now() and starts_at <= now() + interval '7 days'
          and private.is_host_away(call))) order by listed.id), '[]')
    from (
      select user_id as id from public.kit_requests join public.customers using (user_id) where tracking_url is null
      union select user_id from private.kits_on_their_way
      union select user_id from public.outbox as message where parked_at is not null
        and (private.is_office_message(message) or private.is_undelivered_before_today(message, zone))
      union select user_id from public.account_deletions
      union select user_id from public.appointments as call where status = 'booked' and starts_at > now()
        and starts_at <= now() + interval '7 days' and private.is_host_away(call)) as asked
    join private.patient_directory as listed using (id)
    where is_open);
end $function$
;

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
          'hostId', host_id, 'outcome', outcome, 'isHostAway', starts_at > now() and private.is_host_away(call), 'hasSignedNote', exists (
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

CREATE OR REPLACE FUNCTION private.calendar_calls(p_reader public.care_team, p_host uuid, p_from timestamp with time zone, p_until timestamp with time zone, p_unsettled boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_administrator constant boolean := p_reader.role = 'administrator';
  found jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', call.id, 'version', call.sequence,
      'patient', jsonb_build_object('id', listed.id, 'name', private.listed_name(listed)),
      'kind', case when is_administrator then 'Call' else kind.name end,
      'host', jsonb_build_object('id', host.id, 'name', host.name), 'startsAt', call.starts_at,
      'endsAt', call.ends_at,
      'outcome', case when is_administrator then null else call.outcome end,
      'unsettled', call.starts_at > now() and (away.is or host.deactivated_at is not null),
      'mayChange', call.starts_at > now(),
      'mayTell', host.id = p_reader.id and call.starts_at <= now()
        and coalesce(call.outcome_at > private.undone_since(), true)) order by call.starts_at, call.id), '[]') into found
  from public.appointments as call
  join public.appointment_types as kind on kind.id = call.appointment_type_id
  join public.care_team as host on host.id = call.host_id
  join private.patient_directory as listed on listed.id = call.user_id
  cross join lateral (select private.is_host_away(call) as is) as away
  where call.status = 'booked' and (call.host_id = p_host
      -- As Today's item 'Host is away', which leads here.
      or p_unsettled and call.starts_at <= now() + interval '7 days' and (is_administrator or private.sees_patient(p_reader, call.user_id)))
    and call.ends_at > p_from and call.starts_at < p_until
    and listed.is_open and (not p_unsettled or call.starts_at > now() and (away.is or host.deactivated_at is not null));
  perform private.audit_reads(array[case when is_administrator then 'call_times' else 'appointments' end],
    array(select distinct (line -> 'patient' ->> 'id')::uuid from jsonb_array_elements(found) as line));
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION private.ends_with(p_rule text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_rule in ('possible-loss', 'positive-after-end', 'call-without-outcome', 'kit-to-send', 'mail-not-delivered',
        'host-is-away')
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

CREATE OR REPLACE FUNCTION private.is_host_away(p_call public.appointments)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.absences
    where host_id = p_call.host_id and starts_at < p_call.ends_at and ends_at > p_call.starts_at);
end $function$
;

revoke all on function private.is_host_away(public.appointments) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.look_at_calls_of_host()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  users constant uuid[] := array(
    select distinct user_id from public.appointments
    where host_id in (new.host_id, old.host_id) and status = 'booked' and starts_at > now());
begin
  if users <> '{}' then
    perform private.look_at(users);
  end if;
  return null;
end $function$
;

revoke all on function private.look_at_calls_of_host() from public, anon, authenticated, service_role;

CREATE TRIGGER look_at_calls AFTER INSERT OR DELETE OR UPDATE ON public.absences FOR EACH ROW EXECUTE FUNCTION private.look_at_calls_of_host();
