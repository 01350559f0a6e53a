create function private.complete_phases_until(p_user uuid, p_cycle integer, p_result uuid, p_fact uuid default null)
returns void language sql set search_path = '' as $$
  insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number, result_id, fact_id)
  select p_user, phase_id, stage_number, cycle_number, p_result, p_fact
  from private.journey_steps
  where stage_number <= 2 or (stage_number = 3 and cycle_number <= p_cycle)
  -- Inserts in a fixed order, so that simultaneous calls never deadlock.
  order by step
  on conflict do nothing
$$;
revoke all on function private.complete_phases_until(uuid, integer, uuid, uuid) from public;

-- Runs after a fact was reported, undone or changed. `p_fact` is the id of the test or event.
create function private.follow_care_state(p_user uuid, p_fact uuid, p_is_undone boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  care record;
  positive public.test_results;
begin
  -- If two facts arrive at the same time, the second waits here and then sees both.
  perform from public.customers where user_id = p_user for no key update;
  -- The record is being deleted.
  if not found then
    return;
  end if;
  if p_is_undone then
    delete from public.completed_phases where user_id = p_user and fact_id = p_fact;
  end if;
  select * into care from private.care_status(p_user);
  if care.status = 'Pregnant' then
    positive := private.last_positive(p_user);
    if positive.id is not null then
      perform private.complete_phases_until(p_user, positive.cycle_number, positive.id,
        case when not p_is_undone then p_fact end);
    end if;
  end if;
  perform set_config('portal.status_follows', 'yes', true);
  update public.customers set status = care.status where user_id = p_user and status <> care.status;
  perform set_config('portal.status_follows', '', true);
end $$;
revoke all on function private.follow_care_state(uuid, uuid, boolean) from public;
