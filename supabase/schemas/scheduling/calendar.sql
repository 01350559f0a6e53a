-- A call type's name; administrators read a neutral name if the real one says something about health.
create function private.type_name_for(p_reader public.care_team, p_type public.appointment_types) returns text
language sql immutable set search_path = '' as $$
  select case when p_reader.role = 'administrator' then coalesce(p_type.neutral_name, p_type.name) else p_type.name end
$$;

create function public.team_appointment_types(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', shown.name) order by shown.name, slug), '[]')
    from public.appointment_types as kind, lateral (select private.type_name_for(person, kind) as name) as shown
    where not kind.is_hidden);
end $$;
revoke all on function public.team_appointment_types(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_appointment_types(uuid, uuid, text[], text[]) to service_role;

-- The care team's calendar: a week of one person's calls, hours and absences, and changes to them. Calls are booked, moved and canceled by
-- the procedures that patients' functions call, in the name of the team member who does it.
-- Refuses another person's calendar, except to administrators, who manage everyone's.
create function private.require_calendar(p_reader public.care_team, p_person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_reader.id is distinct from p_person and not (p_reader.role = 'administrator' and exists (
    select from public.care_team where id = p_person and role in ('coach', 'clinician'))) then
    perform private.refuse_team('PT403', 'not_allowed', 'You can’t open this person’s calendar.');
  end if;
end $$;

create function private.hours_of(p_person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('weekday', weekday, 'from', left(starts_at::text, 5),
      'until', left(ends_at::text, 5)) order by weekday, starts_at), '[]')
    from public.availability where host_id = p_person);
end $$;

-- The calendar's owner, with their hours, days off and absences between two moments.
create function private.calendar_person(p_person public.care_team, p_first date, p_last date, p_from timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

-- When a person is busy in their own calendar, and with p_calls also in calls. It doesn't say whose calls.
create function private.taken_times(p_host uuid, p_from timestamptz, p_until timestamptz, p_calls boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('from', starts_at, 'until', ends_at) order by starts_at, ends_at), '[]')
    from (
      select starts_at, ends_at from private.busy_times where person_id = p_host
      union all select starts_at, ends_at from public.appointments where p_calls and host_id = p_host and status = 'booked') as taken
    where ends_at > p_from and starts_at < p_until);
end $$;

-- Colleagues shown next to a person's calendar: administrators see who has a call, others only that the time is taken.
create function private.calendar_others(
  p_reader public.care_team, p_ids jsonb, p_first date, p_last date, p_from timestamptz, p_until timestamptz)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
      'taken', private.taken_times(other.id, p_from, p_until, not is_administrator)));
  end loop;
  return shown;
end $$;

-- One host's calls that overlap this time, as this reader may see them, with a log line for each patient. With p_unsettled, only calls
-- whose host is away then or has left.
create function private.calendar_calls(
  p_reader public.care_team, p_host uuid, p_from timestamptz, p_until timestamptz, p_unsettled boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
  cross join lateral (select private.is_host_away(call) as is) as away
  where call.status = 'booked' and (call.host_id = p_host
      -- Matches Today's item 'Host is away', which links here.
      or p_unsettled and call.starts_at <= now() + interval '7 days' and (is_administrator or private.sees_patient(p_reader, call.user_id)))
    and call.ends_at > p_from and call.starts_at < p_until
    and listed.is_open and (not p_unsettled or call.starts_at > now() and (away.is or host.deactivated_at is not null));
  perform private.audit_reads(array[case when is_administrator then 'call_times' else 'appointments' end],
    array(select distinct (line -> 'patient' ->> 'id')::uuid from jsonb_array_elements(found) as line));
  return found;
end $$;

-- A week, or the requested days, in the zone of the calendar's person. Without a person it is the reader's own; an administrator, who takes
-- no calls, starts with the first person who does.
create function public.team_calendar(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb,
  p_is_act boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
end $$;
revoke all on function public.team_calendar(uuid, uuid, text[], text[], jsonb, boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_calendar(uuid, uuid, text[], text[], jsonb, boolean) to service_role;

-- Replaces the weekly hours. `before` is what the writer saw, so of two writers the second is refused.
create function public.team_set_hours(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_hours jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  person constant uuid := (p_hours ->> 'person')::uuid;
begin
  if earlier is not null then
    return earlier;
  end if;
  perform private.require_calendar(reader, person);
  -- Bookings lock the same row.
  perform from public.care_team where id = person and role in ('coach', 'clinician') and deactivated_at is null for no key update;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'Only coaches and clinicians have call hours.');
  elsif p_hours -> 'before' <> private.hours_of(person) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Someone else changed these hours. Reload the page to see their version.');
  end if;
  delete from public.availability where host_id = person;
  insert into public.availability (host_id, weekday, starts_at, ends_at)
  select person, (line ->> 'weekday')::integer, (line ->> 'from')::time, (line ->> 'until')::time
  from jsonb_array_elements(p_hours -> 'hours') as line;
  perform private.add_audit_line('update', 'team_hours', person, reader.id);
  return private.keep_answer(p_request, jsonb_build_object('hours', private.hours_of(person)));
end $$;
revoke all on function public.team_set_hours(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_set_hours(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- Adds an absence and returns the calls within it, or removes one. Days are whole days in the person's own zone, the last one included.
create function public.team_change_absences(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier jsonb := private.earlier_answer(p_request);
  absence public.absences;
  person public.care_team;
  done jsonb;
begin
  if p_change ->> 'action' = 'remove' and earlier is null then
    select * into absence from public.absences where id = (p_change ->> 'id')::uuid for update;
    perform private.require_calendar(reader, absence.host_id);
    delete from public.absences where id = absence.id;
    perform private.add_audit_line('delete', 'team_absences', absence.host_id, reader.id);
    earlier := private.keep_answer(p_request, jsonb_build_object('id', absence.id));
  elsif earlier is null then
    perform private.require_calendar(reader, (p_change ->> 'person')::uuid);
    -- Bookings lock the same row, so this sees bookings before it, and bookings after it see the absence.
    select * into person from public.care_team
    where id = (p_change ->> 'person')::uuid and role in ('coach', 'clinician') and deactivated_at is null for no key update;
    if not found then
      perform private.refuse_team('PT403', 'not_allowed', 'Only coaches and clinicians have time off.');
    end if;
    perform from public.care_team as cover
    where id = (p_change ->> 'coveredBy')::uuid and id <> person.id and role in ('coach', 'clinician') and private.is_member(cover)
    for share;
    if not found and p_change ->> 'coveredBy' is not null then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'The person covering must be a coach or clinician on the team.');
    end if;
    absence.starts_at := private.moment_of(p_change ->> 'from', 0, person.time_zone);
    absence.ends_at := private.moment_of(p_change ->> 'until', 1, person.time_zone);
    if absence.ends_at <= absence.starts_at then
      perform private.refuse_team('PT400', 'invalid_input', 'until: Please select an end after the beginning');
    end if;
    insert into public.absences (host_id, starts_at, ends_at, covered_by)
    values (person.id, absence.starts_at, absence.ends_at, (p_change ->> 'coveredBy')::uuid) returning * into absence;
    perform private.add_audit_line('insert', 'team_absences', person.id, reader.id);
    earlier := private.keep_answer(p_request, jsonb_build_object('id', absence.id));
  end if;
  -- Stored answers never include patients' names.
  select * into absence from public.absences where id = (earlier ->> 'id')::uuid;
  done := case when absence.id is null then '[]'
    else private.calendar_calls(reader, absence.host_id, greatest(absence.starts_at, now()), absence.ends_at, true) end;
  return earlier || jsonb_build_object('calls', done);
end $$;
revoke all on function public.team_change_absences(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_absences(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;
