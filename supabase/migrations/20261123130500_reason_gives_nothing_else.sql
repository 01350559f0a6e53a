-- A reason opens a record for four hours and gives nothing else: what is booked or given under it goes to those who are responsible
-- for the patient, so that nobody makes a patient theirs by it. A call does not make a patient anybody's to assign either.

-- The patient is this coach's, nobody's, or of somebody who is away.
create function private.has_assignment(p_coach uuid, p_patient uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select coach_id from public.coach_assignments where user_id = p_patient),
    '00000000-0000-0000-0000-000000000000') = any (private.coaches_seen_by(p_coach))
$$;

-- Whom a call may go to where a reason alone opened the record; null where that is not so.
create function private.hosts_under_reason(p_person public.care_team, p_patient uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_person.role <> 'coach' or private.looks_after(p_person.id, p_patient) then
    return null;
  end if;
  return array(
    select id from public.care_team as member
    where id <> p_person.id and private.is_member(member)
      and (role = 'clinician' or role = 'coach' and private.has_assignment(id, p_patient)));
end $$;

-- As in 20261118100500_team_probes.sql, by the assignment alone.
create or replace function private.assign_coach(p_patients uuid[], p_coach uuid, p_by uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_coach constant boolean := (private.named_person()).role = 'coach';
  patient uuid;
begin
  if p_coach is not null then
    perform from public.care_team as coach where id = p_coach and role = 'coach' and private.is_member(coach) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no coach any more.');
    end if;
  end if;
  -- In one order, so that two who assign the same patients wait for each other.
  for patient in select distinct unnest(p_patients) order by 1 loop
    perform private.require_record('coach_assignments', patient);
    if is_coach and not private.has_assignment(p_by, patient) then
      perform private.refuse_team('PT403', 'not_allowed', 'Another coach looks after this patient. Please ask them, or a clinician.');
    end if;
    if p_coach is null then
      delete from public.coach_assignments where user_id = patient;
    else
      insert into public.coach_assignments as assigned (user_id, coach_id, assigned_by) values (patient, p_coach, p_by)
      on conflict (user_id) do update set coach_id = excluded.coach_id, assigned_by = excluded.assigned_by, assigned_at = now()
      where assigned.coach_id <> excluded.coach_id;
    end if;
  end loop;
end $$;

-- As in 20261119101310_team_calendar.sql, with whom it may go to.
create or replace function private.call_facts(p_reader public.care_team, p_asked jsonb, p_until timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  is_administrator constant boolean := p_reader.role = 'administrator';
  call public.appointments;
  patient uuid := p_asked ->> 'patientId';
  kind text := p_asked ->> 'appointmentType';
  starts timestamptz;
begin
  if p_asked ? 'id' then
    select * into call from public.appointments where id = (p_asked ->> 'id')::uuid;
    if not found then
      perform private.refuse_team('PT403', 'not_allowed', 'There is no such call.');
    end if;
    patient := call.user_id;
    select slug into kind from public.appointment_types where id = call.appointment_type_id;
  elsif is_administrator then
    -- Whoever chooses a kind of call for somebody knows it.
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  perform private.enter_record(patient, array[case when is_administrator then 'call_times' else 'appointments' end]);
  if call.id is not null then
    perform private.require_changeable(call, (p_asked ->> 'version')::integer);
  end if;
  starts := coalesce((p_asked ->> 'startTime')::timestamptz, call.starts_at);
  return jsonb_build_object(
    'call', (
      select to_jsonb(known) - 'room' || jsonb_build_object('host_left', host.deactivated_at is not null)
      from public.calls as known join public.care_team as host on host.id = known.host_id where known.id = call.id),
    'timeZone', coalesce(call.time_zone, private.zone_of_patient(patient), 'UTC'),
    'onlyHosts', private.hosts_under_reason(p_reader, patient),
    'facts', public.scheduling_facts(patient, kind, starts, coalesce(p_until, starts + interval '1 millisecond'))::jsonb);
end $$;

-- As in 20261119101310_team_calendar.sql; who may have it is looked at again where it is written.
create or replace function public.team_change_call(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_asked jsonb,
  p_appointment jsonb default null, p_messages jsonb default null, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  changed uuid;
  call public.appointments;
begin
  if earlier is not null then
    return jsonb_build_object('done', earlier);
  end if;
  if p_appointment is null then
    return private.call_facts(reader, p_asked, null);
  end if;
  perform private.require_record(case when reader.role = 'administrator' and p_asked ? 'id' then 'call_times' else 'appointments' end,
    (p_appointment ->> 'user_id')::uuid);
  if p_asked ->> 'action' <> 'cancel'
    and not exists (select from public.appointments
      where id = (p_asked ->> 'id')::uuid and host_id = (p_appointment ->> 'host_id')::uuid)
    and (p_appointment ->> 'host_id')::uuid <> all (
      private.hosts_under_reason(reader, (p_appointment ->> 'user_id')::uuid)) then
    perform private.refuse_team('PT403', 'not_allowed',
      'You opened this record with a reason. The call has to go to the patient’s own coach or a clinician.');
  end if;
  changed := case p_asked ->> 'action'
    when 'book' then public.book_appointment(p_appointment, p_messages)
    when 'cancel' then public.cancel_appointment(p_appointment, p_messages)
    else public.move_appointment(p_appointment, p_messages) end;
  select * into call from public.appointments where id = coalesce(changed, (p_asked ->> 'id')::uuid);
  if changed is null then
    -- Somebody was faster since the facts were read.
    perform private.require_changeable(call, -1);
  end if;
  return jsonb_build_object('done', private.keep_answer(p_request, jsonb_build_object('id', call.id, 'startTime', call.starts_at,
    'endTime', call.ends_at, 'status', call.status, 'host', (
      select jsonb_build_object('id', id, 'name', name) from public.care_team where id = call.host_id))));
end $$;

revoke all on function private.has_assignment(uuid, uuid), private.hosts_under_reason(public.care_team, uuid) from public;
