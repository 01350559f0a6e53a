-- The workspace and the plan count the periods of whoever uses the applicator now, as the patient's own card does.

-- As in 20261119100400_team_reads_in_one_call.sql, with whose body a period is of: the list of what happened keeps all of them.
create or replace function private.record_facts(p_patient uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant uuid := private.present_body(p_patient);
begin
  return (
    select row_to_json(facts) from (
      select
        (select coalesce(json_agg(line), '[]') from (
          select id, result_type as type, result, cycle_number as cycle, taken_at as "takenAt", taken_on as "takenOn",
            created_at as "receivedAt", case when logged_by is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy"
          from public.test_results where user_id = p_patient order by taken_at desc limit 1000) as line) as results,
        (select coalesce(json_agg(line), '[]') from (
          select id, survey, answers, created_at as at
          from public.survey_responses where user_id = p_patient order by created_at desc limit 1000) as line) as surveys,
        (select coalesce(json_agg(line), '[]') from (
          select id, phase_id as phase, cycle_number as cycle, completed_at as at
          from public.completed_phases where user_id = p_patient limit 1000) as line) as phases,
        (select coalesce(json_agg(line), '[]') from (
          select calls.id, calls.name, starts_at as "startsAt", ends_at as "endsAt", status,
            json_build_object('name', host.name, 'role', host.role) as host
          from public.calls join public.care_team as host on host.id = host_id
          where calls.user_id = p_patient order by starts_at desc limit 1000) as line) as calls,
        (select coalesce(json_agg(line), '[]') from (
          select id, how, words, contacted_at as at, json_build_object('name', person_name, 'role', person_role) as who
          from public.patient_contacts where user_id = p_patient order by contacted_at desc limit 1000) as line) as contacts,
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
          select id, signs, strength, since, words, urgent, created_at as at
          from public.symptom_reports where user_id = p_patient order by created_at desc limit 1000) as line) as symptoms,
        (select coalesce(json_agg(line), '[]') from (
          select id, kind, day, created_at as at, coalesce(body = present, false) as "isOfPresentBody"
          from public.periods where user_id = p_patient and withdrawn_at is null order by day desc limit 1000) as line) as periods,
        private.body_since(p_patient) as "bodySince",
        (select coalesce(json_agg(line), '[]') from (
          select id, action, at
          from public.treatment_day_timers where user_id = p_patient order by at desc limit 1000) as line) as timers,
        (select coalesce(json_agg(line), '[]') from (
          select safety_checks.id, cycle, outcome, reasons, safety_checks.created_at as at,
            case when cleared_at is not null then json_build_object('at', cleared_at, 'words', cleared_words, 'who',
              case when person.name is not null then json_build_object('name', person.name, 'role', person.role) end)
            end as cleared
          from public.safety_checks left join public.care_team as person on person.id = cleared_by
          where safety_checks.user_id = p_patient
          order by safety_checks.created_at desc limit 1000) as line) as "safetyChecks"
    ) as facts);
end $$;

-- As in 20261119100500_attention.sql, of the present body.
create or replace function private.attention_rows(p_users uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  began constant timestamptz := (select max(at) from private.attention_began);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', listed.id,
      'coachId', nullif(listed.coach_id, '00000000-0000-0000-0000-000000000000'),
      'timeZone', private.zone_of_patient(listed.id),
      'isInTreatment', listed.stage = 3,
      'treatmentCycle', private.treatment_cycle(listed.id),
      'pregnancyTests', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'result', result, 'cycle', cycle_number, 'takenOn', taken_on,
          'receivedAt', private.in_ms(created_at))), '[]')
        from public.test_results where user_id = listed.id and result_type = 'PREGNANCY'),
      'ovulationTests', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'result', result, 'takenOn', taken_on,
          'at', private.in_ms(taken_at))), '[]')
        from public.test_results where user_id = listed.id and result_type = 'ovulation'),
      'events', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until,
          'resolvedTo', resolved_to, 'byTeam', recorded_by is not null, 'receivedAt', private.in_ms(created_at))), '[]')
        from public.outcome_events where user_id = listed.id and withdrawn_at is null),
      'periods', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'day', day, 'kind', kind)), '[]')
        from public.periods where user_id = listed.id and body = present.body and withdrawn_at is null),
      'bodySince', present.since,
      'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = listed.id),
      'symptoms', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(created_at), 'isUrgent', urgent)), '[]')
        from public.symptom_reports where user_id = listed.id and created_at >= began),
      'timers', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'action', action, 'at', private.in_ms(at))), '[]')
        from public.treatment_day_timers where user_id = listed.id),
      'applicatorSurveys', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(created_at), 'cycle', cycle_number,
          'usedOn', answers ->> 0, 'capWear', answers ->> 5, 'feedback', answers ->> 6,
          'isBefore', created_at < began)), '[]')
        from public.survey_responses where user_id = listed.id and survey = 'applicator-use'),
      'uncertain', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(created_at))), '[]')
        from public.survey_responses where user_id = listed.id and survey = 'before-treatment'
          and answers ->> 'response' = 'uncertain' and created_at >= began),
      'safetyChecks', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(created_at), 'cycle', cycle,
          'outcome', outcome, 'isCleared', cleared_at is not null)), '[]')
        from public.safety_checks where user_id = listed.id),
      'calls', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(starts_at), 'hostId', host_id,
          'endsAt', private.in_ms(ends_at), 'outcome', call.outcome, 'hasSignedNote', exists (
            select from private.written_notes as note
            where note.user_id = listed.id and note.signed_at >= call.starts_at and not private.is_withdrawn(note.id)))), '[]')
        from public.appointments as call
        where user_id = listed.id and status = 'booked' and coalesce(call.outcome, 'took-place') = 'took-place'
          and ends_at >= began),
      'lastLogAt', private.in_ms(greatest(
        (select max(created_at) from public.test_results where user_id = listed.id),
        (select max(created_at) from public.periods where user_id = listed.id and withdrawn_at is null),
        (select max(created_at) from public.treatment_day_timers where user_id = listed.id),
        (select max(created_at) from public.survey_responses where user_id = listed.id))))), '[]')
    from unnest(p_users) as asked (id) join private.patient_directory as listed using (id)
    -- Once for each of them, not for each of their periods.
    cross join lateral (
      select private.present_body(listed.id) as body, private.body_since(listed.id) as since offset 0) as present
    where is_open);
end $$;

-- As in 20261119100100_plan_acts.sql, of the present body.
create or replace function public.own_plan() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'hasAnswered', exists (select from public.onboarding_info where user_id = auth.uid()),
    'callsHeld', (select coalesce(jsonb_agg(distinct slug), '[]') from public.appointments
      join public.appointment_types on appointment_types.id = appointment_type_id
      where user_id = auth.uid() and status = 'booked' and ends_at <= now()),
    'notes', (select coalesce(jsonb_agg(distinct consultation_reference), '[]') from public.consultation_notes
      where user_id = auth.uid() and not private.is_withdrawn(id)),
    'surveyedIn', (select coalesce(jsonb_agg(cycle_number), '[]') from public.survey_responses
      where user_id = auth.uid() and survey = 'applicator-use'),
    'periodOn', (select max(day) from public.periods
      where user_id = auth.uid() and body = private.present_body(auth.uid()) and withdrawn_at is null
        and kind <> 'bleed-with-loss'),
    'takeBack', (select jsonb_build_object('act', act, 'phaseId', phase_id, 'cycle', cycle_number, 'until', until)
      from private.act_to_take_back(auth.uid())))
  where private.has_consented()
$$;

-- Whose body it is changes from when to test.
create trigger look_at_added after insert on public.applicator_agreements referencing new table as changed
  for each statement execute function private.look_at_changed();
create trigger look_at_removed after delete on public.applicator_agreements referencing old table as changed
  for each statement execute function private.look_at_changed();
create trigger look_at_surrogacy after update of surrogacy_changed_at on public.customers
  for each row when (old.surrogacy_changed_at is distinct from new.surrogacy_changed_at)
  execute function private.look_at_patient();
