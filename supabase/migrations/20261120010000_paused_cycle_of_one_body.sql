-- As in 20261118100110_paused_cycle_reopens.sql, with the periods of whoever uses the applicator now: somebody else's period begins
-- nobody's cycle again, and says nothing of whether theirs was the first since the pause.
create or replace function private.reopen_paused_cycle() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  in_cycle integer;
  last_period date;
begin
  -- Before any phase, as whoever writes or takes back a result does.
  perform from public.customers where user_id = new.user_id for no key update;
  in_cycle := private.treatment_cycle(new.user_id);
  if new.body is distinct from private.present_body(new.user_id)
    or not exists (select from public.completed_phases
      where user_id = new.user_id and stage_number = 3 and cycle_number = in_cycle)
    or exists (select from public.completed_phases
      where user_id = new.user_id and phase_id = 'applicators' and cycle_number = in_cycle) then
    return null;
  end if;
  last_period := (select max(day) from public.periods
    where user_id = new.user_id and body = new.body and kind = 'period' and withdrawn_at is null
      and id <> new.id and day <= new.day);
  if not exists (select from public.outcome_events
      where user_id = new.user_id and kind = 'pause' and withdrawn_at is null and cycle = in_cycle
        and day <= new.day and day > coalesce(last_period, '-infinity'))
    or private.care_state(new.user_id) not in ('treatment', 'paused') then
    return null;
  end if;
  with gone as (
    delete from public.completed_phases where user_id = new.user_id and stage_number = 3 and cycle_number = in_cycle
    returning *)
  update public.periods set reopened = (select jsonb_agg(to_jsonb(gone)) from gone) where id = new.id;
  return null;
end $$;
