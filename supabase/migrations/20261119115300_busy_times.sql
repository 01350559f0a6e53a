create table private.busy_calendars (
  person_id uuid primary key references public.care_team on delete cascade,
  -- Anyone who has it reads the calendar, so no one is shown it again.
  address text not null check (length(address) between 12 and 2000 and address like 'https://%'),
  connected_at timestamptz not null default now(),
  ask_after timestamptz not null default now() + interval '15 minutes',
  lease uuid,
  read_at timestamptz,
  -- Why the last try failed (domain/booking/busy-problems.ts), and since when every one has.
  problem text check (length(problem) between 1 and 40),
  failing_since timestamptz,
  skipped integer not null default 0,
  constraint problem_has_its_time check ((problem is null) = (failing_since is null))
);
alter table private.busy_calendars enable row level security;
revoke all on private.busy_calendars from public, anon, authenticated, service_role;
create index busy_calendars_due on private.busy_calendars (ask_after);

create table private.busy_times (
  person_id uuid not null references private.busy_calendars on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  primary key (person_id, starts_at)
);
alter table private.busy_times enable row level security;
revoke all on private.busy_times from public, anon, authenticated, service_role;
create index busy_times_by_end on private.busy_times (person_id, ends_at);

drop function private.taken_times(uuid,timestamp with time zone,timestamp with time zone);

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
      'taken', private.taken_times(other.id, p_from, p_until, not is_administrator)));
  end loop;
  return shown;
end $function$
;

CREATE OR REPLACE FUNCTION private.require_present(p_host uuid, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from public.absences where host_id = p_host and starts_at < p_ends_at and ends_at > p_starts_at)
    or exists (
      select from private.busy_times where person_id = p_host and starts_at < p_ends_at and ends_at > p_starts_at) then
    raise exception using errcode = '23P01', message = 'host_is_away';
  end if;
end $function$
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
        from host join (
          select host_id, starts_at, ends_at from public.absences
          union all select person_id, starts_at, ends_at from private.busy_times) as away on away.host_id = host.id
        where ends_at > p_from and starts_at < p_until + interval '4 hours'),
      'busy', (
        select coalesce(array_agg(
          array[place, date_part('epoch', starts_at) * 1000, date_part('epoch', busy_until) * 1000]), '{}')
        from host join public.appointments on host_id = host.id
        where status = 'booked'
          and starts_at > p_from - interval '31 hours' and starts_at < p_until + interval '31 hours')));
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
    'kinds', case when is_administrator then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name) order by name, slug), '[]')
      from public.appointment_types
      where not is_hidden and exists (
        select from public.appointment_type_hosts join public.care_team as host on host.id = host_id
        where appointment_type_id = appointment_types.id and active)) end,
    'reader', jsonb_build_object('id', reader.id, 'role', reader.role, 'timeZone', reader.time_zone));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_change_calendar_feed(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_secret_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  perform from public.care_team where id = person.id for no key update;
  perform private.change_calendar_feed(null, person.id, p_secret_hash);
  return private.own_calendar(person.id);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_own_calendar(p_user uuid, p_session uuid, p_roles text[], p_reads text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  return private.own_calendar(person.id);
end $function$
;

CREATE OR REPLACE FUNCTION private.busy_calendar_of(p_person uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('host', substring(address from '^https://([^/?#]+)'), 'readAt', read_at, 'problem', problem,
      'failingSince', failing_since, 'skipped', skipped)
    from private.busy_calendars where person_id = p_person);
end $function$
;

revoke all on function private.busy_calendar_of(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.own_calendar(p_person uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('feed', private.calendar_feed_of(p_person), 'busy', private.busy_calendar_of(p_person));
end $function$
;

revoke all on function private.own_calendar(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.set_busy_times(p_person uuid, p_times jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.care_team where id = p_person for no key update;
  delete from private.busy_times where person_id = p_person;
  insert into private.busy_times (person_id, starts_at, ends_at)
  select p_person, (span ->> 'from')::timestamptz, (span ->> 'until')::timestamptz from jsonb_array_elements(p_times) as span;
  perform private.publish_to_team();
end $function$
;

revoke all on function private.set_busy_times(uuid,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.taken_times(p_host uuid, p_from timestamp with time zone, p_until timestamp with time zone, p_calls boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('from', starts_at, 'until', ends_at) order by starts_at, ends_at), '[]')
    from (
      select starts_at, ends_at from private.busy_times where person_id = p_host
      union all select starts_at, ends_at from public.appointments where p_calls and host_id = p_host and status = 'booked') as taken
    where ends_at > p_from and starts_at < p_until);
end $function$
;

revoke all on function private.taken_times(uuid,timestamp with time zone,timestamp with time zone,boolean) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.lease_busy_calendar(p_seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due private.busy_calendars;
begin
  select busy_calendars.* into due from private.busy_calendars join public.care_team on id = person_id
  where ask_after <= now() and private.is_member(care_team) order by ask_after limit 1 for update of busy_calendars skip locked;
  if not found then
    return null;
  end if;
  update private.busy_calendars set ask_after = now() + interval '15 minutes', lease = gen_random_uuid()
  where person_id = due.person_id returning * into due;
  return (
    select jsonb_build_object('person', due.person_id, 'address', due.address, 'lease', due.lease, 'zone', time_zone)
    from public.care_team where id = due.person_id);
end $function$
;

revoke all on function public.lease_busy_calendar(integer) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.settle_busy_calendar(p_person uuid, p_lease uuid, p_problem text, p_skipped integer, p_times jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.busy_calendars set lease = null, problem = p_problem, skipped = p_skipped,
    read_at = case when p_problem is null then now() else read_at end,
    failing_since = case when p_problem is not null then coalesce(failing_since, now()) end
  where person_id = p_person and lease = p_lease;
  if found then
    perform private.set_busy_times(p_person, p_times);
  end if;
end $function$
;

revoke all on function public.settle_busy_calendar(uuid,uuid,text,integer,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_connect_calendar(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_address text, p_skipped integer, p_times jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  had boolean;
begin
  perform private.set_busy_times(person.id, '[]');
  delete from private.busy_calendars where person_id = person.id;
  had := found;
  if p_address is not null then
    insert into private.busy_calendars (person_id, address, read_at, skipped) values (person.id, p_address, now(), p_skipped);
    perform private.set_busy_times(person.id, p_times);
  end if;
  if had or p_address is not null then
    perform private.add_audit_line(case when p_address is null then 'delete' when had then 'update' else 'insert' end,
      'team_busy_calendar', person.id, person.id);
  end if;
  return private.own_calendar(person.id);
end $function$
;

revoke all on function public.team_connect_calendar(uuid,uuid,text[],text[],text,integer,jsonb) from public, anon, authenticated, service_role;

grant execute on function public.lease_busy_calendar(integer) to service_role;

grant execute on function public.settle_busy_calendar(uuid,uuid,text,integer,jsonb) to service_role;

grant execute on function public.team_connect_calendar(uuid,uuid,text[],text[],text,integer,jsonb) to service_role;

insert into private.schedule_runs (name, every_minutes) values ('read-busy-times', 1);

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('read-busy-times', '* * * * *', 'select private.call_function(''read-busy-times'')');
  end if;
end $$;
CREATE OR REPLACE FUNCTION private.today_facts(p_person public.care_team, p_key text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;
