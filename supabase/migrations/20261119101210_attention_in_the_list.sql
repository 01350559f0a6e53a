-- The list says of each patient how much waits for somebody. What items there are is derived by domain/attention, so those of whom
-- something may be said come with what it reads; of the others nothing is read.

-- As in 20261119100400_team_reads_in_one_call.sql, with `attention`.
create or replace function private.listed_patients(p_listed private.patient_directory[], p_opened uuid[]) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(case when listed.summary is null then json_build_object('id', id, 'name', name)
      else row_to_json(listed) end), '[]')
    from (
      select listed.id, listed.name, case when listed.id = any (p_opened) then (
        select row_to_json(summary) from (
          select email, stage, cycle, phase, status,
            greatest(
              (select taken_at from public.test_results where user_id = listed.id order by taken_at desc limit 1),
              (select created_at from public.survey_responses where user_id = listed.id order by created_at desc limit 1)
            ) as "lastLogAt", next_call.words as "nextCall", coach.words as coach, waiting.facts as attention) as summary) end as summary
      from unnest(p_listed) as listed
      left join (
        select distinct on (user_id) user_id, json_build_object('startsAt', starts_at, 'name', appointment_types.name) as words
        from public.appointments join public.appointment_types on appointment_types.id = appointment_type_id
        where user_id = any (p_opened) and appointments.status = 'booked' and ends_at > now()
        order by user_id, starts_at) as next_call on next_call.user_id = listed.id
      left join (
        select care_team.id, json_build_object('id', care_team.id, 'name', care_team.name) as words
        from public.care_team) as coach on coach.id = listed.coach_id
      left join (
        select user_id, json_build_object('patients', private.attention_rows(array[user_id]),
          'decisions', private.last_decisions(array[user_id])) as facts
        from private.attention_looks where user_id = any (p_opened) and look_at <= now()) as waiting on waiting.user_id = listed.id
      order by listed.sort_name, listed.id) as listed);
end $$;

revoke all on all functions in schema private from public;
