CREATE OR REPLACE FUNCTION private.record_outcome(p_event public.outcome_events, p_who text)
 RETURNS SETOF public.outcome_events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Two reports at the same moment are judged one after the other.
  perform from public.customers where user_id = p_event.user_id for no key update;
  if exists (select from public.outcome_events
      where user_id = p_event.user_id and submission_id = p_event.submission_id) then
    return;
  end if;
  if private.refuses_outcome(p_event.user_id, p_event.kind, p_who) then
    raise exception using errcode = 'PT409', message = 'not_now';
  end if;
  -- No pregnancy is known that could have ended. A test that was unclear leaves it possible.
  if p_event.kind = 'loss' and p_who = 'patient' and private.care_state(p_event.user_id) in ('treatment', 'paused', 'stopped')
    and not private.may_be_pregnant(p_event.user_id) then
    raise exception using errcode = 'PT409', message = 'not_now';
  end if;
  return query
    insert into public.outcome_events (user_id, kind, day, cycle, names_cycle, until, reason, resolved_to, recorded_by, submission_id)
    values (p_event.user_id, p_event.kind, p_event.day, coalesce(p_event.cycle, private.treatment_cycle(p_event.user_id)),
      p_event.cycle is not null, p_event.until, p_event.reason, p_event.resolved_to, p_event.recorded_by, p_event.submission_id)
    returning *;
end $function$
;

CREATE OR REPLACE FUNCTION private.last_spoke_at(p_user uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select max(spoke.at) from (
    select contacted_at as at from public.patient_contacts
    where user_id = p_user and result = 'spoke' and withdrawn_at is null
    union all
    select done.decided_at from public.attention_decisions as done
    where done.user_id = p_user and done.decision = 'done' and done.outcome = 'spoke' and not exists (
      select from public.attention_decisions as later where later.key = done.key and later.version > done.version)
    union all
    select starts_at from public.appointments where user_id = p_user and status = 'booked' and outcome = 'took-place') as spoke
$function$
;

revoke all on function private.last_spoke_at(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.own_journey_facts()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- A review from before a positive test was not about it: one is ahead again.
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
        -- A call's outcome is the fact that it completed the phase by.
        'isByCall', bool_or(done.fact_id is not null),
        'steps', jsonb_agg(jsonb_build_object('phaseId', done.phase_id, 'cycle', done.cycle_number) order by steps.step))
      from private.last_undoable_act(auth.uid()) as last
      join public.completed_phases as done on done.user_id = auth.uid() and done.act = last.act
      join private.journey_steps as steps on steps.phase_id = done.phase_id
        and steps.cycle_number is not distinct from done.cycle_number
      group by last.act, last.phase_id, last.cycle_number, last.until))
  where private.has_consented()
$function$
;
