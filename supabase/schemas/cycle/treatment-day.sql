-- What happened on a treatment day, so that every device shows the same timers and the team sees a cap that is in too long. Each row is
-- one event; domain/treatment-day reads the timers from them.
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
    check (action in ('sample', 'cap-in', 'cap-out', 'sample-reset', 'cap-reset', 'cap-undo')),
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

create trigger publish_to_patient after insert or update or delete on public.treatment_day_timers
  for each row execute function private.publish_to_patient();

-- Without a day, it is the day in the patient's known zone.
create function private.fill_timer_day() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.on_day := coalesce(new.on_day, private.day_at(new.at, private.known_zone(new.user_id)));
  return new;
end $$;

create trigger fill_timer_day before insert on public.treatment_day_timers
  for each row execute function private.fill_timer_day();

-- The caps that went in; domain/treatment-day/events.ts reads them the same way. These starts don't count: one that was reset before the
-- cap came out, undone after, replaced by an earlier time, or reported by another device for the same cap. A report five hours or more
-- after a start is about the next cap.
create function private.caps_used(p_user uuid) returns table (cycle integer, on_day date, at timestamptz)
language sql stable set search_path = '' as $$
  with events as (
    select timers.*, timers.at + interval '5 hours' as worn_until
    from public.treatment_day_timers as timers where user_id = p_user and action in ('cap-in', 'cap-out', 'cap-reset', 'cap-undo'))
  select cap.cycle, cap.on_day, cap.at from events as cap
  where cap.action = 'cap-in'
    and not exists (
      select from events as later
      where later.reported_at > cap.reported_at
        and (later.action = 'cap-reset' or later.action = 'cap-in' and later.at < cap.at)
        and not exists (
          select from events as between_them
          where between_them.reported_at > cap.reported_at and between_them.reported_at < later.reported_at
            and (between_them.action = 'cap-out'
              or between_them.action = 'cap-in' and between_them.at >= cap.worn_until)))
    and not exists (
      select from events as earlier
      where earlier.action = 'cap-in' and earlier.reported_at < cap.reported_at
        and cap.at >= earlier.at and cap.at < earlier.worn_until
        and not exists (
          select from events as between_them
          where between_them.reported_at > earlier.reported_at and between_them.reported_at < cap.reported_at
            and (between_them.action in ('cap-out', 'cap-reset', 'cap-undo') or between_them.at >= earlier.worn_until)))
    -- Leaves out a cap that was undone before the next cap went in or the timers were reset.
    and not exists (
      select from events as undone
      where undone.action = 'cap-undo' and undone.reported_at > cap.reported_at and not exists (
        select from events as next
        where next.reported_at > cap.reported_at and next.reported_at < undone.reported_at
          and (next.action = 'cap-reset' or next.action = 'cap-in' and (next.at >= cap.worn_until or exists (
            select from events as out
            where out.action = 'cap-out' and out.reported_at > cap.reported_at and out.reported_at < next.reported_at)))))
$$;
revoke all on function private.caps_used(uuid) from public;
