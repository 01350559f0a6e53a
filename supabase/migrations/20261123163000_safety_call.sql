-- Someone whom the safety check holds back is offered a short call with a clinician, and can ask for an answer today.

-- What administrators read instead of the name, for a type that follows from health. Null where the name says nothing of it.
alter table public.appointment_types add column neutral_name text
  constraint neutral_name_length check (length(neutral_name) between 1 and 100)
  constraint neutral_name_is_plain check (private.is_plain_line(neutral_name));

-- A clinic that offers consultations offers both short calls from now on, with the same hosts. The everyday one has the same length,
-- so that the length of a call says nothing about health.
with short as (
  insert into public.appointment_types
    (slug, name, neutral_name, description, duration_minutes, buffer_minutes, minimum_notice_minutes, horizon_days, interaction_type)
  select new.slug, new.name, new.neutral_name, new.description, 15, 15, 15, 14, consultation.interaction_type
  from public.appointment_types as consultation, (values
    ('safety-call', 'Safety call', 'Clinician call',
      'Fifteen minutes with a clinician about your answers to the safety check.'),
    ('short-call', 'Short call', null, 'Fifteen minutes with a clinician for a quick question.')
  ) as new (slug, name, neutral_name, description)
  where consultation.slug = 'initial-consultation'
  on conflict (slug) do nothing
  returning id)
insert into public.appointment_type_hosts (appointment_type_id, host_id)
select short.id, host_id from short, public.appointment_type_hosts as offer
join public.appointment_types as consultation on consultation.id = offer.appointment_type_id
where consultation.slug = 'initial-consultation';

-- Same as 20261119100920_team_kinds_of_calls.sql, with neutral names for administrators.
create or replace function public.team_kinds_of_calls(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', shown.name) order by shown.name, slug), '[]')
    from public.appointment_types as kind, lateral (
      select case when person.role = 'administrator' then coalesce(kind.neutral_name, kind.name) else kind.name end as name) as shown);
end $$;

-- The patient asks for an answer about their safety check today.
alter table public.messages drop constraint concern_of_a_patient,
  add constraint concern_of_a_patient check (
    concern is null or sender = 'patient' and concern in ('urgent', 'self-harm', 'call-me', 'hard-time', 'answer-today'));

-- Same as 20261119100730_check_of_this_cycle.sql, with the id of each check and when the patient asked for an answer today.
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
        'id', id, 'cycle', cycle, 'outcome', outcome, 'peakDay', peak_day,
        'day', greatest(on_day, private.day_at(cleared_at, zone)),
        'checkedAt', floor(extract(epoch from created_at) * 1000),
        'clearedAt', floor(extract(epoch from cleared_at) * 1000))), '[]')
      -- What nobody has cleared holds back whoever uses the applicator: a clinician hears of the change first.
      from public.safety_checks
      where user_id = p_user and (body = present or outcome <> 'ready' and cleared_at is null)),
    'answerAskedAt', (select floor(extract(epoch from min(created_at)) * 1000) from public.messages
      where user_id = p_user and concern = 'answer-today' and created_at >= (
        select max(created_at) from public.safety_checks
        where user_id = p_user and outcome <> 'ready' and cleared_at is null)),
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
