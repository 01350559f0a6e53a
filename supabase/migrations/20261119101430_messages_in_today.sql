-- Messages that wait, and answers that nobody read for days, among what needs somebody of the care team.

create function private.has_message_for_everybody(p_user uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.waiting_messages(p_user) as waiting where private.is_everybodys(waiting))
$$;

do $$
declare
  facts text;
begin
  foreach facts in array '{messages,message_reads}'::text[] loop
    execute format('create trigger look_at_added after insert on public.%1$I referencing new table as changed
      for each statement execute function private.look_at_changed()', facts);
    execute format('create trigger look_at_removed after delete on public.%1$I referencing old table as changed
      for each statement execute function private.look_at_changed()', facts);
  end loop;
end $$;

-- Whose patients somebody finds in their list by right; what private.may_see_items was.
create function private.sees_patient(p_person public.care_team, p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_open_to_team(p_patient) and (p_person.role <> 'coach' or private.looks_after(p_person.id, p_patient)
    or exists (select from public.attention_decisions where to_id = p_person.id and user_id = p_patient));
end $$;

-- And those of a message whose time is half gone: it is shown to every coach, and nothing else of the patient's.
create or replace function private.may_see_items(p_person public.care_team, p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.sees_patient(p_person, p_patient)
    or private.is_open_to_team(p_patient) and private.has_message_for_everybody(p_patient);
end $$;

-- As in 20261119100510_team_today.sql, of patients whom this person sees by right.
create or replace function private.ended_today(p_person public.care_team) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', done.key, 'version', done.version, 'patientId', done.user_id,
      'outcome', done.outcome, 'by', done.person_name, 'at', done.decided_at) order by done.decided_at desc, done.key), '[]')
    from public.attention_decisions as done
    where decision = 'done' and decided_at > now() - interval '1 day'
      and (person_role = 'administrator') = (p_person.role = 'administrator')
      and not exists (select from public.attention_decisions as later where later.key = done.key and later.version > done.version)
      and (user_id is null or private.sees_patient(p_person, user_id)));
end $$;

-- As in 20261119100510_team_today.sql, and those of a message whose time is half gone.
create or replace function private.patients_to_look_at(p_person public.care_team) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  coaches constant uuid[] := private.coaches_seen_by(p_person.id);
begin
  if p_person.role = 'clinician' then
    return array(
      select user_id from private.attention_looks join private.patient_directory as listed on listed.id = user_id
      where look_at <= now() and is_open);
  end if;
  return array(
    select user_id from private.attention_looks join private.patient_directory as listed on listed.id = user_id
    where look_at <= now() and is_open and (coach_id = any (coaches)
      or user_id in (select user_id from public.attention_decisions where to_id = p_person.id)
      or private.has_message_for_everybody(user_id)
      or user_id in (
        select user_id from public.appointments where host_id = p_person.id and status = 'booked' and ends_at > now() - interval '30 days')));
end $$;

-- As in 20261119100510_team_today.sql, and of messages.
create or replace function private.patient_of_fact(p_key text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  named constant text := split_part(p_key, ':', 2);
  fact uuid;
begin
  if named !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return null;
  end if;
  fact := named;
  return coalesce(
    (select user_id from public.test_results where id = fact),
    (select user_id from public.outcome_events where id = fact),
    (select user_id from public.symptom_reports where id = fact),
    (select user_id from public.survey_responses where id = fact),
    (select user_id from public.safety_checks where id = fact),
    (select user_id from public.treatment_day_timers where id = fact),
    (select user_id from public.periods where id = fact),
    (select user_id from public.appointments where id = fact),
    (select user_id from public.messages where id = fact),
    (select user_id from public.outbox where id = fact),
    (select user_id from public.customers where user_id = fact));
end $$;

-- As in 20261119100500_attention.sql, with messages.
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
        from public.periods where user_id = listed.id and withdrawn_at is null),
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
      'messagesWaiting', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(created_at), 'dueAt', private.in_ms(due_at))), '[]')
        from private.waiting_messages(listed.id)),
      'messagesUnread', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(created_at))), '[]')
        from private.unread_messages(listed.id)),
      'lastLogAt', private.in_ms(greatest(
        (select max(created_at) from public.test_results where user_id = listed.id),
        (select max(created_at) from public.periods where user_id = listed.id and withdrawn_at is null),
        (select max(created_at) from public.treatment_day_timers where user_id = listed.id),
        (select max(created_at) from public.survey_responses where user_id = listed.id))))), '[]')
    from unnest(p_users) as asked (id) join private.patient_directory as listed using (id)
    where is_open);
end $$;

revoke all on all functions in schema private from public;
