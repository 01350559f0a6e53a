create table public.appointment_types (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9-]{1,60}$'),
  name text not null check (length(name) between 1 and 100)
    constraint name_is_plain check (private.is_plain_line(name)),
  description text not null check (length(description) <= 2000),
  duration_minutes integer not null check (duration_minutes between 5 and 240),
  buffer_minutes integer not null default 0 check (buffer_minutes between 0 and 120),
  minimum_notice_minutes integer not null default 0 check (minimum_notice_minutes between 0 and 20160),
  horizon_days integer not null default 60 check (horizon_days between 1 and 365),
  interaction_type text not null check (interaction_type in ('video_call', 'phone_call')),
  -- What administrators read if the name says something about health, else null.
  neutral_name text
  constraint neutral_name_length check (length(neutral_name) between 1 and 100)
  constraint neutral_name_is_plain check (private.is_plain_line(neutral_name)),
  -- Can no longer be booked; calls already booked stay, and can be moved.
  is_hidden boolean not null default false,
  version integer not null default 1,
  -- The portal's pages lead to these (domain/booking/linked-appointment-types.ts).
  constraint linked_types_are_offered check (not is_hidden or slug not in ('initial-consultation', 'meet-your-clinical-coach',
    'clinical-coach-support-call', 'post-treatment-review', 'safety-call'))
);
alter table public.appointment_types enable row level security;
revoke all on public.appointment_types from anon, authenticated, service_role;
grant select, insert, update, delete on public.appointment_types to service_role;

create table public.appointment_type_hosts (
  appointment_type_id uuid not null references public.appointment_types on delete cascade,
  host_id uuid not null references public.care_team on delete cascade,
  primary key (appointment_type_id, host_id)
);
alter table public.appointment_type_hosts enable row level security;
revoke all on public.appointment_type_hosts from anon, authenticated, service_role;
grant select, insert, update, delete on public.appointment_type_hosts to service_role;
create index appointment_type_hosts_of_host on public.appointment_type_hosts (host_id);

-- Hours in the host's own zone; ISO weekdays, Monday is 1.
create table public.availability (
  id uuid primary key default gen_random_uuid(),
  host_id uuid not null references public.care_team on delete cascade,
  weekday integer not null check (weekday between 1 and 7),
  starts_at time not null,
  ends_at time not null check (ends_at > starts_at),
  unique (host_id, weekday, starts_at)
);
alter table public.availability enable row level security;
revoke all on public.availability from anon, authenticated, service_role;
grant select, insert, update, delete on public.availability to service_role;

create table public.days_off (
  host_id uuid not null references public.care_team on delete cascade,
  day date not null,
  primary key (host_id, day)
);
alter table public.days_off enable row level security;
revoke all on public.days_off from anon, authenticated, service_role;
grant select, insert, update, delete on public.days_off to service_role;

create table public.appointments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  host_id uuid not null references public.care_team,
  appointment_type_id uuid not null references public.appointment_types,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- The end of the appointment and its buffer: the host is busy until then.
  busy_until timestamptz not null,
  status text not null default 'booked' check (status in ('booked', 'cancelled')),
  -- The zone that the messages of its booking were written in.
  time_zone text not null default private.zone_of_clinic() check (length(time_zone) between 1 and 64),
  -- Unguessable. The video room's address is made from it and leaves the server in the join window only.
  room uuid not null default gen_random_uuid(),
  -- Rises with every change, as calendars expect.
  sequence integer not null default 0,
  submission_id uuid,
  created_at timestamptz not null default now(),
  -- How the call went, and when its host entered it.
  outcome text check (outcome in ('took-place', 'patient-did-not-come', 'we-could-not')),
  outcome_at timestamptz,
  check (busy_until >= ends_at),
  constraint booked_in_our_time check (starts_at >= '2000-01-01T00:00:00Z' and busy_until < '9999-12-31T00:00:00Z'),
  constraint one_call_per_host_at_a_time exclude using gist
    (host_id with =, tstzrange(starts_at, busy_until) with &&) where (status = 'booked'),
  constraint one_call_per_patient_at_a_time exclude using gist
    (user_id with =, tstzrange(starts_at, ends_at) with &&) where (status = 'booked'),
  unique (user_id, submission_id),
  constraint outcome_has_its_time check ((outcome is null) = (outcome_at is null))
);
alter table public.appointments alter column user_id set statistics 0;
alter table public.appointments enable row level security;
revoke all on public.appointments from anon, authenticated, service_role;
grant select, insert, update, delete on public.appointments to service_role;
create index appointments_of_patient on public.appointments (user_id, ends_at) where status = 'booked';
create index appointments_of_host on public.appointments (host_id, starts_at) include (busy_until) where status = 'booked';
create unique index appointments_room on public.appointments (room);

-- A message about an older version of the appointment is never sent, so every change must raise the sequence.
create function private.count_change() returns trigger language plpgsql set search_path = '' as $$
begin
  if (new.host_id, new.appointment_type_id, new.starts_at, new.ends_at, new.status)
    is distinct from (old.host_id, old.appointment_type_id, old.starts_at, old.ends_at, old.status) then
    new.sequence := old.sequence + 1;
  end if;
  return new;
end $$;
revoke all on function private.count_change() from public;

create trigger count_change before update on public.appointments
  for each row execute function private.count_change();

create trigger audit_appointments after insert or update or delete on public.appointments
  for each row execute function private.audit_change();

-- An appointment with the names that people know, in the zone for what is sent about it now. Only functions may read it, because the room is the key to the video call.
create view public.calls with (security_invoker = true) as
  select appointments.id, appointments.user_id, appointment_types.name, appointment_types.slug,
    appointment_types.interaction_type, care_team.name as host_name, appointments.starts_at, appointments.ends_at,
    appointments.status, appointments.room, appointments.submission_id,
    appointment_types.minimum_notice_minutes, appointments.sequence,
    coalesce(customers.time_zone, private.zone_of_clinic()) as time_zone, appointments.host_id,
    care_team.email as host_email, care_team.time_zone as host_time_zone
  from public.appointments
  join public.appointment_types on appointment_types.id = appointments.appointment_type_id
  join public.care_team on care_team.id = appointments.host_id
  join public.customers on customers.user_id = appointments.user_id;
revoke all on public.calls from anon, authenticated, service_role;
grant select on public.calls to service_role;

-- A hidden type is there only for a patient who has such a call, so that the call can be moved.
create function private.is_offered(p_type public.appointment_types, p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not p_type.is_hidden or exists (
    select from public.appointments
    where user_id = p_user and appointment_type_id = p_type.id and status = 'booked' and ends_at > now());
end $$;
revoke all on function private.is_offered(public.appointment_types, uuid) from public;

-- All facts that decide which slots a patient is offered: hosts, their hours, absences and busy times, and the patient's own coach (a coach without
-- hours takes no calls). Moments are milliseconds since 1970.
-- A host's appointments are those of the host's own days. In every time zone these begin and end within 25 hours of the moments asked
-- about; an appointment reaches 4 hours further, and its buffer 2. Looking up fifty hosts' zones would take longer than sending the few
-- extra rows.
-- Long lists come as arrays of one type, in which hosts are counted from 0: PostgreSQL takes longer to write an object for each row than
-- to find the row. PL/pgSQL keeps one plan for all executions.
-- With p_role, everyone in that role who takes calls is a host, whatever their call types.
create function public.scheduling_facts(p_user uuid, p_slug text, p_from timestamptz, p_until timestamptz, p_role text default null)
returns json
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
revoke all on function public.scheduling_facts(uuid, text, timestamptz, timestamptz, text) from public, anon, authenticated, service_role;
grant execute on function public.scheduling_facts(uuid, text, timestamptz, timestamptz, text) to service_role;

-- Calls that still need an outcome or a note; others never appear on Today.
create index appointments_unfinished on public.appointments (user_id)
  where status = 'booked' and coalesce(outcome, 'took-place') = 'took-place';
