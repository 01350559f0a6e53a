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

-- As in 20261119100510_team_today.sql; who may be shown is private.may_see_items, asked of the directory for all at once.
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
