-- A resume starts the cycle that the clinician selected: earlier cycles become complete, this one and later ones open.
create function private.begin_named_cycle() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.completed_phases where user_id = new.user_id and stage_number = 3 and cycle_number >= new.cycle;
  perform private.complete_phases_until(new.user_id, new.cycle - 1, null);
  return null;
end $$;

create trigger begin_named_cycle after insert on public.outcome_events
  for each row when (new.kind = 'resume' and new.names_cycle) execute function private.begin_named_cycle();

create function private.last_positive(p_user uuid) returns public.test_results
language sql stable security definer set search_path = '' as $$
  select * from public.test_results where user_id = p_user and result_type = 'PREGNANCY' and result = 'positive'
  order by taken_on desc, created_at desc, id desc limit 1
$$;

-- The phases after treatment are open because of a positive test. If the test is undone, so are they.
create function private.mark_completion_by_result() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.customers where user_id = new.user_id and status = 'Pregnant') then
    new.result_id := coalesce(new.result_id, (private.last_positive(new.user_id)).id);
  end if;
  return new;
end $$;

create trigger step_3_by_result before insert on public.completed_phases
  for each row when (new.stage_number > 3) execute function private.mark_completion_by_result();

create function private.follow_changed_fact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.follow_care_state(old.user_id, old.id, true);
  else
    perform private.follow_care_state(new.user_id, new.id, (to_jsonb(new) ->> 'withdrawn_at') is not null);
  end if;
  return null;
end $$;

create trigger follow_new_test after insert or update on public.test_results
  for each row when (new.result_type = 'PREGNANCY') execute function private.follow_changed_fact();

create trigger follow_undone_test after delete on public.test_results
  for each row when (old.result_type = 'PREGNANCY') execute function private.follow_changed_fact();

create trigger follow_outcome after insert or update or delete on public.outcome_events
  for each row execute function private.follow_changed_fact();

-- A status that the care team sets is a decision, so it is stored as an event like any other.
create function private.add_decided_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  care record;
  today date := private.day_of_report(new.user_id, private.day_at(now(), private.known_zone(new.user_id)));
begin
  select * into care from private.care_status(new.user_id);
  if (new.status, care.state) in
    (('Active', 'treatment'), ('Paused', 'paused'), ('Paused', 'after-loss'), ('Withdrawn', 'stopped')) then
    return null;
  end if;
  insert into public.outcome_events (user_id, kind, day, cycle, resolved_to)
  select new.user_id, kind, today, private.treatment_cycle(new.user_id), resolved_to
  from (values
    (1, 'Pregnant', 'resolve', 'pregnant'),
    (2, 'Active', 'resolve', 'treatment'),
    -- A pregnancy cannot be paused, so first end it, then pause treatment.
    (3, 'Paused', 'resolve', 'treatment'),
    (4, 'Paused', 'pause', null),
    (5, 'Withdrawn', 'stop', null)) as decisions (place, status, kind, resolved_to)
  where status = new.status and (place <> 3 or private.refuses_outcome(new.user_id, 'pause', 'patient'))
  order by place;
  return null;
end $$;

create trigger add_decided_status after update of status on public.customers
  for each row when (current_user <> 'authenticated' and coalesce(current_setting('portal.status_follows', true), '') <> 'yes')
  execute function private.add_decided_status();
