create or replace function private.one_line(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(trim(p_text), '\s+', ' ', 'g');
end $$;

create or replace function private.first_words(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return left(private.one_line(p_text), 120);
end $$;

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
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'day', day, 'kind', kind)), '[]')
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

create or replace function private.has_more_to_read(p_person uuid, p_message uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.messages as waiting join public.messages as own using (user_id, thread_id)
    where waiting.id = p_message and own.sender = 'patient'
      and own.place > coalesce((
        select max(place) from public.message_reads as read where read.thread_id = waiting.thread_id and person_id = p_person), 0)
      and not (own.id = p_message and private.first_words(own.text) = private.one_line(own.text)
        and not exists (select from public.message_pictures where message_id = own.id)));
end $$;

create or replace function private.host_away_before() returns interval
language sql immutable set search_path = '' as $$
  select interval '7 days'
$$;

create or replace function private.administrative_rows() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.office_zone();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id,
      'kitRequest', (
        select jsonb_build_object('id', user_id || ':' || private.epoch_ms(asked_at), 'at', private.epoch_ms(asked_at),
          'addressAt', private.epoch_ms(shipping_changed_at))
        from public.kit_requests join public.customers using (user_id) where user_id = listed.id and tracking_url is null),
      'kitSent', (
        select jsonb_build_object('id', user_id || ':' || private.epoch_ms(sent_at),
          'at', private.epoch_ms(sent_on::timestamp at time zone private.zone_of_clinic()), 'addressChangedAt',
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
        where user_id = listed.id and status = 'booked' and starts_at > now() and starts_at <= now() + private.host_away_before()
          and private.is_host_away(call))) order by listed.id), '[]')
    from (
      select user_id as id from public.kit_requests join public.customers using (user_id) where tracking_url is null
      union select user_id from private.kits_on_their_way
      union select user_id from public.outbox as message where parked_at is not null
        and (private.is_office_message(message) or private.is_undelivered_before_today(message, zone))
      union select user_id from public.account_deletions
      union select user_id from public.appointments as call where status = 'booked' and starts_at > now()
        and starts_at <= now() + private.host_away_before() and private.is_host_away(call)) as asked
    join private.patient_directory as listed using (id)
    where is_open);
end $$;

create or replace function private.ends_with(p_rule text) returns text[]
language sql immutable set search_path = '' as $$
  select case
    when p_rule in ('possible-loss', 'positive-after-end', 'call-without-outcome', 'kit-to-send', 'mail-not-delivered',
        'host-is-away', 'alarm-not-sent', 'busy-times-unread')
      then '{}'::text[]
    when p_rule in ('kit-not-requested', 'no-coach-assigned', 'invitation-unused', 'many-records-opened') then '{nothing}'
    when p_rule = 'message-waits' then '{no-reply}'
    when p_rule in ('safety-check', 'answer-today') then '{kept-blocked}'
    when p_rule = 'note-not-signed' then '{discarded}'
    when p_rule in ('urgent-symptoms', 'cap-too-long', 'self-harm', 'asks-for-a-call', 'urgent-message', 'loss-mentioned')
      then '{spoke,emergency-care,unreachable}'
    else '{spoke,wrote,booked,nothing}' end
$$;

create or replace function public.team_item_patients(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patients uuid[])
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  coaches constant uuid[] := private.coaches_covered_by(person.id);
  shown constant uuid[] := array(
    select id from private.patient_directory
    -- The first is quick, and part of the second.
    where id = any (p_patients) and is_open and (coach_id = any (coaches) or private.may_see_items(person, id)));
begin
  perform private.audit_reads(array[case when person.role = 'administrator' then 'administrative_items' else 'attention' end], shown);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'name', private.listed_name(listed), 'email', listed.email,
      'birthDate', listed.birth_date, 'phone', customer_phone,
      'timeZone', private.zone_of_patient(listed.id))), '[]')
    from unnest(shown) as asked (id) join private.patient_directory as listed using (id) join public.customers on user_id = id);
end $$;

create or replace function public.team_resend_alarm(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_phone text,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  earlier jsonb;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier := private.earlier_answer(p_request);
  if earlier is not null then
    return earlier;
  end if;
  update public.outbox
  set parked_at = null, attempts = 0, send_after = now(), lease = null, leased_until = null, last_error = null,
    recipient = coalesce(p_phone, recipient)
  where id = (
    select outbox.id from private.attention_alarms as alarm join public.outbox on outbox.key = 'alarm:' || alarm.key
    where sent_at is null and dropped_at is null order by created_at desc limit 1);
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This text was sent in the meantime.');
  end if;
  return private.keep_answer(p_request, jsonb_build_object('resent', true));
end $$;
revoke all on function private.one_line(text) from public;
revoke all on function private.first_words(text) from public;
revoke all on function private.host_away_before() from public;
revoke all on function public.team_resend_alarm(uuid, uuid, text[], text[], text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_resend_alarm(uuid, uuid, text[], text[], text, jsonb) to service_role;
