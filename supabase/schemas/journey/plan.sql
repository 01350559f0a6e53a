create function private.begin_act() returns trigger language plpgsql set search_path = '' as $$
begin
  new.act := gen_random_uuid();
  return new;
end $$;
revoke all on function private.begin_act() from public;

-- Runs after step_1 to step_3, which may refuse the row. The condition runs as the role that inserts.
create trigger step_4_act before insert on public.completed_phases
  for each row when (current_user = 'authenticated') execute function private.begin_act();

-- The current step of the plan; no row once everything is complete.
create function private.step_under_way(p_user uuid) returns setof private.journey_steps
language sql stable security definer set search_path = '' as $$
  select steps.* from private.journey_steps as steps
  where not exists (
    select from public.completed_phases as done
    where done.user_id = p_user and done.phase_id = steps.phase_id
      and done.cycle_number is not distinct from steps.cycle_number)
  order by step limit 1
$$;
revoke all on function private.step_under_way(uuid) from public;

-- Whether a period after its last applicator has ended this treatment cycle; domain/next-step/cycle-over.ts has the same rule.
create function private.is_cycle_over(p_user uuid, p_cycle integer) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.periods
    where user_id = p_user and body = private.present_body(p_user) and kind = 'period' and withdrawn_at is null and day > (
      select max(used.day) from (
        select on_day as day from private.caps_used(p_user) where cycle = p_cycle
        union all
        select private.reported_day(answers ->> 0, private.known_zone(p_user)) from public.survey_responses
        where user_id = p_user and survey = 'applicator-use' and coalesce(cycle_number, 1) = p_cycle) as used))
$$;
revoke all on function private.is_cycle_over(uuid, integer) from public;

-- The treatment step from which the caller may move on. It locks their record, so that nothing else
-- completes a phase in the meantime.
create function private.step_to_move_on_from() returns private.journey_steps
language plpgsql security definer set search_path = '' as $$
declare
  patient constant uuid := auth.uid();
  at_step private.journey_steps;
begin
  if patient is null or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients can complete only their own phases';
  end if;
  -- Locks the patient before any phase, as every write or undo of a result does.
  perform from public.customers where user_id = patient for no key update;
  if private.care_state(patient) <> 'treatment' then
    raise exception using errcode = '42501', message = 'Treatment phases cannot be completed in this care state';
  end if;
  select * into at_step from private.step_under_way(patient);
  if at_step.stage_number is distinct from 3 then
    raise exception using errcode = '42501', message = 'This phase is locked';
  end if;
  return at_step;
end $$;
revoke all on function private.step_to_move_on_from() from public;

-- After a peak, completes every phase before the applicators in the current cycle in one act, and the previous cycle if a period has ended
-- it. Does nothing if the patient is already at the applicators.
create function public.complete_phases_before_applicators() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  patient constant uuid := auth.uid();
  at_step constant private.journey_steps := private.step_to_move_on_from();
  to_cycle constant integer := at_step.cycle_number + private.is_cycle_over(patient, at_step.cycle_number)::integer;
  new_act constant uuid := gen_random_uuid();
  marked integer;
begin
  insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number, act)
  select patient, steps.phase_id, steps.stage_number, steps.cycle_number, new_act
  from private.journey_steps as steps
  where steps.stage_number = 3 and (steps.cycle_number between at_step.cycle_number and to_cycle - 1
    or steps.cycle_number = to_cycle and steps.phase_number < (
      select phase_number from public.journey_phases where phase_id = 'applicators'))
  order by steps.step
  on conflict do nothing;
  get diagnostics marked = row_count;
  return marked;
end $$;
revoke all on function public.complete_phases_before_applicators() from public, anon, authenticated, service_role;
grant execute on function public.complete_phases_before_applicators() to authenticated;

-- After a period that ended a treatment cycle, completes every remaining phase of that cycle in one act.
create function public.start_next_cycle() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  patient constant uuid := auth.uid();
  at_step constant private.journey_steps := private.step_to_move_on_from();
  new_act constant uuid := gen_random_uuid();
  marked integer;
begin
  if at_step.phase_id <> 'testing' and not private.is_cycle_over(patient, at_step.cycle_number) then
    raise exception using errcode = '42501', message = 'This cycle is not over yet';
  end if;
  insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number, act)
  select patient, steps.phase_id, steps.stage_number, steps.cycle_number, new_act
  from private.journey_steps as steps
  where steps.stage_number = 3 and steps.cycle_number = at_step.cycle_number
  order by steps.step
  on conflict do nothing;
  get diagnostics marked = row_count;
  return marked;
end $$;
revoke all on function public.start_next_cycle() from public, anon, authenticated, service_role;
grant execute on function public.start_next_cycle() to authenticated;

-- The last step that the patient marked, if they can still undo it: nothing after it is complete, it is less than a day old, and, for a
-- treatment step, no test or event has ended treatment.
create function private.last_undoable_act(p_user uuid)
returns table (act uuid, phase_id text, cycle_number integer, until timestamptz)
language sql stable security definer set search_path = '' as $$
  select last.act, last.phase_id, last.cycle_number, last.completed_at + interval '24 hours'
  from (
    select done.* from public.completed_phases as done
    join private.journey_steps as steps on steps.phase_id = done.phase_id
      and steps.cycle_number is not distinct from done.cycle_number
    where done.user_id = p_user order by steps.step desc limit 1) as last
  where last.act is not null and last.completed_at > now() - interval '24 hours'
    and (last.cycle_number is null or private.care_state(p_user) = 'treatment')
$$;
revoke all on function private.last_undoable_act(uuid) from public;

create function public.undo_completion(p_act uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  patient uuid := auth.uid();
begin
  if patient is null or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients can undo only their own phases';
  end if;
  perform from public.customers where user_id = patient for no key update;
  if p_act is null or p_act is distinct from (select act from private.last_undoable_act(patient)) then
    raise exception using errcode = '42501', message = 'This can no longer be undone';
  end if;
  delete from public.completed_phases where user_id = patient and act = p_act;
end $$;
revoke all on function public.undo_completion(uuid) from public, anon, authenticated, service_role;
grant execute on function public.undo_completion(uuid) to authenticated;

-- When the care team was last in touch with the patient in person: they recorded that they spoke, ended an item with it, or completed a
-- call. Of a loss's own items, a letter and a booked call are the contact that was promised. Null if never.
create function private.last_spoke_at(p_user uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select max(spoke.at) from (
    select contacted_at as at from public.patient_contacts
    where user_id = p_user and result = 'spoke' and withdrawn_at is null
    union all
    select done.decided_at from public.attention_decisions as done
    where done.user_id = p_user and done.decision = 'done'
      and (done.outcome = 'spoke' or done.outcome in ('wrote', 'booked') and done.key like 'loss-%') and not exists (
      select from public.attention_decisions as later where later.key = done.key and later.version > done.version)
    union all
    select starts_at from public.appointments where user_id = p_user and status = 'booked' and outcome = 'took-place') as spoke
$$;
revoke all on function private.last_spoke_at(uuid) from public;

-- What the plan marks as done by itself; null for a person without a record. It says that there are notes and calls, nothing about them. A
-- call was held if the team said so or there is a note; one that the patient missed or the clinic canceled is neither held nor past.
-- Notes are new until the patient opens them.
create function public.own_journey_facts() returns jsonb
language sql stable security definer set search_path = '' as $$
  -- After a positive test, the patient needs a new review. An earlier one doesn't count.
  with tested as (
    select coalesce(max(taken_at), '-infinity') as positive_at from public.test_results
    where user_id = auth.uid() and result_type = 'PREGNANCY' and result = 'positive'
  ), calls as (
    select types.slug, calls.starts_at, calls.outcome
    from public.appointments as calls
    join public.appointment_types as types on types.id = calls.appointment_type_id
    where calls.user_id = auth.uid() and calls.status = 'booked' and (calls.ends_at <= now() or calls.outcome is not null)
      and (types.slug <> 'post-treatment-review' or calls.starts_at >= (select positive_at from tested))
  ), notes as (
    select consultation_reference, author_role, signed_at,
      consultation_reference <> 'post-treatment-review' or signed_at >= (select positive_at from tested) as is_present
    from public.consultation_notes
    where user_id = auth.uid() and not private.is_withdrawn(id)
  )
  select jsonb_build_object(
    'hasAnswered', exists (select from public.onboarding_info where user_id = auth.uid()),
    'kit', private.own_kit(),
    'callsHeld', (select coalesce(jsonb_agg(held.type), '[]') from (
      select slug as type from calls where outcome = 'took-place'
      union
      select consultation_reference from notes where is_present) as held),
    'callsPast', (select coalesce(jsonb_object_agg(past.slug, past.at), '{}') from (
      select slug, max(starts_at) as at from calls where outcome is null group by slug) as past),
    'notes', (select coalesce(jsonb_agg(distinct consultation_reference), '[]') from notes),
    'hasNewNotes', exists (
      select from notes
      where is_present and author_role = 'clinician' and signed_at > now() - interval '14 days' and not exists (
        select from public.audit_log
        where subject_id = auth.uid() and actor_id = auth.uid() and action = 'read' and kind = 'consultation_notes'
          and at >= notes.signed_at)),
    'surveyedIn', (select coalesce(jsonb_agg(cycle_number), '[]') from public.survey_responses
      where user_id = auth.uid() and survey = 'applicator-use'),
    'periodOn', (select max(day) from public.periods
      where user_id = auth.uid() and body = private.present_body(auth.uid()) and withdrawn_at is null
        and kind <> 'bleed-with-loss'),
    'spokeAt', private.last_spoke_at(auth.uid()),
    'hasRatedConfidence', exists (
      select from public.survey_responses where user_id = auth.uid() and survey = 'before-treatment'),
    'takeBack', (
      select jsonb_build_object('act', last.act, 'phaseId', last.phase_id, 'cycle', last.cycle_number, 'until', last.until,
        -- Only a call sets fact_id on an act.
        'isByCall', bool_or(done.fact_id is not null),
        'steps', jsonb_agg(jsonb_build_object('phaseId', done.phase_id, 'cycle', done.cycle_number) order by steps.step))
      from private.last_undoable_act(auth.uid()) as last
      join public.completed_phases as done on done.user_id = auth.uid() and done.act = last.act
      join private.journey_steps as steps on steps.phase_id = done.phase_id
        and steps.cycle_number is not distinct from done.cycle_number
      group by last.act, last.phase_id, last.cycle_number, last.until))
  where private.has_consented()
$$;
revoke all on function public.own_journey_facts() from public, anon, authenticated, service_role;
grant execute on function public.own_journey_facts() to authenticated;
