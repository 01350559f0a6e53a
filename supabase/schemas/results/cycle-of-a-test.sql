-- A pregnancy test belongs to the cycle of the last applicator before it. A patient who marked that phase as complete has also used one; a
-- phase that a positive test completed says nothing. Null if no use is known: the test then keeps the cycle that was sent.
create function private.cycle_of_pregnancy_test(p_user uuid, p_taken_on date) returns integer
language sql stable security definer set search_path = '' as $$
  select used.cycle from (
    select on_day as day, cycle from private.caps_used(p_user)
    union all
    select private.reported_day(answers ->> 0, private.known_zone(p_user)), cycle_number from public.survey_responses
    where user_id = p_user and survey = 'applicator-use'
    union all
    select private.day_at(completed_at, private.known_zone(p_user)), cycle_number from public.completed_phases
    where user_id = p_user and phase_id = 'applicators' and result_id is null) as used
  where used.day <= p_taken_on and used.cycle is not null
  order by used.day desc, used.cycle desc limit 1
$$;
revoke all on function private.cycle_of_pregnancy_test(uuid, date) from public;

-- Its name sorts after fill_taken_on, because triggers run in the order of their names.
create function private.find_cycle() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.cycle_number := coalesce(private.cycle_of_pregnancy_test(new.user_id, new.taken_on), new.cycle_number);
  return new;
end $$;
revoke all on function private.find_cycle() from public;

create trigger find_cycle before insert on public.test_results
  for each row when (new.result_type = 'PREGNANCY' and new.cycle_number between 1 and 3) execute function private.find_cycle();
