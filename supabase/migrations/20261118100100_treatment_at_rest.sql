-- Outside treatment no step of it is asked for, so none is completed: the portal shows no button (domain/care-state/surfaces.ts),
-- and a page that was open before, or another program of the patient's, is refused. What is done stays done, and saying so again is
-- harmless. Like the lock it answers for the caller alone; the policy refuses another patient's row.
create function private.refuse_step_at_rest() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id = auth.uid() and private.care_state(new.user_id) <> 'treatment' and not exists (
    select from public.completed_phases
    where user_id = new.user_id and phase_id = new.phase_id and cycle_number = new.cycle_number
  ) then
    raise exception using errcode = '42501', message = 'Nothing of treatment is asked for now';
  end if;
  return new;
end $$;
revoke all on function private.refuse_step_at_rest() from public;
-- The condition is judged as whoever inserts; what a positive completes, the database inserts itself.
create trigger step_2_rests before insert on public.completed_phases
  for each row when (new.cycle_number is not null and current_user = 'authenticated')
  execute function private.refuse_step_at_rest();
