-- What the portal shows of a patient's cycle, in one answer, so that Home asks one question more and not six. As the caller: what
-- they may not read is not in it.
create function public.own_cycle() returns jsonb
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
    'symptomsToldAt', (select coalesce(jsonb_agg(created_at), '[]') from public.symptom_reports where user_id = auth.uid()))
$$;
revoke all on function public.own_cycle() from public, anon, authenticated, service_role;
grant execute on function public.own_cycle() to authenticated;
