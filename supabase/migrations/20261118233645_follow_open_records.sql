CREATE OR REPLACE FUNCTION private.listed_patients(p_page uuid[], p_opened uuid[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    with next_call as (
      select distinct on (user_id) user_id, json_build_object('startsAt', starts_at, 'name', appointment_types.name) as words
      from public.appointments join public.appointment_types on appointment_types.id = appointment_type_id
      where user_id = any (p_opened) and appointments.status = 'booked' and ends_at > now()
      order by user_id, starts_at)
    select coalesce(json_agg(case when listed.id = any (p_opened)
      then json_build_object('id', listed.id, 'name', listed.name, 'birthDate', listed.birth_date, 'summary', json_build_object(
        'email', listed.email, 'stage', stage, 'cycle', cycle, 'phase', phase, 'status', listed.status,
        -- With neither a pregnancy test nor a decision it is treatment.
        'careState', case when exists (select from public.outcome_events where user_id = listed.id)
            or exists (select from public.test_results where user_id = listed.id and result_type = 'PREGNANCY')
          then private.care_state(listed.id) else 'treatment' end,
        'lastLogAt', greatest(
          (select max(taken_at) from public.test_results where user_id = listed.id),
          (select max(created_at) from public.survey_responses where user_id = listed.id)),
        'nextCall', next_call.words,
        'coach', case when coach.id is not null then json_build_object('id', coach.id, 'name', coach.name) end))
      else json_build_object('id', listed.id, 'name', private.listed_name(listed)) end order by sort_name, listed.id), '[]')
    from private.patient_directory as listed
    left join next_call on next_call.user_id = listed.id
    left join public.care_team as coach on coach.id = listed.coach_id
    where listed.id = any (p_page));
end $function$
;

CREATE OR REPLACE FUNCTION private.look_at(p_users uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient uuid;
begin
  for patient in
    insert into private.attention_looks as known (user_id)
    select user_id from public.customers where user_id = any (p_users) order by user_id
    on conflict (user_id) do update set look_at = now(), changed_in = excluded.changed_in, checked_at = '-infinity'
    where known.changed_in <> excluded.changed_in
    returning user_id
  loop
    -- For whoever has this record open (private.may_follow_record).
    perform realtime.send('{}', 'change', 'team:record:' || patient, true);
  end loop;
  perform private.publish_to_team();
end $function$
;

CREATE OR REPLACE FUNCTION private.may_hear(p_topic text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.has_team_session() and case p_topic
    when 'team:office' then (private.staff_of(auth.uid())).role = 'administrator'
    when 'team:today' then (private.staff_of(auth.uid())).role in ('coach', 'clinician')
    else private.may_follow_record(p_topic) end;
end $function$
;

CREATE OR REPLACE FUNCTION private.may_follow_record(p_topic text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.staff_of(auth.uid());
  patient uuid;
begin
  if p_topic !~ '^team:record:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  patient := split_part(p_topic, ':', 3)::uuid;
  return coalesce(private.is_open_to_team(patient) and (person.role = 'clinician'
    or person.role = 'coach' and (private.cares_for(person.id, patient) or private.reason_of(person.id, patient) is not null)), false);
end $function$
;

revoke all on function private.may_follow_record(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.publish_to_record()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send('{}', 'change', 'team:record:' || patient, true)
  from (select distinct user_id as patient from changed) as patients;
  return null;
end $function$
;

revoke all on function private.publish_to_record() from public, anon, authenticated, service_role;

CREATE TRIGGER publish_to_record AFTER INSERT ON public.completed_phases REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.publish_to_record();

CREATE TRIGGER publish_to_record_removed AFTER DELETE ON public.completed_phases REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.publish_to_record();
