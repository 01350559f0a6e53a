-- The list read what waits of each patient in a call of its own: fifty calls for a page on which everybody has something, and each
-- call was planned anew, which took longer than its reading.
alter function private.attention_rows(uuid[]) set plan_cache_mode = force_generic_plan;

-- As in 20261119101210_attention_in_the_list.sql, with one reading for all of them.
create or replace function private.listed_patients(p_listed private.patient_directory[], p_opened uuid[]) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  waiting constant uuid[] := array(
    select user_id from private.attention_looks where user_id = any (p_opened) and look_at <= now());
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
            ) as "lastLogAt", next_call.words as "nextCall", coach.words as coach, attention.facts as attention) as summary) end as summary
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
        select (own ->> 'id')::uuid as user_id, json_build_object('patients', json_build_array(own),
          'decisions', private.last_decisions(array[(own ->> 'id')::uuid])) as facts
        from jsonb_array_elements(case when waiting = '{}' then '[]' else private.attention_rows(waiting) end) as own) as attention on attention.user_id = listed.id
      order by listed.sort_name, listed.id) as listed);
end $$;

-- As in 20261119100710_bodies.sql. Of most patients nobody else was ever named, and a record need not look any further.
create or replace function private.body_since(p_user uuid) returns date
language plpgsql stable security definer set search_path = '' as $$
declare
  changed constant timestamptz := (select surrogacy_changed_at from public.customers where user_id = p_user);
  present uuid;
  other_until timestamptz;
  stated_since timestamptz;
begin
  if changed is null and not exists (select from public.applicator_agreements where user_id = p_user) then
    return null;
  end if;
  present := private.present_body(p_user);
  other_until := (select max(created_at) from public.applicator_agreements as agreement
    where user_id = p_user and private.body_of(agreement) is distinct from present);
  stated_since := (select min(created_at) from public.applicator_agreements as agreement
    where user_id = p_user and private.body_of(agreement) = present and created_at > coalesce(other_until, '-infinity'));
  -- Before anything was stated it was the patient's own.
  return private.day_at(
    greatest(changed, case when other_until is not null or present <> p_user then stated_since end), private.known_zone(p_user));
end $$;

revoke all on all functions in schema private from public;
