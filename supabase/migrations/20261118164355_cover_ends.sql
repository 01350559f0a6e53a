revoke execute on function public.scheduling_facts(uuid,text,timestamp with time zone,timestamp with time zone) from service_role;

drop function private.coaches_seen_by(uuid);

drop function private.has_assignment(uuid,uuid);

drop function private.hosts_under_reason(public.care_team,uuid);

drop function public.scheduling_facts(uuid,text,timestamp with time zone,timestamp with time zone);

CREATE OR REPLACE FUNCTION private.assign_coach(p_patients uuid[], p_coach uuid, p_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    if is_coach and not private.is_assigned(p_by, patient) then
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
end $function$
;

CREATE OR REPLACE FUNCTION private.call_facts(p_reader public.care_team, p_asked jsonb, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_administrator constant boolean := p_reader.role = 'administrator';
  call public.appointments;
  patient uuid := (p_asked ->> 'patientId')::uuid;
  kind text := p_asked ->> 'appointmentType';
  -- Which colleagues take the type of a call would tell an administrator the type: they see everyone in the host's role.
  role_of_host text;
  starts timestamptz;
  ends timestamptz;
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
  if is_administrator then
    select role into role_of_host from public.care_team where id = call.host_id;
  end if;
  starts := coalesce((p_asked ->> 'startTime')::timestamptz, call.starts_at);
  ends := coalesce(p_until, starts + interval '1 millisecond');
  return jsonb_build_object(
    'call', (
      select to_jsonb(known) - 'room' || jsonb_build_object('host_left', host.deactivated_at is not null)
      from public.calls as known join public.care_team as host on host.id = known.host_id where known.id = call.id),
    'timeZone', coalesce(call.time_zone, private.zone_of_patient(patient), 'UTC'),
    'onlyHosts', private.hosts_allowed(p_reader, patient, ends),
    'facts', public.scheduling_facts(patient, kind, starts, ends, role_of_host)::jsonb);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_change_call(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_asked jsonb, p_appointment jsonb DEFAULT NULL::jsonb, p_messages jsonb DEFAULT NULL::jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    -- Somebody was faster since the facts were read.
    perform private.require_changeable(call, -1);
  end if;
  return jsonb_build_object('done', private.keep_answer(p_request, jsonb_build_object('id', call.id, 'startTime', call.starts_at,
    'endTime', call.ends_at, 'status', call.status, 'host', (
      select jsonb_build_object('id', id, 'name', name) from public.care_team where id = call.host_id))));
end $function$
;

CREATE OR REPLACE FUNCTION private.coaches_seen_by(p_coach uuid, p_at timestamp with time zone DEFAULT now())
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    with recursive off as (
      select host_id from public.days_off join public.care_team on care_team.id = host_id
      where day = (p_at at time zone time_zone)::date
    ), away as (
      select host_id, covered_by from public.absences where starts_at <= p_at and ends_at > p_at
    -- `union` adds no line twice, so those who cover each other are an end, too.
    ), covers (host_id, cover_id) as (
      select host_id, covered_by from away
      union
      select covers.host_id, away.covered_by from covers join away on away.host_id = cover_id
    ), present as (
      select covers.host_id, cover_id from covers join public.care_team as cover on cover.id = cover_id
      where role in ('coach', 'clinician') and private.is_member(cover)
        and cover_id not in (select off.host_id from off) and cover_id not in (select away.host_id from away)
    )
    select array[p_coach, '00000000-0000-0000-0000-000000000000'] || array(
      select host_id from off
      union
      select host_id from present where cover_id = p_coach
      union
      select host_id from away where host_id not in (select present.host_id from present)));
end $function$
;

revoke all on function private.coaches_seen_by(uuid,timestamp with time zone) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.has_assignment(p_coach uuid, p_patient uuid, p_at timestamp with time zone DEFAULT now())
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((select coach_id from public.coach_assignments where user_id = p_patient),
    '00000000-0000-0000-0000-000000000000') = any (private.coaches_seen_by(p_coach, p_at));
end $function$
;

revoke all on function private.has_assignment(uuid,uuid,timestamp with time zone) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.hosts_allowed(p_person public.care_team, p_patient uuid, p_at timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_person.role <> 'coach' or private.is_assigned(p_person.id, p_patient) then
    return null;
  end if;
  return array(
    select id from public.care_team as member
    where private.is_member(member) and (role = 'clinician' or role = 'coach' and private.has_assignment(id, p_patient, p_at)));
end $function$
;

revoke all on function private.hosts_allowed(public.care_team,uuid,timestamp with time zone) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_assigned(p_coach uuid, p_patient uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((select coach_id from public.coach_assignments where user_id = p_patient), p_coach) = p_coach;
end $function$
;

revoke all on function private.is_assigned(uuid,uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.scheduling_facts(p_user uuid, p_slug text, p_from timestamp with time zone, p_until timestamp with time zone, p_role text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  first_day constant date := (p_from at time zone 'UTC')::date - 1;
  last_day constant date := (p_until at time zone 'UTC')::date + 1;
  first_weekday constant integer := date_part('isodow', first_day);
begin
  return (
    with host as materialized (
      select care_team.*, row_number() over () - 1 as place
      from public.care_team
      where active and (p_role is null or role = p_role) and exists (
        select from public.appointment_type_hosts join public.appointment_types on appointment_types.id = appointment_type_id
        where host_id = care_team.id and (p_role is not null or slug = p_slug)))
    select json_build_object(
      'patient', (
        select json_build_object('userId', user_id, 'firstName', customer_first_name, 'lastName', customer_last_name,
          'email', customer_email, 'phone', customer_phone, 'wantsTexts', sms_consent,
          'hasConsented', privacy_policy_accepted and data_usage_consent)
        from public.customers
        join public.invitations on invitations.email = customers.customer_email
        where customers.user_id = p_user and invitations.revoked_at is null),
      'coach', (
        select coach_id from public.coach_assignments
        where user_id = p_user and exists (select from public.availability where host_id = coach_id)),
      'calls', (
        select coalesce(array_agg(array[date_part('epoch', starts_at) * 1000, date_part('epoch', ends_at) * 1000]), '{}')
        from public.appointments
        where user_id = p_user and status = 'booked' and ends_at > p_from and starts_at < p_until + interval '4 hours'),
      'type', (
        select json_build_object('id', id, 'name', name, 'interactionType', interaction_type,
          'durationMinutes', duration_minutes, 'bufferMinutes', buffer_minutes,
          'minimumNoticeMinutes', minimum_notice_minutes, 'horizonDays', horizon_days)
        from public.appointment_types where slug = p_slug),
      'hosts', (
        select coalesce(array_agg(array[id::text, name, email, time_zone] order by place), '{}') from host),
      'hours', (
        select coalesce(array_agg(
          array[place::text, weekday::text, left(starts_at::text, 5), left(ends_at::text, 5)]), '{}')
        from host join public.availability on host_id = host.id
        where (weekday - first_weekday + 7) % 7 <= last_day - first_day),
      'daysOff', (
        select coalesce(array_agg(array[place::text, to_char(day, 'YYYY-MM-DD')]), '{}')
        from host join public.days_off on host_id = host.id
        where day between first_day and last_day),
      'absences', (
        select coalesce(array_agg(
          array[place, date_part('epoch', starts_at) * 1000, date_part('epoch', ends_at) * 1000]), '{}')
        from host join public.absences on host_id = host.id
        where ends_at > p_from and starts_at < p_until + interval '4 hours'),
      'busy', (
        select coalesce(array_agg(
          array[place, date_part('epoch', starts_at) * 1000, date_part('epoch', busy_until) * 1000]), '{}')
        from host join public.appointments on host_id = host.id
        where status = 'booked'
          and starts_at > p_from - interval '31 hours' and starts_at < p_until + interval '31 hours')));
end $function$
;

revoke all on function public.scheduling_facts(uuid,text,timestamp with time zone,timestamp with time zone,text) from public, anon, authenticated, service_role;

grant execute on function public.scheduling_facts(uuid,text,timestamp with time zone,timestamp with time zone,text) to service_role;
