-- Runs after the team entered a call's outcome. A call that took place completes its phase, and the read-only phases before it, so that
-- they don't lock what follows. A phase that was not reached stays locked, because a cycle or another call comes first. The patient can
-- undo it for a day, like any completion; a corrected outcome removes it too.
create function private.complete_phase_of_call() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  patient_status constant text := (select status from public.customers where user_id = new.user_id);
  act_of_call constant uuid := gen_random_uuid();
begin
  if old.outcome = 'took-place' then
    delete from public.completed_phases where user_id = new.user_id and fact_id = new.id;
  end if;
  if new.outcome is distinct from 'took-place' then
    return null;
  end if;
  with steps as (
    select journey_steps.*, journey_phases.call_type,
      journey_phases.call_type is null and journey_phases.cycles = 0 as is_reading,
      exists (
        select from public.completed_phases as done
        where done.user_id = new.user_id and done.phase_id = journey_steps.phase_id
          and done.cycle_number is not distinct from journey_steps.cycle_number) as is_done
    from private.journey_steps join public.journey_phases using (phase_id)
  ), asked as (
    select steps.* from steps
    join public.appointment_types on appointment_types.slug = steps.call_type
    where appointment_types.id = new.appointment_type_id and not exists (
      select from steps as earlier
      where earlier.step < steps.step and not earlier.is_done and not earlier.is_reading
        -- A pregnancy ends treatment, so unfinished cycles block nothing.
        and not (earlier.cycle_number is not null and patient_status = 'Pregnant'))
  )
  insert into public.completed_phases (user_id, phase_id, stage_number, act, fact_id)
  select new.user_id, steps.phase_id, steps.stage_number, act_of_call, new.id
  from asked join steps on steps.step = asked.step or steps.step < asked.step and steps.is_reading
  order by steps.step
  on conflict do nothing;
  return null;
end $$;
revoke all on function private.complete_phase_of_call() from public;

create trigger complete_phase_of_call after update of outcome on public.appointments
  for each row when (old.outcome is distinct from new.outcome) execute function private.complete_phase_of_call();
