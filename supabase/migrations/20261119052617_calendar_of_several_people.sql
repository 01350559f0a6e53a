CREATE OR REPLACE FUNCTION private.calendar_calls(p_reader public.care_team, p_host uuid, p_from timestamp with time zone, p_until timestamp with time zone, p_unsettled boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_administrator constant boolean := p_reader.role = 'administrator';
  found jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', call.id, 'version', call.sequence,
      'patient', jsonb_build_object('id', listed.id, 'name', private.listed_name(listed)),
      'kind', case when is_administrator then 'Call' else kind.name end,
      'host', jsonb_build_object('id', host.id, 'name', host.name), 'startsAt', call.starts_at,
      'endsAt', call.ends_at,
      'outcome', case when is_administrator then null else call.outcome end,
      'unsettled', call.starts_at > now() and (away.is or host.deactivated_at is not null),
      'mayChange', call.starts_at > now(),
      'mayTell', host.id = p_reader.id and call.starts_at <= now()
        and coalesce(call.outcome_at > private.undone_since(), true)) order by call.starts_at, call.id), '[]') into found
  from public.appointments as call
  join public.appointment_types as kind on kind.id = call.appointment_type_id
  join public.care_team as host on host.id = call.host_id
  join private.patient_directory as listed on listed.id = call.user_id
  cross join lateral (
    select exists (
      select from public.absences
      where absences.host_id = host.id and absences.starts_at < call.ends_at and absences.ends_at > call.starts_at) as is) as away
  where call.status = 'booked' and call.host_id = p_host and call.ends_at > p_from and call.starts_at < p_until
    and listed.is_open and (not p_unsettled or call.starts_at > now() and (away.is or host.deactivated_at is not null));
  perform private.audit_reads(array[case when is_administrator then 'call_times' else 'appointments' end],
    array(select distinct (line -> 'patient' ->> 'id')::uuid from jsonb_array_elements(found) as line));
  return found;
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
      where exists (
        select from public.appointment_type_hosts join public.care_team as host on host.id = host_id
        where appointment_type_id = appointment_types.id and active)) end,
    'reader', jsonb_build_object('id', reader.id, 'role', reader.role, 'timeZone', reader.time_zone));
end $function$
;

CREATE OR REPLACE FUNCTION private.calendar_others(p_reader public.care_team, p_ids jsonb, p_first date, p_last date, p_from timestamp with time zone, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_administrator constant boolean := p_reader.role = 'administrator';
  other public.care_team;
  shown jsonb := '[]';
begin
  if exists (select from jsonb_array_elements_text(p_ids) as asked(id)
      where not exists (select from public.care_team where id = asked.id::uuid and role in ('coach', 'clinician'))) then
    perform private.refuse_team('PT403', 'not_allowed', 'You can’t open this person’s calendar.');
  end if;
  for other in select * from public.care_team where p_ids ? id::text order by name, id loop
    shown := shown || (private.calendar_person(other, p_first, p_last, p_from) || jsonb_build_object(
      'calls', case when is_administrator then private.calendar_calls(p_reader, other.id, p_from, p_until, false) else '[]' end,
      'taken', case when is_administrator then '[]' else private.taken_times(other.id, p_from, p_until) end));
  end loop;
  return shown;
end $function$
;

revoke all on function private.calendar_others(public.care_team,jsonb,date,date,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.calendar_person(p_person public.care_team, p_first date, p_last date, p_from timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'person', case when p_person.id is not null then jsonb_build_object('id', p_person.id, 'name', p_person.name,
      'role', p_person.role, 'timeZone', p_person.time_zone, 'hasLeft', p_person.deactivated_at is not null) end,
    'hours', private.hours_of(p_person.id),
    'daysOff', (
      select coalesce(jsonb_agg(to_char(day, 'YYYY-MM-DD') order by day), '[]') from public.days_off
      where host_id = p_person.id and day between p_first and p_last),
    'absences', (
      select coalesce(jsonb_agg(jsonb_build_object('id', away.id, 'from', away.starts_at, 'until', away.ends_at,
        'coveredBy', case when cover.id is not null then jsonb_build_object('id', cover.id, 'name', cover.name) end)
        order by away.starts_at, away.id), '[]')
      from public.absences as away left join public.care_team as cover on cover.id = away.covered_by and cover.deactivated_at is null
      where away.host_id = p_person.id and away.ends_at > least(p_from, now())));
end $function$
;

revoke all on function private.calendar_person(public.care_team,date,date,timestamp with time zone) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.taken_times(p_host uuid, p_from timestamp with time zone, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('from', starts_at, 'until', ends_at) order by starts_at), '[]')
    from public.appointments where host_id = p_host and status = 'booked' and ends_at > p_from and starts_at < p_until);
end $function$
;

revoke all on function private.taken_times(uuid,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role;
