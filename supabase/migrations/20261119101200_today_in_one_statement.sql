-- Today for ten thousand patients under treatment: what is asked of each patient is asked in the statement itself. A function called for
-- each row is entered, and one in SQL planned, each time anew, which took more than what it read.

-- As in 20261119101000_periods_of_the_present_body.sql; zone, cycle and moments are private.zone_of_patient, private.treatment_cycle and private.in_ms,
-- and objects are made as json, which takes a tenth of what many small jsonb objects take.
create or replace function private.attention_rows(p_users uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  began constant timestamptz := (select max(at) from private.attention_began);
begin
  return (
    select coalesce(json_agg(json_build_object(
      'id', listed.id,
      'coachId', nullif(listed.coach_id, '00000000-0000-0000-0000-000000000000'),
      'timeZone', coalesce(
        (select taken_zone from public.test_results where user_id = listed.id and taken_zone is not null
          order by created_at desc limit 1),
        (select reminder_zone from public.customers where user_id = listed.id),
        (select time_zone from public.appointments where user_id = listed.id order by created_at desc limit 1)),
      'isInTreatment', listed.stage = 3,
      'treatmentCycle', (
        select coalesce(max(cycle_number), 1) from public.completed_phases where user_id = listed.id and stage_number = 3),
      'pregnancyTests', (
        select coalesce(json_agg(json_build_object('id', id, 'result', result, 'cycle', cycle_number, 'takenOn', taken_on,
          'receivedAt', floor(extract(epoch from created_at) * 1000))), '[]')
        from public.test_results where user_id = listed.id and result_type = 'PREGNANCY'),
      'ovulationTests', (
        select coalesce(json_agg(json_build_object('id', id, 'result', result, 'takenOn', taken_on,
          'at', floor(extract(epoch from taken_at) * 1000))), '[]')
        from public.test_results where user_id = listed.id and result_type = 'ovulation'),
      'events', (
        select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until,
          'resolvedTo', resolved_to, 'byTeam', recorded_by is not null, 'receivedAt', floor(extract(epoch from created_at) * 1000))), '[]')
        from public.outcome_events where user_id = listed.id and withdrawn_at is null),
      'periods', (
        select coalesce(json_agg(json_build_object('id', id, 'day', day, 'kind', kind)), '[]')
        from public.periods where user_id = listed.id and body = present.body and withdrawn_at is null),
      'bodySince', present.since,
      'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = listed.id),
      'symptoms', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000), 'isUrgent', urgent)), '[]')
        from public.symptom_reports where user_id = listed.id and created_at >= began),
      'timers', (
        select coalesce(json_agg(json_build_object('id', id, 'action', action, 'at', floor(extract(epoch from at) * 1000))), '[]')
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
      'lastLogAt', floor(extract(epoch from greatest(
        (select max(created_at) from public.test_results where user_id = listed.id),
        (select max(created_at) from public.periods where user_id = listed.id and withdrawn_at is null),
        (select max(created_at) from public.treatment_day_timers where user_id = listed.id),
        (select max(created_at) from public.survey_responses where user_id = listed.id))) * 1000))), '[]')
    from unnest(p_users) as asked (id) join private.patient_directory as listed using (id)
    -- Once for each of them, not for each of their periods.
    cross join lateral (
      select private.present_body(listed.id) as body, private.body_since(listed.id) as since offset 0) as present
    where is_open)::jsonb;
end $$;

-- As in 20261119100510_team_today.sql; who may be shown is private.may_see_items, which the directory knows of all at once.
create or replace function public.team_show_items(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patients uuid[])
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  coaches constant uuid[] := private.coaches_seen_by(person.id);
  shown constant uuid[] := array(
    select id from private.patient_directory
    where id = any (p_patients) and is_open and (person.role <> 'coach' or coach_id = any (coaches)
      or private.looks_after(person.id, id)
      or exists (select from public.attention_decisions where to_id = person.id and user_id = patient_directory.id)));
begin
  perform private.note_reads(array[case when person.role = 'administrator' then 'administrative_items' else 'attention' end], shown);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'name', listed.name, 'email', listed.email, 'phone', customer_phone,
      'timeZone', coalesce(
        (select taken_zone from public.test_results where user_id = listed.id and taken_zone is not null
          order by created_at desc limit 1),
        (select reminder_zone from public.customers where user_id = listed.id),
        (select time_zone from public.appointments where user_id = listed.id order by created_at desc limit 1)))), '[]')
    from unnest(shown) as asked (id) join private.patient_directory as listed using (id) join public.customers on user_id = id);
end $$;

revoke all on all functions in schema private from public;
