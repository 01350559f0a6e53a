-- Which treatment cycle something belongs to, decided here once for portal, functions and workspace.

-- As in 20261119100730_check_of_this_cycle.sql: the cycle that Home shows. A pregnancy ends treatment, so no next cycle begins.
create or replace function private.cycle_under_way(p_user uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select least(3, cycle + case when status <> 'Pregnant' and not exists (
      select from public.journey_phases where stage_number = 3 and not exists (
        select from public.completed_phases as done
        where done.user_id = p_user and done.phase_id = journey_phases.phase_id and done.cycle_number = cycle))
    then 1 else 0 end)
  from private.treatment_cycle(p_user) as cycle, public.customers where user_id = p_user
$$;

-- A pregnancy test answers the last applicator before it. Someone who reports no use but marks that phase as complete has used them,
-- too; a phase that a positive completed says nothing. Null where nothing is known of a use: then the cycle stays the one that was named.
create function private.cycle_of_pregnancy_test(p_user uuid, p_taken_on date) returns integer
language sql stable security definer set search_path = '' as $$
  select used.cycle from (
    select on_day as day, cycle from public.treatment_day_timers where user_id = p_user and action = 'cap-in'
    union all
    select private.told_day(answers ->> 0, private.known_zone(p_user)), cycle_number from public.survey_responses
    where user_id = p_user and survey = 'applicator-use'
    union all
    select private.day_at(completed_at, private.known_zone(p_user)), cycle_number from public.completed_phases
    where user_id = p_user and phase_id = 'applicators' and result_id is null) as used
  where used.day <= p_taken_on and used.cycle is not null
  order by used.day desc, used.cycle desc limit 1
$$;

-- The name sorts it behind fill_taken_on.
create function private.find_cycle() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.cycle_number := coalesce(private.cycle_of_pregnancy_test(new.user_id, new.taken_on), new.cycle_number);
  return new;
end $$;
create trigger find_cycle before insert on public.test_results
  for each row when (new.result_type = 'PREGNANCY' and new.cycle_number between 1 and 3) execute function private.find_cycle();

-- As in 20261117100010_care_state_follows.sql: the browser's call after a positive. Nobody skips the plan by it: without a positive of
-- one's own it is refused, and it completes nothing beyond the cycle of that positive.
create or replace function public.complete_phases_until_cycle(p_user_id uuid, p_cycle_number integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  positive public.test_results;
begin
  if p_user_id is distinct from auth.uid() or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients complete their own phases';
  end if;
  if p_cycle_number is null or p_cycle_number not between 1 and 3 then
    raise exception using errcode = '22023', message = 'p_cycle_number must be 1, 2 or 3';
  end if;
  -- Before any phase, as whoever writes or takes back a result does.
  perform from public.customers where user_id = p_user_id for no key update;
  positive := private.last_positive(p_user_id);
  if positive.id is null then
    raise exception using errcode = '42501', message = 'Phases are completed up to a cycle after a positive result';
  end if;
  -- Outside of a pregnancy it changes nothing: an old positive that arrives after a loss completes no phase.
  if private.care_state(p_user_id) = 'pregnant' then
    perform private.complete_phases_until(p_user_id, least(p_cycle_number, positive.cycle_number), positive.id);
  end if;
end $$;

revoke all on function private.cycle_of_pregnancy_test(uuid, date), private.find_cycle() from public;
