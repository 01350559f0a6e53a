-- What Home's 'Today' needs besides the cycle. It comes with the answer that Home asks for already, so that nothing waits for one
-- question more. Of calls their kinds and times alone: patients read neither table of calls and notes themselves. Null before consent.
create function private.own_today() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    -- When a cap went in, or the day that a survey tells of; the cycle is that of treatment.
    'uses', (select coalesce(jsonb_agg(jsonb_build_object('cycle', used.cycle, 'at', used.at, 'told', used.told)), '[]') from (
      select cycle, to_jsonb(at) as at, false as told from public.treatment_day_timers
      where user_id = (select auth.uid()) and action = 'cap-in'
      union all
      select coalesce(cycle_number, 1), answers -> 0, true from public.survey_responses
      where user_id = (select auth.uid()) and survey = 'applicator-use' and jsonb_typeof(answers -> 0) = 'string') as used),
    -- There is a note of the call that still holds.
    'held', (select coalesce(jsonb_agg(distinct notes.consultation_reference), '[]') from public.consultation_notes as notes
      where notes.user_id = (select auth.uid())
        and not exists (select from public.note_withdrawals as withdrawn where withdrawn.note_id = notes.id)),
    -- Its time has passed; nobody has said yet whether it took place.
    'past', (select coalesce(jsonb_object_agg(past.slug, past.at), '{}') from (
      select types.slug, max(calls.starts_at) as at from public.appointments as calls
      join public.appointment_types as types on types.id = calls.appointment_type_id
      where calls.user_id = (select auth.uid()) and calls.status = 'booked' and calls.ends_at <= now()
      group by types.slug) as past))
  where (select private.has_consented())
$$;
revoke all on function private.own_today() from public, anon, authenticated, service_role;
grant execute on function private.own_today() to authenticated;

-- As in 20261118100210_own_cycle.sql, with 'today'.
create or replace function public.own_cycle() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'day', day, 'kind', kind) order by day desc), '[]')
      from public.periods where user_id = auth.uid() and withdrawn_at is null),
    -- Days, or moments of them: the first answer of the survey, and when a cap went in.
    'used', (select coalesce(jsonb_agg(used.at), '[]') from (
      select to_jsonb(at) as at from public.treatment_day_timers where user_id = auth.uid() and action = 'cap-in'
      union all
      select answers -> 0 from public.survey_responses
      where user_id = auth.uid() and survey = 'applicator-use' and jsonb_typeof(answers -> 0) = 'string') as used),
    'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = auth.uid()),
    'checks', (select coalesce(jsonb_agg(jsonb_build_object('cycle', cycle, 'outcome', outcome, 'peakDay', peak_day,
        'checkedAt', created_at, 'clearedAt', cleared_at)), '[]')
      from public.safety_checks where user_id = auth.uid()),
    'symptomsToldAt', (select coalesce(jsonb_agg(created_at), '[]') from public.symptom_reports where user_id = auth.uid()),
    'today', private.own_today())
$$;
