-- A safety check counts for one cycle and one body, and the questions of the peak day are asked wherever a device says it is.

-- The treatment cycle that is under way: the next one as soon as every phase of the last is complete.
create function private.cycle_under_way(p_user uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select least(3, cycle + case when not exists (
      select from public.journey_phases where stage_number = 3 and not exists (
        select from public.completed_phases as done
        where done.user_id = p_user and done.phase_id = journey_phases.phase_id and done.cycle_number = cycle))
    then 1 else 0 end)
  from private.treatment_cycle(p_user) as cycle
$$;

create or replace function public.safety_facts(p_user uuid, p_today date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant uuid := private.present_body(p_user);
  zone constant text := private.known_zone(p_user);
begin
  return jsonb_build_object(
    'cycle', private.cycle_under_way(p_user),
    'careState', private.care_state(p_user),
    'familySetUp', (select family_set_up from public.onboarding_info where user_id = p_user),
    -- Today on the device's calendar, or still today where the test was taken: another zone does not end a peak day.
    'peakDay', (select max(taken_on) from public.test_results
      where user_id = p_user and result_type = 'ovulation' and result = 'Peak (Positive LH Surge)'
        and (taken_on = p_today or taken_on = private.day_at(now(), coalesce(taken_zone, zone)))),
    'cycleBeganOn', (select max(day) from public.periods
      where user_id = p_user and body = present and withdrawn_at is null),
    'checks', (select coalesce(jsonb_agg(jsonb_build_object(
        'cycle', cycle, 'outcome', outcome, 'peakDay', peak_day,
        'day', greatest(on_day, private.day_at(cleared_at, zone)),
        'checkedAt', floor(extract(epoch from created_at) * 1000),
        'clearedAt', floor(extract(epoch from cleared_at) * 1000))), '[]')
      -- What nobody has cleared holds back whoever uses the applicator: a clinician hears of the change first.
      from public.safety_checks
      where user_id = p_user and (body = present or outcome <> 'ready' and cleared_at is null)),
    -- A loss, a pregnancy or a report of symptoms ends what was answered before; one that was taken back was never there.
    'voidedAt', (select coalesce(jsonb_agg(floor(extract(epoch from voided.created_at) * 1000)), '[]') from (
      select created_at from public.symptom_reports where user_id = p_user
      union all
      select created_at from public.outcome_events where user_id = p_user and withdrawn_at is null
        and (kind = 'loss' or resolved_to in ('pregnant', 'after-loss'))
      union all
      select created_at from public.test_results
      where user_id = p_user and result_type = 'PREGNANCY' and result = 'positive') as voided));
end $$;

-- As in 20261119100610_clears_what_was_read.sql, with the cycle that begins once all phases of the one before are complete.
create or replace function private.clear_safety_check(p_patient uuid, p_act jsonb, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
declare
  in_cycle integer;
  newest uuid;
begin
  if p_person.role <> 'clinician' then
    perform private.refuse_team('PT403', 'not_allowed', 'A clinician clears a safety check.');
  end if;
  perform private.require_record('safety_checks', p_patient);
  -- Answers queue here, too: a check that is being sent is there before this looks, or comes after it.
  perform from public.customers where user_id = p_patient for update;
  in_cycle := private.treatment_cycle(p_patient);
  select id into newest from public.safety_checks
  where user_id = p_patient and cycle >= in_cycle and outcome <> 'ready' and cleared_at is null
  order by created_at desc, id desc limit 1;
  if newest is null then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'No safety check of this patient waits for a clinician.');
  elsif newest <> (p_act ->> 'check')::uuid then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This patient has answered the safety check again. Please read the answers before you clear them.');
  end if;
  update public.safety_checks set cleared_at = now(), cleared_by = p_person.id, cleared_words = p_act ->> 'words'
  where user_id = p_patient and cycle >= in_cycle and outcome <> 'ready' and cleared_at is null;
end $$;

-- Of whoever asks, and nothing before consent.
create function private.own_body() returns uuid
language sql stable security definer set search_path = '' as $$
  select private.present_body(auth.uid()) where private.has_consented()
$$;
create function private.own_body_since() returns date
language sql stable security definer set search_path = '' as $$
  select private.body_since(auth.uid()) where private.has_consented()
$$;
create function private.own_zone() returns text
language sql stable security definer set search_path = '' as $$
  select private.known_zone(auth.uid()) where private.has_consented()
$$;
create function private.own_applicators() returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when private.has_consented() then private.applicators_used_on(auth.uid()) else '[]' end
$$;

-- As in 20261119100000_own_today.sql, of the present body, with days as they were lived.
create or replace function public.own_cycle() returns jsonb
language plpgsql stable set search_path = '' as $$
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
    'checks', (select coalesce(jsonb_agg(jsonb_build_object('cycle', cycle, 'outcome', outcome, 'peakDay', peak_day,
        'day', greatest(on_day, private.day_at(cleared_at, zone)), 'checkedAt', created_at, 'clearedAt', cleared_at)), '[]')
      from public.safety_checks
      where user_id = auth.uid() and (body = present or outcome <> 'ready' and cleared_at is null)),
    'symptomsToldAt', (select coalesce(jsonb_agg(created_at), '[]') from public.symptom_reports where user_id = auth.uid()),
    'today', private.own_today());
end $$;

-- As in 20261118100200_cycle_reminders.sql, of the present body, with days as they were lived.
create or replace function private.cycle_reminder_facts(p_user uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'userId', user_id,
    'email', customer_email,
    'testing', testing_reminders,
    'applicators', applicator_reminders,
    'consented', privacy_policy_accepted and data_usage_consent,
    'status', status,
    'careState', private.care_state(p_user),
    'zone', coalesce((select taken_zone from public.test_results
      where user_id = p_user and taken_zone is not null order by created_at desc limit 1), reminder_zone),
    'completed', (select coalesce(jsonb_agg(jsonb_build_object('phaseId', phase_id, 'cycleNumber', cycle_number)), '[]')
      from public.completed_phases where user_id = p_user),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'kind', kind)), '[]')
      from public.periods where user_id = p_user and body = private.present_body(p_user) and withdrawn_at is null),
    'bodySince', private.body_since(p_user),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('type', result_type, 'result', result, 'takenOn', taken_on)), '[]')
      from public.test_results where user_id = p_user and result_type = 'ovulation'),
    'applicatorsUsedOn', private.applicators_used_on(p_user),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until,
        'resolvedTo', resolved_to, 'byTeam', recorded_by is not null,
        'receivedAt', floor(extract(epoch from created_at) * 1000))), '[]')
      from public.outcome_events where user_id = p_user and withdrawn_at is null),
    'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = p_user))
  from public.customers where user_id = p_user
$$;

revoke all on all functions in schema private from public;
grant execute on function private.own_body(), private.own_body_since(), private.own_zone(), private.own_applicators(),
  private.day_at(timestamptz, text) to authenticated;
