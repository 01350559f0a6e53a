-- PL/pgSQL, because its calls are faster than those of SQL functions.
create function private.epoch_ms(p_moment timestamptz) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return floor(extract(epoch from p_moment) * 1000);
end $$;

create function private.one_line(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(trim(p_text), '\s+', ' ', 'g');
end $$;
revoke all on function private.one_line(text) from public;

-- What Today shows of a text.
create function private.first_words(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return left(private.one_line(p_text), 120);
end $$;
revoke all on function private.first_words(text) from public;

-- Whether a call's note is signed: by its host, or a colleague who got or took its item, before that author's next call with the patient.
create function private.has_note(p_call public.appointments) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.written_notes as note
    where note.user_id = p_call.user_id and note.signed_at >= p_call.starts_at and not private.is_withdrawn(note.id)
      and (note.author_id = p_call.host_id or exists (
        select from public.attention_decisions
        where key = 'note-not-signed:' || p_call.id
          and (to_id = note.author_id or decision = 'take' and person_id = note.author_id)))
      and not exists (
        select from public.appointments as next
        where next.user_id = p_call.user_id and next.host_id = note.author_id and next.status = 'booked'
          and coalesce(next.outcome, 'took-place') = 'took-place'
          and next.starts_at > p_call.starts_at and next.starts_at <= note.signed_at));
end $$;
revoke all on function private.has_note(public.appointments) from public;

-- The facts about these patients for the rules of domain/worklist. It reads the newest 500 of each kind by an index, so that one
-- patient's entries never slow down everyone's Today.
create function private.attention_rows(p_users uuid[]) returns jsonb
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
