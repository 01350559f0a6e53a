-- Who is away, from when to when, and who covers. No calls are offered or booked during an absence. Calls that were already booked stay
-- until someone reschedules, reassigns or cancels them.
create table public.absences (
  id uuid primary key default gen_random_uuid(),
  host_id uuid not null references public.care_team on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- Null if every coach cares for this person's patients during that time.
  covered_by uuid references public.care_team on delete set null check (covered_by <> host_id),
  added_at timestamptz not null default now(),
  constraint away_in_our_time check (starts_at >= '2000-01-01T00:00:00Z' and ends_at < '9999-12-31T00:00:00Z')
);
alter table public.absences enable row level security;
revoke all on public.absences from anon, authenticated, service_role;
create index absences_of_host on public.absences (host_id, ends_at);
create index absences_by_end on public.absences (ends_at);
create index absences_of_cover on public.absences (covered_by);

-- The first moment of a day. If the clocks show midnight twice, it is the first; if they skip it, the moment after the gap.
-- domain/time/local.ts has the same rule.
create function private.start_of_day(p_day date, p_zone text) returns timestamptz
language plpgsql stable set search_path = '' as $$
declare
  later constant timestamptz := p_day::timestamp at time zone p_zone;
begin
  return case when (later - interval '1 hour') at time zone p_zone = p_day::timestamp
    then later - interval '1 hour' else later end;
end $$;

-- The call was booked before its host was away.
create function private.is_host_away(p_call public.appointments) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.absences
    where host_id = p_call.host_id and starts_at < p_call.ends_at and ends_at > p_call.starts_at);
end $$;

-- Raises the same error as two calls at the same time do, so that booking tries the next host.
create function private.require_present(p_host uuid, p_starts_at timestamptz, p_ends_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.absences where host_id = p_host and starts_at < p_ends_at and ends_at > p_starts_at)
    or exists (
      select from private.busy_times where person_id = p_host and starts_at < p_ends_at and ends_at > p_starts_at) then
    raise exception using errcode = '23P01', message = 'host_is_away';
  end if;
end $$;
