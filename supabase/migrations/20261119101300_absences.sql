-- Who is away, from one moment to another, and who covers. Calls are neither offered nor booked within an absence; those that
-- were booked before stay until somebody moves them, gives them away or cancels them.

create table public.absences (
  id uuid primary key default gen_random_uuid(),
  host_id uuid not null references public.care_team on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- Null where every coach sees the patients of whoever is away.
  covered_by uuid references public.care_team on delete set null check (covered_by <> host_id),
  added_at timestamptz not null default now(),
  constraint away_in_our_time check (starts_at >= '2000-01-01T00:00:00Z' and ends_at < '9999-12-31T00:00:00Z')
);
create index absences_of_host on public.absences (host_id, ends_at);
create index absences_by_end on public.absences (ends_at);
create index absences_of_cover on public.absences (covered_by);
alter table public.absences enable row level security;
revoke all on public.absences from anon, authenticated, service_role;

-- The first moment of a day. Where the clocks show midnight twice it is the first of the two, where they skip it, the moment
-- after the gap: as in domain/time/local.ts.
create function private.start_of_day(p_day date, p_zone text) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  later constant timestamptz := p_day::timestamp at time zone p_zone;
begin
  return case when (later - interval '1 hour') at time zone p_zone = p_day::timestamp
    then later - interval '1 hour' else later end;
end $$;

-- Says what the exclusion of two calls at once says: whoever books tries the next host.
create function private.require_present(p_host uuid, p_starts_at timestamptz, p_ends_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.absences where host_id = p_host and starts_at < p_ends_at and ends_at > p_starts_at) then
    raise exception using errcode = '23P01', message = 'host_is_away';
  end if;
end $$;

-- As in 20261115101700_booking.sql, and nobody is booked while they are away.
create or replace function public.book_appointment(p_appointment jsonb, p_messages jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
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
    asked.busy_until, coalesce(asked.time_zone, 'UTC'), asked.submission_id)
  returning * into booked;
  perform private.add_messages(booked, p_messages);
  return booked.id;
end $$;

-- As in 20261115101700_booking.sql, and nobody is given a call while they are away.
create or replace function public.move_appointment(p_appointment jsonb, p_messages jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  asked public.appointments := jsonb_populate_record(null::public.appointments, p_appointment);
  moved public.appointments;
begin
  -- In the same order as bookings: hosts first, ordered by id, then the patient.
  perform from public.care_team
  where id in (asked.host_id, (select host_id from public.appointments where id = asked.id))
  order by id for no key update;
  perform from public.customers where user_id = asked.user_id for no key update;
  perform private.require_present(asked.host_id, asked.starts_at, asked.ends_at);
  -- In one statement: if the new time is taken, the appointment keeps the old one.
  update public.appointments set host_id = asked.host_id, starts_at = asked.starts_at, ends_at = asked.ends_at,
    busy_until = asked.busy_until, time_zone = coalesce(asked.time_zone, 'UTC')
  where id = asked.id and user_id = asked.user_id and sequence = asked.sequence and status = 'booked'
  returning * into moved;
  if found then
    perform private.add_messages(moved, p_messages);
  end if;
  return moved.id;
end $$;

-- As in 20261115101300_scheduling.sql, with the absences that touch the hosts' days.
create or replace function public.scheduling_facts(p_user uuid, p_slug text, p_from timestamptz, p_until timestamptz) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  first_day constant date := (p_from at time zone 'UTC')::date - 1;
  last_day constant date := (p_until at time zone 'UTC')::date + 1;
  first_weekday constant integer := date_part('isodow', first_day);
begin
  return (
    with host as materialized (
      select care_team.*, row_number() over () - 1 as place
      from public.appointment_types
      join public.appointment_type_hosts on appointment_type_id = appointment_types.id
      join public.care_team on care_team.id = host_id
      where slug = p_slug and active)
    select json_build_object(
      'patient', (
        select json_build_object('userId', user_id, 'firstName', customer_first_name, 'lastName', customer_last_name,
          'email', customer_email, 'phone', customer_phone, 'wantsTexts', sms_consent,
          'hasConsented', privacy_policy_accepted and data_usage_consent)
        from public.customers
        join public.invitations on invitations.email = customers.customer_email
        where customers.user_id = p_user and invitations.revoked_at is null),
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
end $$;

-- As in 20261118100430_lists_in_one_statement.sql, and whoever covers an absence sees those patients. For a cover who is away
-- themselves their own cover does; where nobody who covers is there, every coach does.
create or replace function private.coaches_seen_by(p_coach uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with recursive off as (
      select host_id from public.days_off join public.care_team on care_team.id = host_id
      where day = (now() at time zone time_zone)::date
    ), away as (
      select host_id, covered_by from public.absences where starts_at <= now() and ends_at > now()
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
end $$;

revoke all on all functions in schema private from public;
