-- Administrators read a neutral name for a type that follows from health.
create function public.team_kinds_of_calls(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', shown.name) order by shown.name, slug), '[]')
    from public.appointment_types as kind, lateral (
      select case when person.role = 'administrator' then coalesce(kind.neutral_name, kind.name) else kind.name end as name) as shown);
end $$;
revoke all on function public.team_kinds_of_calls(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_kinds_of_calls(uuid, uuid, text[], text[]) to service_role;

-- The calendar of the care team: a week of one person's calls, hours and absences, and what is changed in it. Calls are booked,
-- moved and cancelled by the procedures that patients' functions call, in the name of whoever of the team does it.
-- An administrator looks after everybody's calendar, everybody else after their own.
create function private.require_calendar(p_reader public.care_team, p_person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_reader.id is distinct from p_person and not (p_reader.role = 'administrator' and exists (
    select from public.care_team where id = p_person and role in ('coach', 'clinician'))) then
    perform private.refuse_team('PT403', 'not_allowed', 'This calendar is not yours to open.');
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

-- Calls of one host that touch this time, as this reader may see them, and a line for each patient. With p_unsettled those
-- alone that cannot take place as they are: their host is away then, or has left.
create function private.calendar_calls(
  p_reader public.care_team, p_host uuid, p_from timestamptz, p_until timestamptz, p_unsettled boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  is_administrator constant boolean := p_reader.role = 'administrator';
  found jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', call.id, 'version', call.sequence,
      'patient', jsonb_build_object('id', listed.id, 'name', listed.name),
      'kind', case when is_administrator then 'Call' else kind.name end,
      'host', jsonb_build_object('id', host.id, 'name', host.name), 'startsAt', call.starts_at,
      -- How long a call takes tells its kind.
      'endsAt', case when not is_administrator then call.ends_at end,
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
  perform private.note_reads(array[case when is_administrator then 'call_times' else 'appointments' end],
    array(select distinct (line -> 'patient' ->> 'id')::uuid from jsonb_array_elements(found) as line));
  return found;
end $$;

-- A week, or the days that were asked for, in the zone of whoever's calendar it is. Without a name it is one's own; an
-- administrator, who takes no calls, begins with the first who does.
create function public.team_calendar(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb,
  p_is_act boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  is_administrator constant boolean := reader.role = 'administrator';
  shown public.care_team;
  first_day date;
  starts timestamptz;
  ends timestamptz;
begin
  select * into shown from public.care_team where id = coalesce((p_query ->> 'person')::uuid, case
    when not is_administrator then reader.id
    else (select id from public.care_team where role in ('coach', 'clinician') and deactivated_at is null order by name, id limit 1) end);
  if shown.id is null and (not is_administrator or p_query ? 'person') then
    perform private.refuse_team('PT403', 'not_allowed', 'This calendar is not yours to open.');
  elsif shown.id is not null then
    perform private.require_calendar(reader, shown.id);
  end if;
  first_day := coalesce((p_query ->> 'from')::date,
    date_trunc('week', now() at time zone coalesce(shown.time_zone, reader.time_zone))::date);
  starts := private.start_of_day(first_day, coalesce(shown.time_zone, reader.time_zone));
  ends := private.start_of_day(coalesce((p_query ->> 'until')::date, first_day + 6) + 1, coalesce(shown.time_zone, reader.time_zone));
  return jsonb_build_object(
    'person', case when shown.id is not null then jsonb_build_object('id', shown.id, 'name', shown.name, 'role', shown.role,
      'timeZone', shown.time_zone, 'hasLeft', shown.deactivated_at is not null) end,
    'from', to_char(first_day, 'YYYY-MM-DD'),
    'calls', private.calendar_calls(reader, shown.id, starts, ends, false),
    'unsettled', private.calendar_calls(reader, shown.id, now(), 'infinity', true),
    'hours', private.hours_of(shown.id),
    'daysOff', (
      select coalesce(jsonb_agg(to_char(day, 'YYYY-MM-DD') order by day), '[]') from public.days_off
      where host_id = shown.id and day between first_day and coalesce((p_query ->> 'until')::date, first_day + 6)),
    'absences', (
      select coalesce(jsonb_agg(jsonb_build_object('id', away.id, 'from', away.starts_at, 'until', away.ends_at,
        'coveredBy', case when cover.id is not null then jsonb_build_object('id', cover.id, 'name', cover.name) end)
        order by away.starts_at, away.id), '[]')
      from public.absences as away left join public.care_team as cover on cover.id = away.covered_by and cover.deactivated_at is null
      where away.host_id = shown.id and away.ends_at > least(starts, now())),
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
end $$;
revoke all on function public.team_calendar(uuid, uuid, text[], text[], jsonb, boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_calendar(uuid, uuid, text[], text[], jsonb, boolean) to service_role;

-- Replaces the weekly hours. `before` is what the writer saw.
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
  -- Bookings wait for the same row.
  perform from public.care_team where id = person and role in ('coach', 'clinician') and deactivated_at is null for no key update;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'Hours are for coaches and clinicians of the team.');
  elsif p_hours -> 'before' <> private.hours_of(person) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'These hours have changed meanwhile.');
  end if;
  delete from public.availability where host_id = person;
  insert into public.availability (host_id, weekday, starts_at, ends_at)
  select person, (line ->> 'weekday')::integer, (line ->> 'from')::time, (line ->> 'until')::time
  from jsonb_array_elements(p_hours -> 'hours') as line;
  perform private.note_in_audit('update', 'team_hours', person, reader.id);
  return private.keep_answer(p_request, jsonb_build_object('hours', private.hours_of(person)));
end $$;
revoke all on function public.team_set_hours(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_set_hours(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- An absence is added, which answers the calls within it, or taken back. Days are whole days in the person's own zone, the last
-- one included.
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
    perform private.note_in_audit('delete', 'team_absences', absence.host_id, reader.id);
    earlier := private.keep_answer(p_request, jsonb_build_object('id', absence.id));
  elsif earlier is null then
    perform private.require_calendar(reader, (p_change ->> 'person')::uuid);
    -- A booking that has begun is seen here, and one that begins later sees the absence.
    select * into person from public.care_team
    where id = (p_change ->> 'person')::uuid and role in ('coach', 'clinician') and deactivated_at is null for no key update;
    if not found then
      perform private.refuse_team('PT403', 'not_allowed', 'Absences are of coaches and clinicians of the team.');
    end if;
    perform from public.care_team as cover
    where id = (p_change ->> 'coveredBy')::uuid and id <> person.id and role in ('coach', 'clinician') and private.is_member(cover)
    for share;
    if not found and p_change ->> 'coveredBy' is not null then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'Whoever covers must be a coach or a clinician of the team.');
    end if;
    absence.starts_at := private.moment_of(p_change ->> 'from', 0, person.time_zone);
    absence.ends_at := private.moment_of(p_change ->> 'until', 1, person.time_zone);
    if absence.ends_at <= absence.starts_at then
      perform private.refuse_team('PT400', 'invalid_input', 'until: Please choose an end after the beginning');
    end if;
    insert into public.absences (host_id, starts_at, ends_at, covered_by)
    values (person.id, absence.starts_at, absence.ends_at, (p_change ->> 'coveredBy')::uuid) returning * into absence;
    perform private.note_in_audit('insert', 'team_absences', person.id, reader.id);
    earlier := private.keep_answer(p_request, jsonb_build_object('id', absence.id));
  end if;
  -- Patients' names are in no answer that is kept.
  select * into absence from public.absences where id = (earlier ->> 'id')::uuid;
  done := case when absence.id is null then '[]'
    else private.calendar_calls(reader, absence.host_id, greatest(absence.starts_at, now()), absence.ends_at, true) end;
  return earlier || jsonb_build_object('calls', done);
end $$;
revoke all on function public.team_change_absences(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_absences(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;

-- A day means its first moment, or with one day more the first after it.
create function private.moment_of(p_text text, p_days integer, p_zone text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return case when length(p_text) = 10 then private.start_of_day(p_text::date + p_days, p_zone) else p_text::timestamptz end;
end $$;

-- What decides how a call can change: the call, its patient, the hosts of its type around the time asked for, and who may have it. Without
-- an id it is a call that is to be booked.
create function private.call_facts(p_reader public.care_team, p_asked jsonb, p_until timestamptz) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- `version` is how many changes whoever asks has seen: of two people the second is told what the first one did.
create function private.require_changeable(p_call public.appointments, p_version integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_call.status <> 'booked' then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This call was canceled meanwhile.');
  elsif p_call.starts_at <= now() then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This call has begun.');
  elsif p_version <> p_call.sequence then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This call has changed meanwhile: the calendar shows its time, and whom it is with.');
  end if;
end $$;

-- The times that a patient could be offered for a call, for whoever of the team books or moves it.
create function public.team_slots(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_asked jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  return private.call_facts(reader, p_asked, (p_asked ->> 'searchUntil')::timestamptz);
end $$;
revoke all on function public.team_slots(uuid, uuid, text[], text[], jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_slots(uuid, uuid, text[], text[], jsonb) to service_role;

-- Books, moves, gives or cancels a call. Asked without a row it answers what the function needs to make one, or what the same request was
-- answered before; asked with one it does it, in one transaction with everything that is sent. It checks again who may have the call.
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
end $$;
revoke all on function public.team_change_call(uuid, uuid, text[], text[], jsonb, jsonb, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_call(uuid, uuid, text[], text[], jsonb, jsonb, jsonb, jsonb) to service_role;

-- What each of these call types still lacks: that it exists, that someone takes it, and that this person has hours. The start of the server
-- reads it too (server/clinic/unbookable-types.ts).
create function private.call_types_ready(p_slugs text[])
returns table (slug text, is_known boolean, is_taken boolean, has_hours boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select asked.slug, kind.id is not null,
      exists (
        select from public.appointment_type_hosts join public.care_team on care_team.id = host_id
        where appointment_type_id = kind.id and active),
      exists (
        select from public.appointment_type_hosts join public.care_team on care_team.id = host_id
          join public.availability using (host_id)
        where appointment_type_id = kind.id and active)
    from unnest(p_slugs) with ordinality as asked (slug, place)
    left join public.appointment_types as kind on kind.slug = asked.slug
    order by place;
end $$;

-- What an administrator reads on Today while patients cannot book, and whether anyone was ever invited. Names no call type and no one.
create function public.team_missing_for_calls(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_slugs text[])
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return jsonb_build_object(
    'hasInvited', exists (select from public.invitations),
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object('isKnown', is_known, 'isTaken', is_taken, 'hasHours', has_hours)), '[]')
      from private.call_types_ready(p_slugs)));
end $$;
revoke all on function public.team_missing_for_calls(uuid, uuid, text[], text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_missing_for_calls(uuid, uuid, text[], text[], text[]) to service_role;
