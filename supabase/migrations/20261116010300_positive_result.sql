-- A positive test ends treatment: the result, the completed phases and the status are one transaction, so that none of them
-- stands without the others. The portal's own calls for the last two stay allowed, and then find nothing left to change.

create function private.complete_phases_until(p_user uuid, p_cycle integer) returns void
language sql set search_path = '' as $$
  insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number)
  select p_user, phase_id, stage_number, cycle_number
  from private.journey_steps
  where stage_number <= 2 or (stage_number = 3 and cycle_number <= p_cycle)
  -- Always in this order, so that two calls at once wait for each other instead of locking each other out.
  order by step
  on conflict do nothing
$$;
revoke all on function private.complete_phases_until(uuid, integer) from public;

create or replace function public.complete_phases_until_cycle(p_user_id uuid, p_cycle_number integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_user_id is distinct from auth.uid() or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients complete their own phases';
  end if;
  if p_cycle_number is null or p_cycle_number not between 1 and 3 then
    raise exception using errcode = '22023', message = 'p_cycle_number must be 1, 2 or 3';
  end if;
  perform private.complete_phases_until(p_user_id, p_cycle_number);
end $$;

-- Answers the new row, or none where this submission is already stored: a repeat changes nothing, because the care team may
-- have decided otherwise since.
create function public.store_positive_result(
  p_user uuid, p_submission uuid, p_cycle integer, p_taken_at timestamptz
) returns setof public.test_results
language plpgsql security definer set search_path = '' as $$
declare
  stored public.test_results;
begin
  -- Positives that arrive or are taken back at the same moment queue here, as in private.undo_pregnancy.
  perform from public.customers where user_id = p_user for update;
  insert into public.test_results (user_id, submission_id, result_type, result, cycle_number, taken_at)
  values (p_user, p_submission, 'PREGNANCY', 'positive', p_cycle, p_taken_at)
  on conflict (user_id, submission_id) do nothing
  returning * into stored;
  if not found then
    return;
  end if;
  perform private.complete_phases_until(p_user, p_cycle);
  update public.customers set status = 'Pregnant', status_before_pregnancy = status
  where user_id = p_user and status <> 'Pregnant';
  return next stored;
end $$;
revoke all on function public.store_positive_result(uuid, uuid, integer, timestamptz) from public, anon, authenticated;
grant execute on function public.store_positive_result(uuid, uuid, integer, timestamptz) to service_role;
