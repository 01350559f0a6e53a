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

-- As in 20261119101200_today_in_one_statement.sql, with messages.
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
      'messagesWaiting', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000),
          'dueAt', floor(extract(epoch from due_at) * 1000))), '[]')
        from private.waiting_messages(listed.id)),
      'messagesUnread', (
        select coalesce(json_agg(json_build_object('id', id, 'at', floor(extract(epoch from created_at) * 1000))), '[]')
        from private.unread_messages(listed.id)),
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

-- As in 20261119101200_today_in_one_statement.sql, and those of a message whose time is half gone.
create or replace function public.team_show_items(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patients uuid[])
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  coaches constant uuid[] := private.coaches_seen_by(person.id);
  shown constant uuid[] := array(
    select id from private.patient_directory
    where id = any (p_patients) and is_open and (person.role <> 'coach' or coach_id = any (coaches)
      or private.looks_after(person.id, id)
      or exists (select from public.attention_decisions where to_id = person.id and user_id = patient_directory.id)
      or private.has_message_for_everybody(id)));
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
