create function private.begin_act() returns trigger language plpgsql set search_path = '' as $$
begin
  new.act := gen_random_uuid();
  return new;
end $$;
revoke all on function private.begin_act() from public;

-- After step_1 to step_3, which may refuse it. The condition is judged as whoever inserts.
create trigger step_4_act before insert on public.completed_phases
  for each row when (current_user = 'authenticated') execute function private.begin_act();

-- After a peak: what comes before the applicators in the cycle under way is done, in one act. There is nothing to move where the
-- applicators are reached already.
create function public.move_plan_on() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  patient uuid := auth.uid();
  at_step record;
  new_act uuid := gen_random_uuid();
  marked integer;
begin
  if patient is null or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients complete their own phases';
  end if;
  -- Before any phase, as whoever writes or takes back a result does.
  perform from public.customers where user_id = patient for no key update;
  if private.care_state(patient) <> 'treatment' then
    raise exception using errcode = '42501', message = 'Nothing of treatment is asked for now';
  end if;
  select steps.* into at_step from private.journey_steps as steps
  where not exists (
    select from public.completed_phases as done
    where done.user_id = patient and done.phase_id = steps.phase_id
      and done.cycle_number is not distinct from steps.cycle_number)
  order by step limit 1;
  if at_step.stage_number is distinct from 3 then
    raise exception using errcode = '42501', message = 'This phase is locked';
  end if;
  insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number, act)
  select patient, steps.phase_id, steps.stage_number, steps.cycle_number, new_act
  from private.journey_steps as steps
  where steps.stage_number = 3 and steps.cycle_number = at_step.cycle_number and steps.phase_number < (
    select phase_number from public.journey_phases where phase_id = 'applicators')
  order by steps.step
  on conflict do nothing;
  get diagnostics marked = row_count;
  return marked;
end $$;
revoke all on function public.move_plan_on() from public, anon, authenticated, service_role;
grant execute on function public.move_plan_on() to authenticated;

-- The last thing that somebody marked, while they can take it back: nothing further along is complete, it is less than a day old,
-- and of treatment nothing is undone once a test or an event has led out of it.
create function private.act_to_take_back(p_user uuid)
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
revoke all on function private.act_to_take_back(uuid) from public;

create function public.take_back_completion(p_act uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  patient uuid := auth.uid();
begin
  if patient is null or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients take back their own phases';
  end if;
  perform from public.customers where user_id = patient for no key update;
  if p_act is null or p_act is distinct from (select act from private.act_to_take_back(patient)) then
    raise exception using errcode = '42501', message = 'This can no longer be taken back';
  end if;
  delete from public.completed_phases where user_id = patient and act = p_act;
end $$;
revoke all on function public.take_back_completion(uuid) from public, anon, authenticated, service_role;
grant execute on function public.take_back_completion(uuid) to authenticated;

-- What the plan ticks by itself, in one answer; null for a person without a record. Of notes and calls it says only that there are some.
-- A call counts as held if the team said so or there is a note; one that the patient missed or the clinic canceled is neither held nor
-- past. Notes are new until the patient opens them.
create function public.own_plan() returns jsonb
language sql stable security definer set search_path = '' as $$
  with calls as (
    select types.slug, calls.starts_at, calls.outcome
    from public.appointments as calls
    join public.appointment_types as types on types.id = calls.appointment_type_id
    where calls.user_id = auth.uid() and calls.status = 'booked' and calls.ends_at <= now()
  ), notes as (
    select consultation_reference, author_role, signed_at
    from public.consultation_notes
    where user_id = auth.uid() and not private.is_withdrawn(id)
  )
  select jsonb_build_object(
    'hasAnswered', exists (select from public.onboarding_info where user_id = auth.uid()),
    'kit', private.own_kit(),
    'callsHeld', (select coalesce(jsonb_agg(held.type), '[]') from (
      select slug as type from calls where outcome = 'took-place'
      union
      select consultation_reference from notes) as held),
    'callsPast', (select coalesce(jsonb_object_agg(past.slug, past.at), '{}') from (
      select slug, max(starts_at) as at from calls where outcome is null group by slug) as past),
    'notes', (select coalesce(jsonb_agg(distinct consultation_reference), '[]') from notes),
    'hasNewNotes', exists (
      select from notes
      where author_role = 'clinician' and signed_at > now() - interval '14 days' and not exists (
        select from public.audit_log
        where subject_id = auth.uid() and actor_id = auth.uid() and action = 'read' and kind = 'consultation_notes'
          and at >= notes.signed_at)),
    'surveyedIn', (select coalesce(jsonb_agg(cycle_number), '[]') from public.survey_responses
      where user_id = auth.uid() and survey = 'applicator-use'),
    'periodOn', (select max(day) from public.periods
      where user_id = auth.uid() and body = private.present_body(auth.uid()) and withdrawn_at is null
        and kind <> 'bleed-with-loss'),
    'takeBack', (select jsonb_build_object('act', act, 'phaseId', phase_id, 'cycle', cycle_number, 'until', until)
      from private.act_to_take_back(auth.uid())))
  where private.has_consented()
$$;
revoke all on function public.own_plan() from public, anon, authenticated, service_role;
grant execute on function public.own_plan() to authenticated;
