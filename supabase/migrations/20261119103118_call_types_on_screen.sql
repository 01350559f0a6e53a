alter table public.appointment_types
  add column is_hidden boolean not null default false,
  add column version integer not null default 1,
  add constraint linked_types_are_offered check (not is_hidden or slug not in ('initial-consultation', 'meet-your-clinical-coach',
    'clinical-coach-support-call', 'post-treatment-review', 'safety-call'));

CREATE OR REPLACE FUNCTION private.is_offered(p_type public.appointment_types, p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return not p_type.is_hidden or exists (
    select from public.appointments
    where user_id = p_user and appointment_type_id = p_type.id and status = 'booked' and ends_at > now());
end $function$
;

CREATE OR REPLACE FUNCTION public.book_appointment(p_appointment jsonb, p_messages jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked public.appointments := jsonb_populate_record(null::public.appointments, p_appointment);
  booked public.appointments;
begin
  -- Two bookings that met only at the exclusion constraint could wait for each other until one fails as a deadlock. These
  -- locks make them queue: for the host first, then for the patient, always in this order.
  perform from public.care_team where id = asked.host_id for no key update;
  perform from public.customers where user_id = asked.user_id for no key update;
  -- A retry of a booking whose answer was lost gets the same answer and books nothing.
  select * into booked from public.appointments
  where user_id = asked.user_id and submission_id = asked.submission_id
    and appointment_type_id = asked.appointment_type_id and starts_at = asked.starts_at;
  if found then
    return booked.id;
  end if;
  if exists (select from public.appointment_types where id = asked.appointment_type_id and is_hidden) then
    raise exception using errcode = 'PT404', message = 'unknown_appointment_type';
  end if;
  perform private.require_present(asked.host_id, asked.starts_at, asked.ends_at);
  -- At most ten at once, because each is time that other patients cannot book. The lock on the patient's row keeps two
  -- bookings from both being the tenth.
  if (select count(*) from public.appointments
      where user_id = asked.user_id and status = 'booked' and ends_at > now()) >= 10 then
    raise exception using errcode = 'PT409', message = 'too_many_calls';
  end if;
  insert into public.appointments
    (id, user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, time_zone, submission_id)
  values (asked.id, asked.user_id, asked.host_id, asked.appointment_type_id, asked.starts_at, asked.ends_at,
    asked.busy_until, coalesce(asked.time_zone, private.known_zone(asked.user_id)), asked.submission_id)
  returning * into booked;
  perform private.add_messages(booked, p_messages);
  return booked.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.call_host(p_user uuid, p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with host as (
    select care_team.id, care_team.name, role, exists (
      select from public.coach_assignments where user_id = p_user and coach_id = care_team.id) as is_own
    from public.appointment_types
    join public.appointment_type_hosts on appointment_type_id = appointment_types.id
    join public.care_team on care_team.id = host_id
    where slug = p_slug and active and exists (select from public.availability where availability.host_id = care_team.id))
  select jsonb_build_object(
    'isOffered', exists (
      select from public.appointment_types where slug = p_slug and private.is_offered(appointment_types, p_user)),
    'name', coalesce(min(name) filter (where is_own), case when count(*) = 1 then min(name) end),
    'others', bool_or(is_own) and count(*) > 1,
    -- A coach's call, and the patient's own coach takes none.
    'ownCoach', case when bool_or(role = 'coach') and not bool_or(is_own) then (
      select own.name from public.coach_assignments join public.care_team as own on own.id = coach_id
      where coach_assignments.user_id = p_user and own.deactivated_at is null) end)
  from host
$function$
;

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
        from public.appointment_types where slug = p_slug and private.is_offered(appointment_types, p_user)),
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
    from public.appointment_types as kind, lateral (
      select case when person.role = 'administrator' then coalesce(kind.neutral_name, kind.name) else kind.name end as name) as shown
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
    'unsettled', private.calendar_calls(reader, shown.id, now(), 'infinity', true),
    'others', private.calendar_others(reader, coalesce(p_query -> 'with', '[]'), first_day, last_day, starts, ends),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', person.name, 'role', person.role,
        'hasLeft', person.deactivated_at is not null) order by person.name, person.id), '[]')
      from public.care_team as person
      where role in ('coach', 'clinician') and (deactivated_at is null or is_administrator and exists (
        select from public.appointments where host_id = person.id and status = 'booked' and starts_at > now()))),
    'kinds', case when is_administrator then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name) order by name, slug), '[]')
      from public.appointment_types
      where not is_hidden and exists (
        select from public.appointment_type_hosts join public.care_team as host on host.id = host_id
        where appointment_type_id = appointment_types.id and active)) end,
    'reader', jsonb_build_object('id', reader.id, 'role', reader.role, 'timeZone', reader.time_zone));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_people(p_user uuid, p_session uuid, p_roles text[], p_reads text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', name, 'email', email, 'role', role,
      'timeZone', time_zone, 'takesCalls', active, 'hosts', (
        select coalesce(jsonb_agg(slug order by slug), '[]') from public.appointment_type_hosts
        join public.appointment_types on appointment_types.id = appointment_type_id where host_id = person.id and not is_hidden),
      'invitedAt', invited_at, 'joinedAt', joined_at, 'deactivatedAt', deactivated_at, 'proposedRole', proposed_role,
      'hasFactor', factor_id is not null) order by deactivated_at is not null, name, email), '[]')
    from public.care_team as person);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_set_hosts(p_by uuid, p_person uuid, p_kinds text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.care_team;
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', p_person);
  person := private.team_member(p_person);
  if p_by is not null and not (private.is_member(person) and person.role in ('coach', 'clinician')) then
    perform private.refuse_team('PT409', 'not_a_host',
      'Only coaches and clinicians who finished setup and whose role a clinician agreed to can take calls.');
  elsif exists (select from unnest(p_kinds) as kind where kind not in (select slug from public.appointment_types)) then
    perform private.refuse_team('PT422', 'unknown_appointment_type', 'We can’t find this call type.');
  end if;
  -- Hidden types are not in the list that was sent, and keep their hosts.
  delete from public.appointment_type_hosts where host_id = p_person
    and appointment_type_id in (select id from public.appointment_types where not is_hidden);
  insert into public.appointment_type_hosts (appointment_type_id, host_id)
  select id, p_person from public.appointment_types where slug = any (p_kinds)
  on conflict do nothing;
  perform private.add_audit_line('update', 'team_hosts', p_person, p_by);
end $function$
;

CREATE OR REPLACE FUNCTION private.add_type(p_type jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  free_slug text := p_type ->> 'slug';
  added uuid;
begin
  for number in 2..1000 loop
    exit when not exists (select from public.appointment_types where slug = free_slug);
    free_slug := left(p_type ->> 'slug', 55) || '-' || number;
  end loop;
  insert into public.appointment_types (slug, name, neutral_name, description, duration_minutes, buffer_minutes,
    minimum_notice_minutes, horizon_days, interaction_type)
  values (free_slug, p_type ->> 'name', nullif(p_type ->> 'neutralName', ''), p_type ->> 'description',
    (p_type ->> 'minutes')::integer, (p_type ->> 'buffer')::integer, (p_type ->> 'notice')::integer,
    (p_type ->> 'horizon')::integer, p_type ->> 'interaction')
  returning id into added;
  return added;
end $function$
;

revoke all on function private.add_type(jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.edited_types()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'types', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'name', name, 'neutralName', coalesce(neutral_name, ''),
        'description', description, 'minutes', duration_minutes, 'buffer', buffer_minutes, 'notice', minimum_notice_minutes,
        'horizon', horizon_days, 'interaction', interaction_type, 'isHidden', is_hidden, 'version', version,
        'hosts', private.hosts_of(id)) order by is_hidden, lower(name), slug), '[]')
      from public.appointment_types),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'role', role) order by name, id), '[]')
      from public.care_team as person
      where role in ('coach', 'clinician') and deactivated_at is null
        and (private.is_member(person) or exists (select from public.appointment_type_hosts where host_id = person.id))));
end $function$
;

revoke all on function private.edited_types() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.hosts_of(p_type uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(host_id order by host_id), '[]') from public.appointment_type_hosts where appointment_type_id = p_type);
end $function$
;

revoke all on function private.hosts_of(uuid) from public, anon, authenticated, service_role;

revoke all on function private.is_offered(public.appointment_types,uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.set_type_hosts(p_type uuid, p_hosts jsonb, p_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed uuid;
begin
  for changed in
    select coalesce(wanted.id, kept.host_id)
    from (select id::uuid from jsonb_array_elements_text(p_hosts) as id) as wanted
    full join (select host_id from public.appointment_type_hosts where appointment_type_id = p_type) as kept on kept.host_id = wanted.id
    where wanted.id is null or kept.host_id is null order by 1
  loop
    delete from public.appointment_type_hosts where appointment_type_id = p_type and host_id = changed;
    if not found then
      if not exists (
        select from public.care_team as person
        where id = changed and private.is_member(person) and role in ('coach', 'clinician')) then
        perform private.refuse_team('PT409', 'not_a_host',
          'Only coaches and clinicians who finished setup and whose role a clinician agreed to can take calls.');
      end if;
      insert into public.appointment_type_hosts (appointment_type_id, host_id) values (p_type, changed);
    end if;
    perform private.add_audit_line('update', 'team_hosts', changed, p_by);
  end loop;
end $function$
;

revoke all on function private.set_type_hosts(uuid,jsonb,uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_change_type(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_act jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  action constant text := p_act ->> 'action';
  changed public.appointment_types;
  missing jsonb;
  max_types constant integer := 100;
begin
  if earlier is not null then
    return earlier;
  end if;
  perform private.lock_care_team();
  lock table public.appointment_types in share row exclusive mode;
  if action in ('add', 'add-standard') and (select count(*) from public.appointment_types) >= max_types then
    perform private.refuse_team('PT400', 'invalid_input', 'name: A clinic has at most 100 call types');
  elsif action = 'add' then
    perform private.set_type_hosts(private.add_type(p_act), p_act -> 'hosts', person.id);
  elsif action = 'add-standard' then
    for missing in
      select type from jsonb_array_elements(p_act -> 'types') as type
      where not exists (select from public.appointment_types where slug = type ->> 'slug')
    loop
      perform private.add_type(missing);
    end loop;
  else
    select * into changed from public.appointment_types
    where id = (p_act ->> 'id')::uuid and version = (p_act ->> 'version')::integer;
    if not found or action = 'save' and private.hosts_of(changed.id) <> p_act -> 'before' then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'A colleague changed this call type. Open it again.');
    elsif action = 'save' then
      update public.appointment_types set name = p_act ->> 'name', neutral_name = nullif(p_act ->> 'neutralName', ''),
        description = p_act ->> 'description', duration_minutes = (p_act ->> 'minutes')::integer,
        buffer_minutes = (p_act ->> 'buffer')::integer, minimum_notice_minutes = (p_act ->> 'notice')::integer,
        horizon_days = (p_act ->> 'horizon')::integer, interaction_type = p_act ->> 'interaction', version = version + 1
      where id = changed.id;
      perform private.set_type_hosts(changed.id, p_act -> 'hosts', person.id);
    else
      begin
        update public.appointment_types set is_hidden = action = 'hide', version = version + 1 where id = changed.id;
      exception when check_violation then
        perform private.refuse_team('PT409', 'linked_appointment_type', 'The portal leads patients to this call type, so it can’t be hidden.');
      end;
    end if;
  end if;
  perform private.publish_to_team();
  perform private.add_audit_line(
    case when action in ('add', 'add-standard') then 'insert' else 'update' end, 'team_appointment_type', person.id, person.id);
  return private.keep_answer(p_request, private.edited_types());
end $function$
;

revoke all on function public.team_change_type(uuid,uuid,text[],text[],jsonb,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_edited_types(p_user uuid, p_session uuid, p_roles text[], p_reads text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return private.edited_types();
end $function$
;

revoke all on function public.team_edited_types(uuid,uuid,text[],text[]) from public, anon, authenticated, service_role;

grant execute on function public.team_change_type(uuid,uuid,text[],text[],jsonb,jsonb) to service_role;

grant execute on function public.team_edited_types(uuid,uuid,text[],text[]) to service_role;
