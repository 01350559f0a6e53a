-- A positive result that is taken back used to make everybody Active: also somebody whom the care team had withdrawn or
-- paused, or had itself called pregnant. Now only what the patient's own report changed is set back, to what was before.

-- Set while the status is Pregnant by the patient's own report. Whoever was Pregnant before this column came is left to
-- the care team: what they were before was not kept.
alter table public.customers add column status_before_pregnancy text
  check (status_before_pregnancy in ('Active', 'Paused', 'Withdrawn'));

create or replace function private.check_own_change() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' then
    return new;
  end if;
  if old.onboarding_completed and not new.onboarding_completed then
    raise exception using errcode = '42501', message = 'onboarding_completed can only be set to true';
  end if;
  if new.status is distinct from old.status then
    if new.status <> 'Pregnant' or not exists (
      select from public.test_results
      where user_id = new.user_id and result_type = 'PREGNANCY' and result = 'positive'
    ) then
      raise exception using errcode = '42501', message = 'status can only be set to Pregnant, after a positive result';
    end if;
    new.status_before_pregnancy := old.status;
  end if;
  return new;
end $$;

-- What the care team decides stands: it forgets what a taken-back result would set back, unless the same change names it.
create function private.forget_status_before() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' and new.status_before_pregnancy is not distinct from old.status_before_pregnancy then
    new.status_before_pregnancy := null;
  end if;
  return new;
end $$;
revoke all on function private.forget_status_before() from public;
-- Of status, changed or not: a care team that says Pregnant of somebody who said so first has decided it, too.
create trigger forget_status_before before update of status on public.customers
  for each row execute function private.forget_status_before();

create or replace function private.undo_pregnancy() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Of two results that are taken back at once the second waits here, and then sees that it was the last.
  perform from public.customers where user_id = old.user_id for update;
  update public.customers set status = status_before_pregnancy
  where user_id = old.user_id and status = 'Pregnant' and status_before_pregnancy is not null and not exists (
    select from public.test_results
    where user_id = old.user_id and result_type = 'PREGNANCY' and result = 'positive');
  return null;
end $$;
