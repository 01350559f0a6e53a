-- Periods, and where a test was taken: what the rules of domain/cycle read.

-- The zone in which `taken_on` was lived; null where nobody told. Older rows get the zone of the patient's newest booking, the
-- only one that is known of them. A day that a device named itself is not touched, and nothing changes that is to be noted.
alter table public.test_results disable trigger user;
alter table public.test_results add column taken_zone text
  constraint taken_zone_ends check (length(taken_zone) between 1 and 64);
update public.test_results as result
set taken_zone = known.zone, taken_on = (taken_at at time zone known.zone)::date
from (
  select distinct on (user_id) user_id, appointments.time_zone as zone
  from public.appointments join pg_timezone_names on pg_timezone_names.name = appointments.time_zone
  order by user_id, appointments.created_at desc
) as known
where known.user_id = result.user_id and taken_on = (taken_at at time zone 'UTC')::date;
alter table public.test_results enable trigger user;

create table public.periods (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  -- The first day, in the patient's calendar.
  day date not null constraint day_in_our_time check (day between '2000-01-01' and '9999-12-31'),
  kind text not null check (kind in ('period', 'bleed-with-loss', 'unsure')),
  submission_id uuid,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  unique (user_id, submission_id)
);
create index periods_of_patient on public.periods (user_id, day);
alter table public.periods alter column user_id set statistics 0;
alter table public.periods enable row level security;
revoke all on public.periods from anon, authenticated, service_role;
grant select, insert on public.periods to service_role;
grant select on public.periods to authenticated;
create policy "Patients read their own periods" on public.periods
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));
create trigger audit_periods after insert or update or delete on public.periods
  for each row execute function private.audit_change();
create trigger tell_patient after insert or update or delete on public.periods
  for each row execute function private.tell_patient();
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.periods;
  end if;
end $$;

-- A period that was logged by mistake, whenever that is noticed. Null where there is none of theirs with this id; taking it back
-- again is harmless.
create function public.take_back_period(p_user uuid, p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.periods set withdrawn_at = now() where id = p_id and user_id = p_user and withdrawn_at is null;
  return (select true from public.periods where id = p_id and user_id = p_user);
end $$;
revoke all on function public.take_back_period(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.take_back_period(uuid, uuid) to service_role;

create view private.export_periods as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.periods as own;
insert into private.export_parts (place, name, needs_consent, max_lines) values (230, 'periods', true, 10000);
