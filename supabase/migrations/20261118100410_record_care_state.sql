-- A record tells where the patient stands: what happened beside the road of treatment is read with it, and noted. What it reads
-- is in PL/pgSQL, which plans a statement once for a session and not for each record.

create or replace function private.record_facts(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'results', array(
        select jsonb_build_object('id', id, 'type', result_type, 'result', result, 'cycle', cycle_number, 'takenAt', taken_at,
          'takenOn', taken_on, 'receivedAt', created_at,
          'loggedBy', case when logged_by is not null then jsonb_build_object('name', logged_by_name, 'role', logged_by_role) end)
        from public.test_results where user_id = p_patient order by taken_at desc limit 1000),
      'surveys', array(
        select jsonb_build_object('id', id, 'survey', survey, 'answers', answers, 'at', created_at)
        from public.survey_responses where user_id = p_patient order by created_at desc limit 1000),
      'phases', array(
        select jsonb_build_object('id', id, 'phase', phase_id, 'cycle', cycle_number, 'at', completed_at)
        from public.completed_phases where user_id = p_patient limit 1000),
      'calls', array(
        select jsonb_build_object('id', calls.id, 'name', calls.name, 'startsAt', starts_at, 'endsAt', ends_at,
          'status', status, 'host', jsonb_build_object('name', host.name, 'role', host.role))
        from public.calls join public.care_team as host on host.id = host_id
        where calls.user_id = p_patient order by starts_at desc limit 1000),
      'contacts', array(
        select jsonb_build_object('id', id, 'how', how, 'words', words, 'at', contacted_at,
          'who', jsonb_build_object('name', person_name, 'role', person_role))
        from public.patient_contacts where user_id = p_patient order by contacted_at desc limit 1000),
      'notes', array(
        select jsonb_build_object('id', note.id, 'kind', kind, 'reference', reference, 'title', title, 'notedOn', noted_on,
          'text', content, 'at', coalesce(note.signed_at, created_at),
          'author', private.author_words(note.author_name, note.author_role, note.signed_at),
          'addenda', private.addenda_of(note.id),
          'withdrawn', (select jsonb_build_object('reason', reason,
              'author', private.author_words(author_name, author_role, signed_at))
            from public.note_withdrawals where note_id = note.id))
        from private.written_notes as note where note.user_id = p_patient
        order by coalesce(note.signed_at, created_at) desc limit 1000)));
end $$;

create function private.who_words(p_name text, p_role text) returns jsonb
language sql immutable set search_path = '' as $$
  select case when p_name is not null then jsonb_build_object('name', p_name, 'role', p_role) end
$$;

create function private.facts_beside_the_road(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'outcomes', array(
        select jsonb_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until, 'reason', reason,
          'resolvedTo', resolved_to, 'receivedAt', created_at, 'who', private.who_words(recorded_by_name, recorded_by_role),
          'takenBack', case when withdrawn_at is not null then jsonb_build_object('at', withdrawn_at,
            'who', private.who_words(withdrawn_by_name, withdrawn_by_role)) end)
        from public.outcome_events where user_id = p_patient order by day desc, created_at desc limit 1000),
      'takenBack', array(
        select jsonb_build_object('id', id, 'type', result_type, 'result', result, 'takenOn', taken_on, 'at', taken_back_at,
          'who', private.who_words(person_name, person_role))
        from public.results_taken_back where user_id = p_patient order by taken_back_at desc limit 1000),
      'symptoms', array(
        select jsonb_build_object('id', id, 'signs', signs, 'strength', strength, 'since', since, 'words', words,
          'urgent', urgent, 'at', created_at)
        from public.symptom_reports where user_id = p_patient order by created_at desc limit 1000),
      'periods', array(
        select jsonb_build_object('id', id, 'kind', kind, 'day', day, 'at', created_at)
        from public.periods where user_id = p_patient and withdrawn_at is null order by day desc limit 1000),
      'safetyChecks', array(
        select jsonb_build_object('id', safety_checks.id, 'cycle', cycle, 'outcome', outcome, 'reasons', reasons,
          'at', safety_checks.created_at, 'cleared', case when cleared_at is not null then jsonb_build_object('at', cleared_at,
            'words', cleared_words, 'who', private.who_words(person.name, person.role)) end)
        from public.safety_checks left join public.care_team as person on person.id = cleared_by
        where safety_checks.user_id = p_patient order by safety_checks.created_at desc limit 1000)));
end $$;

create or replace function private.patient_profile(p_patient uuid, p_person uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('firstName', coalesce(customer_first_name, ''), 'phone', customer_phone,
      'timeZone', (select time_zone from public.appointments where user_id = p_patient order by created_at desc limit 1),
      'programme', programme_name, 'age', user_age,
      'familySetUp', coalesce(family_set_up_other, family_set_up),
      'status', listed.status, 'stage', listed.stage, 'cycle', listed.cycle, 'phase', listed.phase,
      'coach', case when coach.id is not null then jsonb_build_object('id', coach.id, 'name', coach.name) end,
      'isAnotherCoachs', coalesce(coach.id <> p_person, false)
        and exists (select from public.care_team where id = p_person and role = 'coach'),
      'leavesAt', (select delete_after from public.account_deletions where user_id = p_patient),
      'openedFor', private.reason_of(p_person, p_patient))
    from public.customers join private.patient_directory as listed on listed.id = customers.user_id
    left join public.care_team as coach on coach.id = listed.coach_id
    left join public.onboarding_info on onboarding_info.user_id = customers.user_id
    where customers.user_id = p_patient);
end $$;

create or replace function public.team_patient(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  known private.patient_directory;
  who jsonb;
begin
  select * into known from private.patient_directory where id = p_patient;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such patient.');
  end if;
  who := jsonb_build_object('id', known.id, 'name', known.name, 'email', known.email);
  if not private.is_open_to_team(p_patient) then
    perform private.enter_record(p_patient, '{identity}');
    return who || '{"access": "identity"}';
  elsif person.role = 'administrator' then
    perform private.enter_record(p_patient, '{identity,contact,consents,kit,mails,call_times}');
    return who || '{"access": "administration"}' || private.administrative_record(p_patient);
  end if;
  perform private.enter_record(p_patient, '{identity,contact,kit,onboarding_info,test_results,survey_responses,
    completed_phases,appointments,medical_notes,consultation_notes,patient_contacts,outcome_events,symptom_reports,periods,
    safety_checks}');
  return who || jsonb_build_object('access', 'record',
    'profile', private.patient_profile(p_patient, person.id),
    'questionnaire', (
      select to_jsonb(answers) - '{user_id,updated_at}'::text[] from public.onboarding_info as answers where user_id = p_patient),
    'kit', private.administrative_summary(p_patient) -> 'kit',
    'facts', private.record_facts(p_patient) || private.facts_beside_the_road(p_patient),
    'treatmentCycle', private.treatment_cycle(p_patient),
    'drafts', private.drafts_for(person, p_patient));
end $$;

revoke all on all functions in schema private from public;
