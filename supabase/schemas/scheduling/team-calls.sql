-- A moment unchanged; for a day, the first moment of the day p_days later.
create function private.moment_of(p_text text, p_days integer, p_zone text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return case when length(p_text) = 10 then private.start_of_day(p_text::date + p_days, p_zone) else p_text::timestamptz end;
end $$;

-- The facts that decide how a call can change: the call, its patient, the hosts of its type around that time, and who may have it. Without
-- an id, the call is a new one.
create function private.call_facts(p_reader public.care_team, p_asked jsonb, p_until timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  is_administrator constant boolean := p_reader.role = 'administrator';
  call public.appointments;
  patient uuid := (p_asked ->> 'patientId')::uuid;
  kind text := p_asked ->> 'appointmentType';
  -- The hosts of a call type would reveal the type, so administrators see everyone in the host's role.
  role_of_host text;
  starts timestamptz;
  ends timestamptz;
begin
  if p_asked ? 'id' then
    select * into call from public.appointments where id = (p_asked ->> 'id')::uuid;
    if not found then
      perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this call.');
    end if;
    patient := call.user_id;
    select slug into kind from public.appointment_types where id = call.appointment_type_id;
  elsif is_administrator and exists (select from public.appointment_types where slug = kind and is_hidden) then
    -- A hidden type is offered only to a patient who has such a call booked, so an answer would reveal that call's type.
    kind := null;
  end if;
  perform private.enter_record(patient, array[case when is_administrator then 'call_times' else 'appointments' end]);
  if call.id is not null then
    perform private.require_changeable(call, (p_asked ->> 'version')::integer);
  end if;
  if is_administrator then
    select role into role_of_host from public.care_team where id = call.host_id;
  end if;
  starts := coalesce((p_asked ->> 'startTime')::timestamptz, call.starts_at);
  ends := coalesce(p_until, starts + interval '1 millisecond');
  return jsonb_build_object(
    'call', (
      select to_jsonb(known) - 'room' || jsonb_build_object('host_left', host.deactivated_at is not null)
      from public.calls as known join public.care_team as host on host.id = known.host_id where known.id = call.id),
    'timeZone', private.known_zone(patient),
    'onlyHosts', private.hosts_allowed(p_reader, patient, ends),
    'facts', public.scheduling_facts(patient, kind, starts, ends, role_of_host)::jsonb);
end $$;

-- `version` is the number of changes that the person has seen. If two people change a call, the second learns what the first one did.
create function private.require_changeable(p_call public.appointments, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_call.status <> 'booked' then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This call has already been canceled.');
  elsif p_call.starts_at <= now() then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This call has already started.');
  elsif p_version <> p_call.sequence then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This call has changed. The calendar shows its new time and host.');
  end if;
end $$;

-- The times that a patient could be offered for a call, for the team member who books or moves it.
create function public.team_slots(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_asked jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  return private.call_facts(reader, p_asked, (p_asked ->> 'searchUntil')::timestamptz);
end $$;
revoke all on function public.team_slots(uuid, uuid, text[], text[], jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_slots(uuid, uuid, text[], text[], jsonb) to service_role;

-- Books, moves, reassigns or cancels a call. Without a row, it returns the facts that the function needs to make one, or the answer that
-- the same request got before. With a row, it makes the change in one transaction with everything that is sent, and checks again who may
-- have the call.
create function public.team_change_call(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_asked jsonb,
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
  perform private.require_record(case when reader.role = 'administrator' then 'call_times' else 'appointments' end,
    (p_appointment ->> 'user_id')::uuid);
  if p_asked ->> 'action' <> 'cancel'
    and not exists (select from public.appointments
      where id = (p_asked ->> 'id')::uuid and host_id = (p_appointment ->> 'host_id')::uuid)
    and (p_appointment ->> 'host_id')::uuid <> all (
      private.hosts_allowed(reader, (p_appointment ->> 'user_id')::uuid, (p_appointment ->> 'starts_at')::timestamptz)) then
    perform private.refuse_team('PT403', 'not_allowed',
      'This patient has another coach. Book the call with that coach or a clinician.');
  end if;
  changed := case p_asked ->> 'action'
    when 'book' then public.book_appointment(p_appointment, p_messages)
    when 'cancel' then public.cancel_appointment(p_appointment, p_messages)
    else public.move_appointment(p_appointment, p_messages) end;
  select * into call from public.appointments where id = coalesce(changed, (p_asked ->> 'id')::uuid);
  if changed is null then
    -- Someone else changed the call after its facts were read.
    perform private.require_changeable(call, -1);
  end if;
  return jsonb_build_object('done', private.keep_answer(p_request, jsonb_build_object('id', call.id, 'startTime', call.starts_at,
    'endTime', call.ends_at, 'status', call.status, 'host', (
      select jsonb_build_object('id', id, 'name', name) from public.care_team where id = call.host_id))));
end $$;
revoke all on function public.team_change_call(uuid, uuid, text[], text[], jsonb, jsonb, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_call(uuid, uuid, text[], text[], jsonb, jsonb, jsonb, jsonb) to service_role;
