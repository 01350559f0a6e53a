-- Everything the portal shows about a patient's cycle, so that Home makes one request instead of six. It runs as the caller, so it
-- contains only what they may read.
create function public.own_cycle() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  present constant uuid := private.own_body();
  zone constant text := private.own_zone();
begin
  return jsonb_build_object(
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'day', day, 'kind', kind, 'loggedBy', logged_by_name,
        'isConfirmed', confirmed_at is not null) order by day desc), '[]')
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
    'bleedings', (select coalesce(jsonb_agg(distinct since), '[]') from public.symptom_reports
      where user_id = auth.uid() and 'bleeding' = any (signs) and since > current_date - 14),
    'urgent', private.own_urgent_report(),
    'openReport', private.own_open_report(),
    'today', private.own_next_step_facts());
end $$;
revoke all on function public.own_cycle() from public, anon, authenticated, service_role;
grant execute on function public.own_cycle() to authenticated;

-- The caller's newest report of the last two days that no one has ended on Today: urgent symptoms, or a message that cannot wait. Words of
-- self-harm and a request for a call come before it, and words of a loss after it.
create function private.own_urgent_report() returns text
language sql stable security definer set search_path = '' as $$
  select kind from (
    select 'symptoms' as kind, 'urgent-symptoms' as rule, 1 as place, created_at as at from public.symptom_reports
    where user_id = auth.uid() and urgent
    union all
    select concern, case concern when 'call-me' then 'asks-for-a-call' when 'urgent' then 'urgent-message'
        when 'loss' then 'loss-mentioned' else concern end,
      case concern when 'self-harm' then 3 when 'call-me' then 2 when 'urgent' then 1 else 0 end, created_at
    from public.messages where user_id = auth.uid() and concern in ('self-harm', 'call-me', 'urgent', 'loss')) as report
  where private.has_consented() and at > now() - interval '2 days' and not exists (
    select from public.attention_decisions as done
    where done.user_id = auth.uid() and done.decision = 'done' and split_part(done.key, ':', 1) = rule
      and coalesce(done.seen_until, done.decided_at) >= at)
  order by place desc, at desc limit 1
$$;
grant execute on function private.own_urgent_report() to authenticated;

-- The caller's newest report of the last two days that no one has answered or ended on Today: a hard time, or else symptoms that
-- are not urgent. A message or a call of the care team answers it.
create function private.own_open_report() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', kind, 'at', at) from (
    select 'hard-time' as kind, created_at as at from public.messages where user_id = auth.uid() and concern = 'hard-time'
    union all
    select 'symptoms', created_at from public.symptom_reports where user_id = auth.uid() and not urgent) as report
  where private.has_consented() and at > now() - interval '2 days'
    and not exists (
      select from public.attention_decisions as done
      where done.user_id = auth.uid() and done.decision = 'done' and split_part(done.key, ':', 1) = kind
        and coalesce(done.seen_until, done.decided_at) >= at)
    and not exists (
      select from public.messages as answer
      where answer.user_id = auth.uid() and answer.sender = 'team' and answer.created_at > at)
    and not exists (
      select from public.patient_contacts as contact
      where contact.user_id = auth.uid() and contact.result = 'spoke' and contact.withdrawn_at is null
        and contact.contacted_at > at)
  order by kind = 'hard-time' desc, at desc limit 1
$$;
grant execute on function private.own_open_report() to authenticated;

-- The day of a survey's answer, which is a day or a moment; null for anything else.
create function private.reported_day(p_reported text, p_zone text) returns date
language plpgsql stable set search_path = '' as $$
begin
  return case when p_reported ~ '^\d{4}-\d\d-\d\d$' then p_reported::date
    when p_reported ~ '^\d{4}-\d\d-\d\dT' then private.day_at(p_reported::timestamptz, p_zone) end;
exception when others then
  return null;
end $$;

-- The days on which an applicator was used, from timers and surveys.
create function private.applicators_used_on(p_user uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.known_zone(p_user);
begin
  return (select coalesce(jsonb_agg(distinct used.day), '[]') from (
    select on_day as day from private.caps_used(p_user)
    union all
    select private.reported_day(answers ->> 0, zone) from public.survey_responses
    where user_id = p_user and survey = 'applicator-use' and jsonb_typeof(answers -> 0) = 'string') as used
    where used.day is not null);
end $$;

-- Whether a pregnancy is possible: an applicator used, or a positive test, in the last 10 months.
-- domain/care-state/may-be-pregnant.ts has the same rule for the record.
create function private.may_be_pregnant(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  since constant date := (now() - interval '10 months')::date;
begin
  return exists (select from public.test_results
      where user_id = p_user and result_type = 'PREGNANCY' and result = 'positive' and taken_on >= since)
    or exists (select from jsonb_array_elements_text(private.applicators_used_on(p_user)) as day where day::date >= since);
end $$;

-- The treatment cycle that Home shows; portal, functions and workspace all ask here. A pregnancy ends treatment, so no next cycle
-- starts.
create function private.cycle_under_way(p_user uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select least(3, cycle + case when status <> 'Pregnant' and not exists (
      select from public.journey_phases where stage_number = 3 and not exists (
        select from public.completed_phases as done
        where done.user_id = p_user and done.phase_id = journey_phases.phase_id and done.cycle_number = cycle))
    then 1 else 0 end)
  from private.treatment_cycle(p_user) as cycle, public.customers where user_id = p_user
$$;

-- For the caller only; null before consent.
create function private.own_body() returns uuid
language sql stable security definer set search_path = '' as $$
  select private.present_body(auth.uid()) where private.has_consented()
$$;
grant execute on function private.own_body() to authenticated;

create function private.own_body_since() returns date
language sql stable security definer set search_path = '' as $$
  select private.body_since(auth.uid()) where private.has_consented()
$$;
grant execute on function private.own_body_since() to authenticated;

create function private.own_zone() returns text
language sql stable security definer set search_path = '' as $$
  select private.known_zone(auth.uid()) where private.has_consented()
$$;
grant execute on function private.own_zone() to authenticated;

create function private.own_applicators() returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when private.has_consented() then private.applicators_used_on(auth.uid()) else '[]' end
$$;
grant execute on function private.own_applicators() to authenticated;
