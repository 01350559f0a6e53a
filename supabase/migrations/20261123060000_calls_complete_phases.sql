-- A call that took place completes the phase that asked to book it.

-- The type of call that a phase asks to book; domain/journey/definition.ts says the same, and a test compares the two.
alter table public.journey_phases add column call_type text;
update public.journey_phases set call_type = asked.call_type
from (values
  ('consultation-prep', 'initial-consultation'),
  ('consultation', 'meet-your-clinical-coach'),
  ('post-treatment', 'post-treatment-review')) as asked (phase_id, call_type)
where journey_phases.phase_id = asked.phase_id;

-- After the team said how a call went. Phases before it that are only for reading are complete with it, in the same act, so that
-- they lock nothing that comes after the call. A phase that was not reached stays locked: a cycle or another call comes first.
-- The patient can undo it for a day, like any completion; an outcome that the team corrects takes it along.
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
        -- A pregnancy ends treatment, so its open cycles block nothing.
        and not (earlier.cycle_number is not null and patient_status = 'Pregnant'))
  )
  insert into public.completed_phases (user_id, phase_id, stage_number, act, fact_id)
  select new.user_id, steps.phase_id, steps.stage_number, act_of_call, new.id
  from asked join steps on steps.step = asked.step or steps.step < asked.step and steps.is_reading
  order by steps.step
  on conflict do nothing;
  return null;
end $$;
create trigger complete_phase_of_call after update of outcome on public.appointments
  for each row when (old.outcome is distinct from new.outcome) execute function private.complete_phase_of_call();

-- As in 20261119101000_periods_of_the_present_body.sql. A call counts as held where the team said so or there is a note; one
-- that the patient missed, or the clinic canceled, is neither held nor past. Notes are new until the patient opens them.
create or replace function public.own_plan() returns jsonb
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

revoke all on function private.complete_phase_of_call() from public;
