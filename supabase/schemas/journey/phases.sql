-- Progress along the journey. The journey itself is in domain/journey; a test compares this reference table with it.
create table public.journey_phases (
  phase_id text primary key constraint phase_id_ends check (length(phase_id) <= 60),
  stage_number integer not null,
  phase_number integer not null,
  cycles integer not null check (cycles in (0, 3)),
  -- The call type that completes this phase. domain/journey/definition.ts says the same, and a test compares the two.
  call_type text constraint call_type_ends check (length(call_type) <= 60),
  unique (phase_id, stage_number),
  unique (stage_number, phase_number)
);
alter table public.journey_phases enable row level security;
revoke all on public.journey_phases from anon, authenticated, service_role;
grant select on public.journey_phases to service_role;

insert into public.journey_phases (phase_id, stage_number, phase_number, cycles, call_type) values
  ('welcome', 1, 1, 0, null),
  ('consultation-prep', 1, 2, 0, 'initial-consultation'),
  ('optimize', 2, 1, 0, null),
  ('consultation', 2, 2, 0, 'meet-your-clinical-coach'),
  ('ovulation', 3, 1, 3, null),
  ('abstinence', 3, 2, 3, null),
  ('applicators', 3, 3, 3, null),
  ('testing', 3, 4, 3, null),
  ('post-treatment', 4, 1, 0, 'post-treatment-review');

create table public.completed_phases (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  phase_id text not null,
  stage_number integer not null,
  cycle_number integer check (cycle_number between 1 and 3),
  completed_at timestamptz not null default now(),
  unique nulls not distinct (user_id, phase_id, cycle_number),
  -- The positive test that completed it. Undoing the test undoes the completion.
  result_id uuid references public.test_results on delete cascade,
  -- Phases that the patient marked together, so that they are undone together. Null if a positive test or the care team completed it.
  act uuid,
  -- The fact that made the positive test count, if it is another one, such as an older test that arrived late. Undoing it undoes this too.
  fact_id uuid,
  -- The member of the care team who completed it for the patient; null if the patient, a call or a test did.
  logged_by uuid,
  logged_by_name text check (length(logged_by_name) <= 100),
  logged_by_role text check (logged_by_role in ('coach', 'clinician')),
  foreign key (phase_id, stage_number) references public.journey_phases (phase_id, stage_number)
);
alter table public.completed_phases alter column user_id set statistics 0;
alter table public.completed_phases enable row level security;
revoke all on public.completed_phases from anon, authenticated, service_role;
grant select, insert, update, delete on public.completed_phases to service_role;
grant select on public.completed_phases to authenticated;
grant insert (user_id, phase_id, stage_number, cycle_number) on public.completed_phases to authenticated;
grant update (user_id, phase_id, stage_number, cycle_number) on public.completed_phases to authenticated;
create index completed_phases_of_result on public.completed_phases (result_id);
create index completed_phases_of_fact on public.completed_phases (fact_id) where fact_id is not null;

create policy "Patients read their own progress" on public.completed_phases
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create policy "Patients complete their own phases" on public.completed_phases
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.has_consented()));

-- Only the upsert needs this policy: the trigger below keeps every row unchanged.
create policy "Patients complete a phase twice without harm" on public.completed_phases
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_consented()))
  with check (user_id = (select auth.uid()));

create function private.keep_completion() returns trigger language plpgsql set search_path = '' as $$
begin
  return case when current_user = 'authenticated' then old else new end;
end $$;

create trigger keep_completion before update on public.completed_phases
  for each row execute function private.keep_completion();

-- Every step of the journey in order: a phase without cycles once, a phase with cycles once for each cycle.
create view private.journey_steps as
  select phase_id, stage_number, phase_number, cycle_number,
    row_number() over (order by stage_number, cycle_number nulls first, phase_number) as step
  from (
    select journey_phases.*, cycle_number
    from public.journey_phases
    left join lateral generate_series(1, nullif(cycles, 0)) as cycle_number on true
  ) as steps;

-- A step is locked while any step before it is open. A pregnancy ends treatment: the rest of stage 3 is then locked, but locks nothing
-- after it. A complete step stays complete, so completing it again is never refused.
create function private.is_step_locked_for(p_user uuid, p_phase text, p_cycle integer) returns boolean
language sql stable security definer set search_path = '' as $$
  with steps as (
    select journey_steps.*, completed_phases.id is not null as is_done
    from private.journey_steps
    left join public.completed_phases on completed_phases.user_id = p_user
      and completed_phases.phase_id = journey_steps.phase_id
      and completed_phases.cycle_number is not distinct from journey_steps.cycle_number
  )
  select not target.is_done and case
    when customers.status = 'Pregnant' then target.stage_number = 3
    else exists (select from steps as earlier where earlier.step < target.step and not earlier.is_done)
  end
  from public.customers, steps as target
  where customers.user_id = p_user
    and target.phase_id = p_phase and target.cycle_number is not distinct from p_cycle
$$;
revoke all on function private.is_step_locked_for(uuid, text, integer) from public;

-- For the caller only, so that no one learns how far another patient is.
create function private.is_step_locked(p_phase text, p_cycle integer) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_step_locked_for(auth.uid(), p_phase, p_cycle)
$$;
grant execute on function private.is_step_locked(text, integer) to authenticated;

-- For every role: only steps of the journey can be completed, each with its own stage and cycle.
create function private.refuse_unknown_step() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select from private.journey_steps as steps
    where steps.phase_id = new.phase_id and steps.stage_number = new.stage_number
      and steps.cycle_number is not distinct from new.cycle_number
  ) then
    raise exception using errcode = '23514', message = 'This phase is not part of the plan';
  end if;
  return new;
end $$;

create function private.refuse_locked_step() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The table's policy refuses another patient's row.
  if current_user <> 'authenticated' or new.user_id is distinct from auth.uid() then
    return new;
  end if;
  if private.is_step_locked(new.phase_id, new.cycle_number) is not false then
    raise exception using errcode = '42501', message = 'This phase is locked';
  end if;
  return new;
end $$;

-- Triggers run in the order of their names.
create trigger step_1_exists before insert on public.completed_phases
  for each row execute function private.refuse_unknown_step();

create trigger step_2_is_open before insert on public.completed_phases
  for each row execute function private.refuse_locked_step();

create trigger audit_completed_phases after insert or delete on public.completed_phases
  for each row execute function private.audit_change();

-- The browser calls it after a positive result. It needs a positive result of the patient's own and completes nothing beyond that result's
-- cycle, so no one can skip the plan with it. Outside treatment it changes nothing: an old positive that arrives after a loss completes
-- no phase.
create function public.complete_phases_until_cycle(p_user_id uuid, p_cycle_number integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  positive public.test_results;
begin
  if p_user_id is distinct from auth.uid() or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients can complete only their own phases';
  end if;
  if p_cycle_number is null or p_cycle_number not between 1 and 3 then
    raise exception using errcode = '22023', message = 'p_cycle_number must be 1, 2 or 3';
  end if;
  -- Locks the patient before any phase, as every write or undo of a result does.
  perform from public.customers where user_id = p_user_id for no key update;
  positive := private.last_positive(p_user_id);
  if positive.id is null then
    raise exception using errcode = '42501', message = 'Only a patient with a positive result can complete phases up to a cycle';
  end if;
  if private.care_state(p_user_id) = 'pregnant' then
    perform private.complete_phases_until(p_user_id, least(p_cycle_number, positive.cycle_number), positive.id);
  end if;
end $$;
revoke all on function public.complete_phases_until_cycle(uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.complete_phases_until_cycle(uuid, integer) to authenticated;

-- Outside treatment, no treatment step can be completed. The portal shows no button (domain/care-state/surfaces.ts); a page that was
-- already open, or another program, is refused here. A complete step stays complete, and completing it again is harmless. This checks the
-- caller only; the policy refuses another patient's row.
create function private.refuse_step_at_rest() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id = auth.uid() and private.care_state(new.user_id) <> 'treatment' and not exists (
    select from public.completed_phases
    where user_id = new.user_id and phase_id = new.phase_id and cycle_number = new.cycle_number
  ) then
    raise exception using errcode = '42501', message = 'Treatment phases cannot be completed in this care state';
  end if;
  return new;
end $$;
revoke all on function private.refuse_step_at_rest() from public;

-- The condition runs as the role that inserts. What a positive test completes, the database inserts itself.
create trigger step_2_rests before insert on public.completed_phases
  for each row when (new.cycle_number is not null and current_user = 'authenticated')
  execute function private.refuse_step_at_rest();
