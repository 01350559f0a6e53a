-- A day begins one period at most. Of those that were logged twice the newest counts, as a correction would.
alter table public.periods disable trigger user;
with kept as (
  select distinct on (user_id, body, day) id, user_id, body, day from public.periods where withdrawn_at is null
  order by user_id, body, day, created_at desc, id
)
update public.periods as period set withdrawn_at = now() from kept
where kept.user_id = period.user_id and kept.body = period.body and kept.day = period.day
  and kept.id <> period.id and period.withdrawn_at is null;
alter table public.periods enable trigger user;
create unique index periods_one_a_day on public.periods (user_id, body, day) where withdrawn_at is null;

-- Logged again, it is the same period; as another kind, a correction: the one before is taken back, with what went with it.
-- None where this submission is stored already.
create function public.log_period(p_user uuid, p_submission uuid, p_day date, p_kind text) returns setof public.periods
language plpgsql security definer set search_path = '' as $$
declare
  logged public.periods;
begin
  -- Two devices at the same moment are heard one after the other.
  perform from public.customers where user_id = p_user for no key update;
  if exists (select from public.periods where user_id = p_user and submission_id = p_submission) then
    return;
  end if;
  select * into logged from public.periods
  where user_id = p_user and body = private.present_body(p_user) and day = p_day and withdrawn_at is null;
  if logged.kind = p_kind then
    return next logged;
    return;
  end if;
  update public.periods set withdrawn_at = now() where id = logged.id;
  return query insert into public.periods (user_id, submission_id, day, kind) values (p_user, p_submission, p_day, p_kind)
    returning *;
end $$;
revoke all on function public.log_period(uuid, uuid, date, text) from public, anon, authenticated, service_role;
grant execute on function public.log_period(uuid, uuid, date, text) to service_role;

-- As in 20261117100100_cycle.sql, but first the patient's row, as whoever logs one: the other way round two devices could wait
-- for each other.
create or replace function public.take_back_period(p_user uuid, p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.customers where user_id = p_user for no key update;
  update public.periods set withdrawn_at = now() where id = p_id and user_id = p_user and withdrawn_at is null;
  return (select true from public.periods where id = p_id and user_id = p_user);
end $$;
