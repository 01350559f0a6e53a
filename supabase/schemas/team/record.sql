-- This person's drafts, and those of a colleague who left.
create function private.drafts_for(p_person public.care_team, p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'version', version, 'kind', kind, 'reference', reference,
      'title', title, 'date', noted_on, 'text', content, 'savedAt', saved_at, 'begunBy', begun_by) order by saved_at desc), '[]')
    from public.note_drafts
    where user_id = p_patient and (author_id = p_person.id or author_id is null and p_person.role = 'clinician'));
end $$;

create function private.administrative_record(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.office_zone();
begin
  return jsonb_build_object('administration', private.administrative_summary(p_patient),
    'identity', private.identity_of(p_patient),
    'mails', (
      with office as (
        select (created_at at time zone zone)::date as day, channel, case when parked_at is not null then 'parked'
          when sent_at is not null then 'sent' when dropped_at is not null then 'dropped' else 'waiting' end as state
        from public.outbox as message where user_id = p_patient and private.is_office_message(message)
        order by created_at desc limit 1000),
      undelivered as (
        select distinct (parked_at at time zone zone)::date as day, channel, 'parked' as state
        from public.outbox as message
        where user_id = p_patient and not private.is_office_message(message)
          and private.is_undelivered_before_today(message, zone))
      select coalesce(jsonb_agg(jsonb_build_object('at', to_char(day, 'YYYY-MM-DD'), 'channel', channel, 'state', state)
        order by day desc, channel, state), '[]')
      from (select * from office union all select * from undelivered) as shown),
    'calls', array(
      select jsonb_build_object('startsAt', starts_at, 'endsAt', ends_at, 'status', status)
      from public.appointments where user_id = p_patient order by starts_at desc limit 1000));
end $$;

-- The record's time zone is the same as on Today.
create function private.patient_profile(p_patient uuid, p_person public.care_team) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select row_to_json(profile) from (
      select coalesce(customer_first_name, '') as "firstName",
        private.zone_of_patient(p_patient) as "timeZone", private.identity_of(p_patient) as identity,
        user_age as age, coalesce(family_set_up_other, family_set_up) as "familySetUp",
        listed.status, listed.stage, listed.cycle, listed.phase,
        case when coach.id is not null then json_build_object('id', coach.id, 'name', coach.name) end as coach,
        p_person.role = 'coach' and coalesce(coach.id <> p_person.id, false) as "isAnotherCoachs",
        (select delete_after from public.account_deletions where user_id = p_patient) as "leavesAt",
        case when p_person.role = 'coach' then private.reason_of(p_person.id, p_patient) end as "openedFor"
      from public.customers join private.patient_directory as listed on listed.id = customers.user_id
      left join public.care_team as coach on coach.id = listed.coach_id
      left join public.onboarding_info on onboarding_info.user_id = customers.user_id
      where customers.user_id = p_patient) as profile);
end $$;

-- The directory also says whether a record is open. private.enter_record checks again before it opens one.
create function public.team_patient(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_is_act boolean default false,
  p_newest boolean default false, p_who boolean default false)
returns json language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  known private.patient_directory;
begin
  select * into known from private.patient_directory where id = p_patient;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this patient.');
  elsif not known.is_open or p_who and person.role = 'administrator' then
    perform private.enter_record(p_patient, '{identity}');
    return json_build_object('id', known.id, 'name', private.listed_name(known), 'email', known.email, 'access', 'identity');
  elsif person.role = 'administrator' then
    perform private.enter_record(p_patient, '{identity,contact,consents,kit,mails,call_times}');
    return jsonb_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'administration')
      || private.administrative_record(p_patient);
  elsif p_who then
    perform private.enter_record(p_patient, '{identity,summary,patient_alerts}');
    return jsonb_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'who') || private.in_sight(p_patient);
  end if;
  perform private.enter_record(p_patient, '{identity,contact,kit,onboarding_info,test_results,survey_responses,
    completed_phases,appointments,medical_notes,consultation_notes,patient_contacts,outcome_events,symptom_reports,periods,
    safety_checks,treatment_day_timers,staff_notes,patient_alerts,follow_ups,attention}');
  return (
    select row_to_json(record) from (
      select known.id, known.name, known.email, 'record' as access, private.patient_profile(p_patient, person) as profile,
        (select to_jsonb(answers) - '{user_id,updated_at}'::text[] from public.onboarding_info as answers
          where user_id = p_patient) as questionnaire,
        private.kit_of(p_patient) as kit, private.alerts_of(p_patient) as alerts,
        (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'role', role) order by name), '[]')
          from public.care_team as member
          where id <> person.id and role in ('coach', 'clinician') and private.is_member(member)) as colleagues,
        private.record_facts(p_patient, p_newest) as facts,
        private.treatment_cycle(p_patient) as "treatmentCycle",
        private.drafts_for(person, p_patient) as drafts,
        json_build_object('role', person.role, 'timeZone', person.time_zone, 'patientsZone', private.known_zone(p_patient)) as reader) as record);
end $$;
revoke all on function public.team_patient(uuid, uuid, text[], text[], uuid, boolean, boolean, boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_patient(uuid, uuid, text[], text[], uuid, boolean, boolean, boolean) to service_role;
