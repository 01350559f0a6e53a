CREATE OR REPLACE FUNCTION private.caps_used(p_user uuid)
 RETURNS TABLE(cycle integer, on_day date, at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with events as (
    select timers.*, timers.at + interval '5 hours' as worn_until
    from public.treatment_day_timers as timers where user_id = p_user and action in ('cap-in', 'cap-out', 'cap-reset'))
  select cap.cycle, cap.on_day, cap.at from events as cap
  where cap.action = 'cap-in'
    and not exists (
      select from events as later
      where later.reported_at > cap.reported_at
        and (later.action = 'cap-reset' or later.action = 'cap-in' and later.at < cap.at)
        and not exists (
          select from events as between_them
          where between_them.reported_at > cap.reported_at and between_them.reported_at < later.reported_at
            and (between_them.action = 'cap-out'
              or between_them.action = 'cap-in' and between_them.at >= cap.worn_until)))
    and not exists (
      select from events as earlier
      where earlier.action = 'cap-in' and earlier.reported_at < cap.reported_at
        and cap.at >= earlier.at and cap.at < earlier.worn_until
        and not exists (
          select from events as between_them
          where between_them.reported_at > earlier.reported_at and between_them.reported_at < cap.reported_at
            and (between_them.action in ('cap-out', 'cap-reset') or between_them.at >= earlier.worn_until)))
$function$
;

revoke all on function private.caps_used(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_cycle_over(p_user uuid, p_cycle integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.periods
    where user_id = p_user and body = private.present_body(p_user) and kind = 'period' and withdrawn_at is null and day > (
      select max(used.day) from (
        select on_day as day from private.caps_used(p_user) where cycle = p_cycle
        union all
        select private.reported_day(answers ->> 0, private.known_zone(p_user)) from public.survey_responses
        where user_id = p_user and survey = 'applicator-use' and coalesce(cycle_number, 1) = p_cycle) as used))
$function$
;

revoke all on function private.is_cycle_over(uuid,integer) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.applicators_used_on(p_user uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone constant text := private.known_zone(p_user);
begin
  return (select coalesce(jsonb_agg(distinct used.day), '[]') from (
    select on_day as day from private.caps_used(p_user)
    union all
    select private.reported_day(answers ->> 0, zone) from public.survey_responses
    where user_id = p_user and survey = 'applicator-use' and jsonb_typeof(answers -> 0) = 'string') as used
    where used.day is not null);
end $function$
;

CREATE OR REPLACE FUNCTION private.cycle_of_pregnancy_test(p_user uuid, p_taken_on date)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.own_next_step_facts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient constant uuid := auth.uid();
  zone text;
begin
  if not private.has_consented() then return null; end if;
  zone := private.known_zone(patient);
  return jsonb_build_object(
    -- The cycle is that of treatment.
    'uses', (select coalesce(jsonb_agg(jsonb_build_object('cycle', used.cycle, 'on', used.day, 'capInAt', used.cap_in_at)
        order by used.day), '[]')
      from (
        select cycle, on_day as day, at as cap_in_at from private.caps_used(patient)
        union all
        select coalesce(cycle_number, 1), private.reported_day(answers ->> 0, zone), null from public.survey_responses
        where user_id = patient and survey = 'applicator-use') as used
      where used.day is not null),
    -- There is a note of the call that still holds.
    'held', (select coalesce(jsonb_agg(distinct notes.consultation_reference), '[]') from public.consultation_notes as notes
      where notes.user_id = patient
        and not exists (select from public.note_withdrawals as withdrawn where withdrawn.note_id = notes.id)),
    -- Its time has passed; nobody has said yet whether it took place.
    'past', (select coalesce(jsonb_object_agg(past.slug, past.at), '{}') from (
      select types.slug, max(calls.starts_at) as at from public.appointments as calls
      join public.appointment_types as types on types.id = calls.appointment_type_id
      where calls.user_id = patient and calls.status = 'booked' and calls.ends_at <= now()
      group by types.slug) as past));
end $function$
;

CREATE OR REPLACE FUNCTION public.complete_phases_before_applicators()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION public.own_cycle()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant uuid := private.own_body();
  zone constant text := private.own_zone();
begin
  return jsonb_build_object(
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'day', day, 'kind', kind) order by day desc), '[]')
      from public.periods where user_id = auth.uid() and body = present and withdrawn_at is null),
    'bodySince', private.own_body_since(),
    'used', private.own_applicators(),
    'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = auth.uid()),
    'familySetUp', (select family_set_up from public.onboarding_info where user_id = auth.uid()),
    'checks', (select coalesce(jsonb_agg(jsonb_build_object('cycle', cycle, 'outcome', outcome, 'peakDay', peak_day,
        'day', greatest(on_day, private.day_at(cleared_at, zone)), 'checkedAt', created_at, 'clearedAt', cleared_at, 'keptBlockedAt', kept_at)), '[]')
      from public.safety_checks
      where user_id = auth.uid() and (body = present or outcome <> 'ready' and cleared_at is null)),
    'symptomsToldAt', (select coalesce(jsonb_agg(created_at), '[]') from public.symptom_reports where user_id = auth.uid()),
    'today', private.own_next_step_facts());
end $function$
;

CREATE OR REPLACE FUNCTION private.step_to_move_on_from()
 RETURNS private.journey_steps
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient constant uuid := auth.uid();
  at_step private.journey_steps;
begin
  if patient is null or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients complete their own phases';
  end if;
  -- Before any phase, as whoever writes or takes back a result does.
  perform from public.customers where user_id = patient for no key update;
  if private.care_state(patient) <> 'treatment' then
    raise exception using errcode = '42501', message = 'Nothing of treatment is asked for now';
  end if;
  select * into at_step from private.step_under_way(patient);
  if at_step.stage_number is distinct from 3 then
    raise exception using errcode = '42501', message = 'This phase is locked';
  end if;
  return at_step;
end $function$
;

revoke all on function private.step_to_move_on_from() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.step_under_way(p_user uuid)
 RETURNS SETOF private.journey_steps
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select steps.* from private.journey_steps as steps
  where not exists (
    select from public.completed_phases as done
    where done.user_id = p_user and done.phase_id = steps.phase_id
      and done.cycle_number is not distinct from steps.cycle_number)
  order by step limit 1
$function$
;

revoke all on function private.step_under_way(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.start_next_cycle()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient constant uuid := auth.uid();
  at_step constant private.journey_steps := private.step_to_move_on_from();
  new_act constant uuid := gen_random_uuid();
  marked integer;
begin
  if at_step.phase_id <> 'testing' and not private.is_cycle_over(patient, at_step.cycle_number) then
    raise exception using errcode = '42501', message = 'This cycle is not over';
  end if;
  insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number, act)
  select patient, steps.phase_id, steps.stage_number, steps.cycle_number, new_act
  from private.journey_steps as steps
  where steps.stage_number = 3 and steps.cycle_number = at_step.cycle_number
  order by steps.step
  on conflict do nothing;
  get diagnostics marked = row_count;
  return marked;
end $function$
;

revoke all on function public.start_next_cycle() from public, anon, authenticated, service_role;

grant execute on function public.start_next_cycle() to authenticated;
