-- What happened on a treatment day, so that another device shows the same timers and the team learns of a cap that is worn too long.
-- A row is one thing that happened; domain/treatment-day reads the timers from them.

create table public.treatment_day_timers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  cycle integer not null check (cycle between 1 and 3),
  action text not null check (action in ('sample', 'cap-in', 'cap-out')),
  -- When it happened, which the patient may tell later.
  at timestamptz not null constraint at_in_our_time check (at between '2000-01-01' and '9999-12-31'),
  submission_id uuid,
  created_at timestamptz not null default now(),
  unique (user_id, submission_id)
);
create index treatment_day_timers_newest on public.treatment_day_timers (user_id, at desc);
alter table public.treatment_day_timers alter column user_id set statistics 0;
alter table public.treatment_day_timers enable row level security;
revoke all on public.treatment_day_timers from anon, authenticated, service_role;
grant select, insert on public.treatment_day_timers to service_role;
grant select on public.treatment_day_timers to authenticated;
create policy "Patients read their own timers" on public.treatment_day_timers
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));
create trigger audit_treatment_day_timers after insert or update or delete on public.treatment_day_timers
  for each row execute function private.audit_change();
create trigger tell_patient after insert or update or delete on public.treatment_day_timers
  for each row execute function private.tell_patient();
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.treatment_day_timers;
  end if;
end $$;

create view private.export_treatment_day_timers as
  select user_id, at as moment, id, to_jsonb(own) as line from public.treatment_day_timers as own;
insert into private.export_parts (place, name, needs_consent, max_lines) values (250, 'treatment_day_timers', true, 10000);
