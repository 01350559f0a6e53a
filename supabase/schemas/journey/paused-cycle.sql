-- The first period since the pause restarts a paused cycle. Only periods of the person who uses the applicator now count.
create function private.reopen_paused_cycle() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  in_cycle integer;
  last_period date;
begin
  -- Locks the patient before any phase, as every write or undo of a result does.
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
revoke all on function private.reopen_paused_cycle() from public;

create trigger reopen_paused_cycle after insert on public.periods
  for each row when (new.kind = 'period') execute function private.reopen_paused_cycle();

create function private.complete_reopened() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.customers where user_id = new.user_id for no key update;
  insert into public.completed_phases
  select * from jsonb_populate_recordset(null::public.completed_phases, new.reopened)
  -- Phases completed in the meantime stay as they are.
  on conflict do nothing;
  return null;
end $$;
revoke all on function private.complete_reopened() from public;

create trigger complete_reopened after update on public.periods
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null and new.reopened is not null)
  execute function private.complete_reopened();
