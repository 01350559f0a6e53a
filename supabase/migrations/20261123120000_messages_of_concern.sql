-- Messages that the team should not leave for later: words of an urgent sign or of self-harm, as domain/messages reads them when the
-- message arrives, and what the patient asked for with a button.
alter table public.messages
  add column concern text
  constraint concern_of_a_patient check (
    concern is null or sender = 'patient' and concern in ('urgent', 'self-harm', 'call-me', 'hard-time'));
create index messages_of_concern on public.messages (user_id) where concern is not null;

-- Same as 20261120050000_messages_of_an_account_that_goes.sql, plus the concern. An earlier server does not send one.
drop function public.send_message(uuid, uuid, text, text, timestamptz, uuid, uuid[]);
create function public.send_message(p_user uuid, p_thread uuid, p_topic text, p_text text, p_due_at timestamptz,
  p_submission uuid, p_pictures uuid[] default '{}', p_concern text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  thread public.message_threads;
  sent public.messages;
begin
  if not private.in_turn_with_account(p_user) then
    return jsonb_build_object('problem', 'no_access');
  end if;
  select * into sent from public.messages where user_id = p_user and submission_id = p_submission;
  if sent.id is null and cardinality(p_pictures) <> (select count(*) from private.clean_pictures(p_user, p_pictures)) then
    return jsonb_build_object('problem', 'unknown_picture');
  elsif p_thread is null and sent.id is null then
    insert into public.message_threads (user_id, topic) values (p_user, p_topic) on conflict do nothing;
  end if;
  select * into thread from public.message_threads
  where user_id = p_user and case when p_thread is null then topic = p_topic else id = p_thread end;
  if thread.id is null and sent.id is null then
    return jsonb_build_object('problem', 'unknown_thread');
  elsif sent.id is not null and (sent.thread_id is distinct from thread.id or sent.text <> p_text
    or p_pictures <> array(select id from public.message_pictures where message_id = sent.id order by place)) then
    return jsonb_build_object('problem', 'submission_reused');
  elsif sent.id is null then
    insert into public.messages (thread_id, user_id, place, sender, text, due_at, submission_id, concern)
    values (thread.id, p_user, coalesce((select max(place) from public.messages where thread_id = thread.id), 0) + 1, 'patient',
      p_text, case when not exists (select from private.waiting_messages(p_user) where thread_id = thread.id) then p_due_at end,
      p_submission, p_concern)
    returning * into sent;
    insert into public.message_pictures (id, message_id, user_id, place, name, type, bytes)
    select picture.id, sent.id, p_user, picture.place, picture.name, picture.type, picture.bytes
    from private.clean_pictures(p_user, p_pictures) as picture;
  end if;
  return jsonb_build_object('id', sent.id, 'threadId', thread.id,
    'dueAt', (select due_at from private.waiting_messages(p_user) where thread_id = thread.id));
end $$;
revoke all on function public.send_message(uuid, uuid, text, text, timestamptz, uuid, uuid[], text)
  from public, anon, authenticated, service_role;
grant execute on function public.send_message(uuid, uuid, text, text, timestamptz, uuid, uuid[], text) to service_role;

-- Same as 20261123080000_timers_by_report.sql, plus messages of concern.
create or replace function private.attention_rows(p_users uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  began constant timestamptz := (select max(at) from private.attention_began);
begin
  return (
    select coalesce(json_agg(json_build_object(
      'id', listed.id,
      'coachId', nullif(listed.coach_id, '00000000-0000-0000-0000-000000000000'),
      'timeZone', coalesce(tests.zone,
        (select reminder_zone from public.customers where user_id = listed.id),
        (select time_zone from public.appointments where user_id = listed.id order by created_at desc limit 1)),
      'isInTreatment', listed.stage = 3,
      'treatmentCycle', (
        select coalesce(max(cycle_number), 1) from public.completed_phases where user_id = listed.id and stage_number = 3),
      'pregnancyTests', coalesce(tests.pregnancy, '[]'),
      'ovulationTests', coalesce(tests.ovulation, '[]'),
      'events', (
        select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until,
          'resolvedTo', resolved_to, 'byTeam', recorded_by is not null, 'receivedAt', floor(extract(epoch from created_at) * 1000))), '[]')
        from public.outcome_events where user_id = listed.id and withdrawn_at is null),
      'periods', (
        select coalesce(json_agg(json_build_object('id', id, 'day', day, 'kind', kind)), '[]')
        from public.periods where user_id = listed.id and body = present.body and withdrawn_at is null),
      'bodySince', present.since,
      'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = listed.id),
      'symptoms', coalesce(symptoms.told, '[]'),
      'timers', (
        select coalesce(json_agg(json_build_object('id', id, 'action', action, 'at', floor(extract(epoch from at) * 1000),
          'reportedAt', floor(extract(epoch from reported_at) * 1000))), '[]')
        from public.treatment_day_timers where user_id = listed.id),
      'applicatorSurveys', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000), 'cycle', cycle_number,
          'usedOn', answers ->> 0, 'capWear', answers ->> 5, 'feedback', answers ->> 6,
          'isBefore', created_at < began)), '[]')
        from public.survey_responses where user_id = listed.id and survey = 'applicator-use'),
      'uncertain', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000))), '[]')
        from public.survey_responses where user_id = listed.id and survey = 'before-treatment'
          and answers ->> 'response' = 'uncertain' and created_at >= began),
      'safetyChecks', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000), 'cycle', cycle,
          'outcome', outcome, 'isCleared', cleared_at is not null)), '[]')
        from public.safety_checks where user_id = listed.id),
      'calls', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from starts_at) * 1000), 'hostId', host_id,
          'endsAt', floor(extract(epoch from ends_at) * 1000), 'outcome', call.outcome, 'hasSignedNote', exists (
            select from private.written_notes as note
            where note.user_id = listed.id and note.signed_at >= call.starts_at and not private.is_withdrawn(note.id)))), '[]')
        from public.appointments as call
        where user_id = listed.id and status = 'booked' and coalesce(call.outcome, 'took-place') = 'took-place'
          and ends_at >= began),
      'messagesWaiting', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000),
          'dueAt', floor(extract(epoch from due_at) * 1000))), '[]')
        from public.messages as own
        where own.user_id = listed.id and own.due_at is not null and not exists (
          select from public.messages as answer
          where answer.user_id = listed.id and answer.thread_id = own.thread_id and answer.place > own.place and answer.sender = 'team')),
      'messagesUnread', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000))), '[]')
        from (
          select distinct on (own.thread_id) own.id, own.created_at from public.messages as own
          where own.user_id = listed.id and own.sender = 'team' and own.place > coalesce((
            select max(read.place) from public.message_reads as read where read.thread_id = own.thread_id and reader = 'patient'), 0)
          order by own.thread_id, own.place) as unread),
      'concerns', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000),
          'concern', concern)), '[]')
        from public.messages where user_id = listed.id and concern is not null),
      'lastLogAt', floor(extract(epoch from greatest(
        tests.last_at,
        (select max(created_at) from public.periods where user_id = listed.id and withdrawn_at is null),
        (select max(created_at) from public.treatment_day_timers where user_id = listed.id),
        (select max(created_at) from public.survey_responses where user_id = listed.id))) * 1000))), '[]')
    from unnest(p_users) as asked (id) join private.patient_directory as listed using (id)
    cross join lateral (
      select max(created_at) as last_at,
        (array_agg(taken_zone order by created_at desc) filter (where taken_zone is not null))[1] as zone,
        json_agg(json_build_object('id', id, 'result', result, 'cycle', cycle_number, 'takenOn', taken_on,
          'receivedAt', floor(extract(epoch from created_at) * 1000))) filter (where result_type = 'PREGNANCY') as pregnancy,
        json_agg(json_build_object('id', id, 'result', result, 'takenOn', taken_on,
          'at', floor(extract(epoch from taken_at) * 1000))) filter (where result_type = 'ovulation') as ovulation
      from public.test_results where user_id = listed.id) as tests
    left join (
      select user_id, json_agg(json_build_object(
        'id', id, 'at', floor(extract(epoch from created_at) * 1000), 'isUrgent', urgent)) as told
      from public.symptom_reports where user_id = any (p_users) and created_at >= began
      group by user_id) as symptoms on symptoms.user_id = listed.id
    -- Once for each of them, not for each of their periods. Where nobody else was ever named it is the patient's own, always.
    cross join lateral (
      select exists (select from public.applicator_agreements where user_id = listed.id)
        or exists (select from public.customers where user_id = listed.id and surrogacy_changed_at is not null)
        or exists (select from public.onboarding_info where user_id = listed.id and family_set_up like '%surrogate%') as is_told
      offset 0) as other
    cross join lateral (
      select case when other.is_told then private.present_body(listed.id) else listed.id end as body,
        case when other.is_told then private.body_since(listed.id) end as since offset 0) as present
    where is_open)::jsonb;
end $$;

revoke all on all functions in schema private from public;
