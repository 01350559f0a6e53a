CREATE OR REPLACE FUNCTION private.administrative_record(p_patient uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone constant text := private.office_zone();
begin
  return jsonb_build_object('administration', private.administrative_summary(p_patient),
    'identity', private.identity_of(p_patient),
    'mails', (
      with office as (
        select (created_at at time zone zone)::date as day, channel, case when parked_at is not null then 'parked'
          when sent_at is not null then 'sent' when dropped_at is not null then 'dropped' else 'waiting' end as state
        from public.outbox as message where user_id = p_patient and private.is_office_message(message)
        order by created_at desc limit 1000),
      undelivered as (
        select distinct (parked_at at time zone zone)::date as day, channel, 'parked' as state
        from public.outbox as message
        where user_id = p_patient and not private.is_office_message(message)
          and private.is_undelivered_before_today(message, zone))
      select coalesce(jsonb_agg(jsonb_build_object('at', to_char(day, 'YYYY-MM-DD'), 'channel', channel, 'state', state)
        order by day desc, channel, state), '[]')
      from (select * from office union all select * from undelivered) as shown),
    'calls', array(
      select jsonb_build_object('startsAt', starts_at, 'endsAt', ends_at, 'status', status)
      from public.appointments where user_id = p_patient order by starts_at desc limit 1000));
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
end $function$
;

CREATE OR REPLACE FUNCTION public.team_appointment_types(p_user uuid, p_session uuid, p_roles text[], p_reads text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', shown.name) order by shown.name, slug), '[]')
    from public.appointment_types as kind, lateral (select private.type_name_for(person, kind) as name) as shown
    where not kind.is_hidden);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_calendar(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb, p_is_act boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  is_administrator constant boolean := reader.role = 'administrator';
  shown public.care_team;
  first_day date;
  last_day date;
  starts timestamptz;
  ends timestamptz;
begin
  select * into shown from public.care_team where id = coalesce((p_query ->> 'person')::uuid, case
    when not is_administrator then reader.id
    else (select id from public.care_team where role in ('coach', 'clinician') and deactivated_at is null order by name, id limit 1) end);
  if shown.id is null and (not is_administrator or p_query ? 'person') then
    perform private.refuse_team('PT403', 'not_allowed', 'You can’t open this person’s calendar.');
  elsif shown.id is not null then
    perform private.require_calendar(reader, shown.id);
  end if;
  first_day := coalesce((p_query ->> 'from')::date,
    date_trunc('week', now() at time zone coalesce(shown.time_zone, reader.time_zone))::date);
  last_day := coalesce((p_query ->> 'until')::date, first_day + 6);
  starts := private.start_of_day(first_day, coalesce(shown.time_zone, reader.time_zone));
  ends := private.start_of_day(last_day + 1, coalesce(shown.time_zone, reader.time_zone));
  return private.calendar_person(shown, first_day, last_day, starts) || jsonb_build_object(
    'from', to_char(first_day, 'YYYY-MM-DD'),
    'calls', private.calendar_calls(reader, shown.id, starts, ends, false),
    'taken', private.taken_times(shown.id, starts, ends, false),
    'unsettled', private.calendar_calls(reader, shown.id, now(), 'infinity', true),
    'others', private.calendar_others(reader, coalesce(p_query -> 'with', '[]'), first_day, last_day, starts, ends),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'role', person.role,
        'hasLeft', person.deactivated_at is not null) order by person.name, person.id), '[]')
      from public.care_team as person
      where role in ('coach', 'clinician') and (deactivated_at is null or is_administrator and exists (
        select from public.appointments where host_id = person.id and status = 'booked' and starts_at > now()))),
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', named.words) order by named.words, slug), '[]')
      from public.appointment_types as kind, lateral (select private.type_name_for(reader, kind) as words) as named
      where not is_hidden and exists (
        select from public.appointment_type_hosts join public.care_team as host on host.id = host_id
        where appointment_type_id = kind.id and active)),
    'reader', jsonb_build_object('id', reader.id, 'role', reader.role, 'timeZone', reader.time_zone));
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
end $function$
;

CREATE OR REPLACE FUNCTION private.type_name_for(p_reader public.care_team, p_type public.appointment_types)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_reader.role = 'administrator' then coalesce(p_type.neutral_name, p_type.name) else p_type.name end
$function$
;

revoke all on function private.type_name_for(public.care_team,public.appointment_types) from public, anon, authenticated, service_role;
