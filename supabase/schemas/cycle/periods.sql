create table public.periods (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  -- The first day, in the patient's calendar.
  day date not null constraint day_in_our_time check (day between '2000-01-01' and '9999-12-31'),
  kind text not null check (kind in ('period', 'bleed-with-loss', 'unsure')),
  submission_id uuid,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  -- The completed phases that this period removed. If it was logged by mistake, they come back.
  reopened jsonb constraint reopened_ends check (length(reopened::text) <= 10000),
  body uuid not null,
  -- The member of the care team who logged it for the patient; null if the patient did.
  logged_by uuid,
  logged_by_name text check (length(logged_by_name) <= 100),
  logged_by_role text check (logged_by_role in ('coach', 'clinician')),
  -- The patient said that it is a new period, although another one is close before it.
  confirmed_at timestamptz,
  unique (user_id, submission_id)
);
alter table public.periods alter column user_id set statistics 0;
alter table public.periods enable row level security;
revoke all on public.periods from anon, authenticated, service_role;
grant select, insert on public.periods to service_role;
grant select on public.periods to authenticated;
create index periods_of_patient on public.periods (user_id, day);
create unique index periods_one_a_day on public.periods (user_id, body, day) where withdrawn_at is null;
create index periods_newest on public.periods (user_id, created_at desc) where withdrawn_at is null;

create policy "Patients read their own periods" on public.periods
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_periods after insert or update or delete on public.periods
  for each row execute function private.audit_change();

create trigger publish_to_patient after insert or update or delete on public.periods
  for each row execute function private.publish_to_patient();

-- Undoes a period that was logged by mistake, no matter how long ago. Null if the patient has none with this id; repeating it is
-- harmless. It locks the patient's row first, as logging does, so that two devices never deadlock.
create function public.undo_period(p_user uuid, p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.customers where user_id = p_user for no key update;
  update public.periods set withdrawn_at = now() where id = p_id and user_id = p_user and withdrawn_at is null;
  return (select true from public.periods where id = p_id and user_id = p_user);
end $$;
revoke all on function public.undo_period(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.undo_period(uuid, uuid) to service_role;

-- Logging the same day again changes nothing. Logging it as another kind is a correction: it undoes the previous entry and what
-- followed from it. Confirming one keeps it and the time of the first answer. Returns no row if this submission is already stored.
create function public.log_period(p_user uuid, p_submission uuid, p_day date, p_kind text, p_confirmed boolean default false)
returns setof public.periods
language plpgsql security definer set search_path = '' as $$
declare
  logged public.periods;
begin
  -- Handles a patient's devices one at a time.
  perform from public.customers where user_id = p_user for no key update;
  if exists (select from public.periods where user_id = p_user and submission_id = p_submission) then
    return;
  end if;
  select * into logged from public.periods
  where user_id = p_user and body = private.present_body(p_user) and day = p_day and withdrawn_at is null;
  if logged.kind = p_kind then
    if p_confirmed and logged.confirmed_at is null then
      update public.periods set confirmed_at = now() where id = logged.id returning * into logged;
    end if;
    return next logged;
    return;
  end if;
  update public.periods set withdrawn_at = now() where id = logged.id;
  return query insert into public.periods (user_id, submission_id, day, kind, confirmed_at)
    values (p_user, p_submission, p_day, p_kind, case when p_confirmed then now() end)
    returning *;
end $$;
revoke all on function public.log_period(uuid, uuid, date, text, boolean) from public, anon, authenticated, service_role;
grant execute on function public.log_period(uuid, uuid, date, text, boolean) to service_role;
