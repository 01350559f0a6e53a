-- Whether a person may see items of a patient: as private.sees_patient says, or because an item was handed off to them, or a message is
-- theirs, or every coach's because its reply time is half over. None of these shows anything else about the patient.
create function private.may_see_items(p_person public.care_team, p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.sees_patient(p_person, p_patient)
    or private.is_open_to_team(p_patient) and (private.has_message_for(p_person.id, p_patient)
      or exists (select from private.hand_offs where to_id = p_person.id and user_id = p_patient));
end $$;

-- Those with an item whom private.may_see_items shows, found for all patients in one query; supabase/tests/handed-off.test.ts compares the two.
create function private.patients_to_look_at(p_person public.care_team) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  coaches constant uuid[] := private.coaches_covered_by(p_person.id);
begin
  if p_person.role = 'clinician' then
    return array(
      select user_id from private.attention_looks join private.patient_directory as listed on listed.id = user_id
      where look_at <= now() and is_open);
  end if;
  return array(
    select user_id from private.attention_looks join private.patient_directory as listed on listed.id = user_id
    where look_at <= now() and is_open and (coach_id = any (coaches)
      or user_id in (select handed.user_id from private.hand_offs as handed where to_id = p_person.id)
      or private.has_message_for(p_person.id, user_id)
      or user_id in (
        select followed.user_id from private.open_follow_ups as followed where to_id = p_person.id and person_id <> to_id)
      or user_id in (select hosted.user_id from private.patients_of_hosts as hosted where host_id = p_person.id)));
end $$;

-- The patient a fact is about; null for a fact about no patient or one that was undone.
create function private.patient_of_fact(p_key text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare
  named constant text := split_part(p_key, ':', 2);
  fact uuid;
begin
  if named !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return null;
  end if;
  fact := named::uuid;
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
    (select user_id from public.follow_ups where id = fact),
    (select user_id from public.outbox where id = fact),
    (select user_id from public.customers where user_id = fact));
end $$;

-- The facts that itemsOf in domain/worklist needs for this person; with a key, of that item's patient only.
create function private.today_facts(p_person public.care_team, p_key text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  administrative jsonb := '[]'::jsonb;
  ids uuid[] := '{}'::uuid[];
  coaches constant uuid[] := private.coaches_covered_by(p_person.id);
  patient uuid;
begin
  if p_person.role = 'administrator' then
    administrative := private.administrative_rows();
    ids := array(select (line ->> 'id')::uuid from jsonb_array_elements(administrative) as line);
  elsif p_key is null then
    ids := private.patients_to_look_at(p_person);
  else
    patient := private.patient_of_fact(p_key);
    ids := case when patient is not null and private.may_see_items(p_person, patient) then array[patient] else '{}' end;
  end if;
  return jsonb_build_object(
    'patients', case when p_person.role = 'administrator' then '[]' else private.attention_rows(ids) end,
    'administrative', administrative,
    'clinic', case when p_person.role = 'administrator' then private.clinic_rows() end,
    'calendarFailing', (
      select jsonb_build_object('id', person_id || ':' || private.epoch_ms(failing_since), 'at', private.epoch_ms(failing_since),
        'ownerId', person_id)
      from private.busy_calendars where person_id = p_person.id and failing_since is not null),
    'decisions', private.last_decisions(ids),
    'own', case when p_person.role = 'coach' then (
      select coalesce(jsonb_agg(id), '[]') from private.patient_directory where id = any (ids) and coach_id = any (coaches)) end);
end $$;

-- The day's calls in the person's own zone: their own, or for administrators everyone's, without the call type.
create function private.calls_today(p_person public.care_team) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  midnight constant timestamp := date_trunc('day', now() at time zone p_person.time_zone);
  is_administrator constant boolean := p_person.role = 'administrator';
  found jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', own.id, 'patient', jsonb_build_object('id', listed.id, 'name', private.listed_name(listed)),
      'kind', case when is_administrator then 'Call' else kind.name end,
      'host', jsonb_build_object('id', host.id, 'name', host.name), 'startsAt', own.starts_at, 'endsAt', own.ends_at,
      'outcome', case when is_administrator then null else own.outcome end,
      'isHost', host.id = p_person.id, 'sequence', own.sequence, 'interactionType', kind.interaction_type,
      'room', case when host.id = p_person.id and private.is_call_open(own) then own.room end)
      order by own.starts_at, own.id), '[]') into found
  from public.appointments as own
  join public.appointment_types as kind on kind.id = own.appointment_type_id
  join public.care_team as host on host.id = own.host_id
  join private.patient_directory as listed on listed.id = own.user_id
  where own.status = 'booked' and own.starts_at >= midnight at time zone p_person.time_zone
    and own.starts_at < (midnight + interval '1 day') at time zone p_person.time_zone
    and (is_administrator or own.host_id = p_person.id) and listed.is_open;
  perform private.audit_reads(array[case when is_administrator then 'call_times' else 'appointments' end],
    array(select distinct (line -> 'patient' ->> 'id')::uuid from jsonb_array_elements(found) as line));
  return found;
end $$;

-- Items that ended in the last day, of patients whom this person sees without a reason.
create function private.ended_today(p_person public.care_team) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', done.key, 'version', done.version, 'patientId', done.user_id,
      'outcome', done.outcome, 'words', done.words, 'by', done.person_name, 'at', done.decided_at) order by done.decided_at desc, done.key), '[]')
    from public.attention_decisions as done
    where decision = 'done' and decided_at > private.undone_since()
      and (person_role = 'administrator') = (p_person.role = 'administrator')
      and not exists (select from public.attention_decisions as later where later.key = done.key and later.version > done.version)
      and (user_id is null or private.sees_patient(p_person, user_id)));
end $$;

-- A colleague who is away is not on duty.
create function public.team_today(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_key text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  if p_key is not null then
    return private.today_facts(person, p_key);
  end if;
  return private.today_facts(person, null) || jsonb_build_object(
    'calls', private.calls_today(person),
    'ended', private.ended_today(person),
    'onDuty', (
      select coalesce(jsonb_agg(name order by name), '[]') from public.care_team as member
      where role in ('coach', 'clinician') and private.is_member(member)
        and not exists (select from public.days_off where host_id = member.id and day = (now() at time zone time_zone)::date)
        and not exists (select from public.absences where host_id = member.id and starts_at <= now() and ends_at > now())
        and (not exists (select from public.availability where host_id = member.id)
          or exists (select from public.availability
            where host_id = member.id and weekday = date_part('isodow', now() at time zone time_zone)))),
    'colleagues', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'role', role) order by name, id), '[]')
      from public.care_team as member where private.is_member(member) and id <> person.id),
    'proposals', case when person.role = 'clinician' then (
      select coalesce(jsonb_agg(jsonb_build_object('id', proposed.id, 'name', proposed.name, 'role', proposed.proposed_role,
        'by', proposer.name, 'at', proposed.proposed_at) order by proposed.name, proposed.id), '[]')
      from public.care_team as proposed left join public.care_team as proposer on proposer.id = proposed.proposed_by
      where proposed.proposed_role is not null and proposed.deactivated_at is null and proposed.id <> person.id) else '[]' end);
end $$;
revoke all on function public.team_today(uuid, uuid, text[], text[], text) from public, anon, authenticated, service_role;
grant execute on function public.team_today(uuid, uuid, text[], text[], text) to service_role;

-- The names of the patients whose items are shown, with a log line for each. private.may_see_items decides who may be shown.
create function public.team_item_patients(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patients uuid[])
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
revoke all on function public.team_item_patients(uuid, uuid, text[], text[], uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.team_item_patients(uuid, uuid, text[], text[], uuid[]) to service_role;
