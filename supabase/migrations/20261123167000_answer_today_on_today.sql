-- Same as 20261123165100_newest_of_a_kind.sql, plus who needs an answer about their safety check today.
create or replace function private.attention_rows(p_users uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  began constant timestamptz := (select max(at) from private.attention_began);
  newest constant integer := 500;
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
        from (select * from public.outcome_events where user_id = listed.id and withdrawn_at is null
          order by created_at desc limit newest) as told),
      'periods', (
        select coalesce(json_agg(json_build_object('id', id, 'day', day, 'kind', kind)), '[]')
        from (select * from public.periods where user_id = listed.id and body = present.body and withdrawn_at is null
          order by day desc limit newest) as told),
      'bodySince', present.since,
      'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = listed.id),
      'symptoms', coalesce(symptoms.told, '[]'),
      'timers', (
        select coalesce(json_agg(json_build_object('id', id, 'action', action, 'at', floor(extract(epoch from at) * 1000),
          'reportedAt', floor(extract(epoch from reported_at) * 1000))), '[]')
        from (select * from public.treatment_day_timers where user_id = listed.id order by at desc limit newest) as told),
      'applicatorSurveys', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000), 'cycle', cycle_number,
          'usedOn', answers ->> 0, 'capWear', answers ->> 5, 'feedback', answers ->> 6,
          'isBefore', created_at < began)), '[]')
        from (select * from public.survey_responses where user_id = listed.id and survey = 'applicator-use'
          order by created_at desc limit newest) as told),
      'uncertain', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000))), '[]')
        from (select * from public.survey_responses where user_id = listed.id and survey = 'before-treatment'
          order by created_at desc limit newest) as told
        where answers ->> 'response' = 'uncertain' and created_at >= began),
      'safetyChecks', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000), 'cycle', cycle,
          'outcome', outcome, 'isCleared', cleared_at is not null)), '[]')
        -- Others ask for no one, and must not push out one that blocks treatment.
        from (select * from public.safety_checks where user_id = listed.id and outcome <> 'ready' and cleared_at is null
          order by created_at desc limit newest) as told),
      'calls', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from starts_at) * 1000), 'hostId', host_id,
          'endsAt', floor(extract(epoch from ends_at) * 1000), 'outcome', call.outcome, 'hasSignedNote', exists (
            select from private.written_notes as note
            where note.user_id = listed.id and note.signed_at >= call.starts_at and not private.is_withdrawn(note.id)))), '[]')
        from (select * from public.appointments
          where user_id = listed.id and status = 'booked' and coalesce(outcome, 'took-place') = 'took-place' and ends_at >= began
          order by ends_at desc limit newest) as call),
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
            select max(read.place) from public.message_reads as read where read.thread_id = own.thread_id and person_id is null), 0)
          order by own.thread_id, own.place) as unread),
      'concerns', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000),
          'concern', concern)), '[]')
        from unnest(array['urgent', 'self-harm', 'call-me', 'hard-time', 'answer-today']) as asked (concern)
        cross join lateral (
          select id, created_at from public.messages where user_id = listed.id and messages.concern = asked.concern
          order by created_at desc limit newest) as told),
      'lastLogAt', floor(extract(epoch from greatest(
        tests.last_at,
        (select created_at from public.periods where user_id = listed.id and withdrawn_at is null order by created_at desc limit 1),
        (select created_at from public.treatment_day_timers where user_id = listed.id order by created_at desc limit 1),
        (select created_at from public.survey_responses where user_id = listed.id order by created_at desc limit 1))) * 1000))), '[]')
    from unnest(p_users) as asked (id) join private.patient_directory as listed using (id)
    cross join lateral (
      select max(created_at) as last_at,
        (array_agg(taken_zone order by created_at desc) filter (where taken_zone is not null))[1] as zone,
        json_agg(json_build_object('id', id, 'result', result, 'cycle', cycle_number, 'takenOn', taken_on,
          'receivedAt', floor(extract(epoch from created_at) * 1000))) filter (where result_type = 'PREGNANCY') as pregnancy,
        json_agg(json_build_object('id', id, 'result', result, 'takenOn', taken_on,
          'at', floor(extract(epoch from taken_at) * 1000))) filter (where result_type = 'ovulation') as ovulation
      from (
        (select * from public.test_results where user_id = listed.id and result_type = 'PREGNANCY'
          order by created_at desc limit newest)
        union all
        (select * from public.test_results where user_id = listed.id and result_type = 'ovulation'
          order by created_at desc limit newest)) as told) as tests
    cross join lateral (
      select json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000), 'isUrgent', urgent)) as told
      from unnest(array[true, false]) as asked (is_urgent)
      cross join lateral (
        select id, created_at, urgent from public.symptom_reports
        where user_id = listed.id and urgent = asked.is_urgent and created_at >= began
        order by created_at desc limit newest) as reported) as symptoms
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
