-- What happened on a treatment day, so that another device shows the same timers and the team learns of a cap that is worn too long.
-- A row is one thing that happened; domain/treatment-day reads the timers from them.
create table public.treatment_day_timers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  cycle integer not null check (cycle between 1 and 3),
  action text not null,
  -- When it happened; the patient may report it later.
  at timestamptz not null constraint at_in_our_time check (at between '2000-01-01' and '9999-12-31'),
  submission_id uuid,
  created_at timestamptz not null default now(),
  on_day date not null,
  reported_at timestamptz not null default now()
  constraint reported_in_our_time check (reported_at between '2000-01-01' and '9999-12-31'),
  unique (user_id, submission_id),
  constraint treatment_day_timers_action_check
    check (action in ('sample', 'cap-in', 'cap-out', 'sample-reset', 'cap-reset')),
  constraint on_its_day check (
    on_day between (at at time zone 'UTC')::date - 1 and (at at time zone 'UTC')::date + 1)
);
alter table public.treatment_day_timers alter column user_id set statistics 0;
alter table public.treatment_day_timers enable row level security;
revoke all on public.treatment_day_timers from anon, authenticated, service_role;
grant select, insert on public.treatment_day_timers to service_role;
grant select on public.treatment_day_timers to authenticated;
create index treatment_day_timers_newest on public.treatment_day_timers (user_id, at desc);
create index treatment_day_timers_reported on public.treatment_day_timers (user_id, created_at desc);

create policy "Patients read their own timers" on public.treatment_day_timers
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_treatment_day_timers after insert or update or delete on public.treatment_day_timers
  for each row execute function private.audit_change();

create trigger tell_patient after insert or update or delete on public.treatment_day_timers
  for each row execute function private.tell_patient();

-- Whoever names no day means the one in the zone that is known.
create function private.fill_timer_day() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.on_day := coalesce(new.on_day, private.day_at(new.at, private.known_zone(new.user_id)));
  return new;
end $$;

create trigger fill_timer_day before insert on public.treatment_day_timers
  for each row execute function private.fill_timer_day();
