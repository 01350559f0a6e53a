-- What the care team's list of patients shows: what somebody may open with its summary, everybody else by name alone. An
-- administrator sees who somebody is and what is sent to them, and nothing of health.
-- In PL/pgSQL, which plans a statement once for a session and not for each of fifty patients.
create function private.next_call(p_patient uuid) returns public.appointments
language plpgsql stable security definer set search_path = '' as $$
declare
  next_call public.appointments;
begin
  select * into next_call from public.appointments
  where user_id = p_patient and status = 'booked' and ends_at > now() order by starts_at limit 1;
  return next_call;
end $$;

create function private.administrative_summary(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.office_zone();
begin
  return (select jsonb_build_object('email', customer_email, 'phone', customer_phone,
    'invitedAt', invited_at, 'signedInAt', created_at,
    'consents', jsonb_build_object('privacyPolicy', privacy_policy_accepted, 'dataUse', data_usage_consent,
      'research', research_consent, 'texts', sms_consent),
    'kit', private.kit_of(p_patient),
    -- That email arrives, never what it says.
    'delivery', (
      select case when count(*) filter (where parked_at is not null) > 0 then 'parked'
        when count(*) filter (where sent_at is null and dropped_at is null) > 0 then 'waiting'
        when count(*) > 0 then 'sent' end
      from public.outbox as message
      where user_id = p_patient
        and (private.is_office_message(message) or private.is_undelivered_before_today(message, zone))),
    'nextCallAt', (private.next_call(p_patient)).starts_at)
  from public.customers join public.invitations on email = customer_email where user_id = p_patient);
end $$;

-- A list or a record is one call: it enters as the person who asks, notes whom it shows and answers, in one transaction. Answers are
-- made of rows and as json, which takes a tenth of the time of many small jsonb objects.
create function private.list_conditions(p_query jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return concat_ws(' and ', 'true',
    'stage = ' || (p_query ->> 'stage')::integer,
    'cycle = ' || (p_query ->> 'cycle')::integer,
    'status = ' || quote_literal(p_query ->> 'status'),
    'coach_id = ' || quote_literal(case when p_query ->> 'coach' = 'none'
      then '00000000-0000-0000-0000-000000000000' else p_query ->> 'coach' end));
end $$;

-- A page of the list. What waits is counted by the job that looks each minute.
create function private.listed_patients(p_listed private.patient_directory[], p_opened uuid[]) returns json
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
            ) as "lastLogAt", next_call.words as "nextCall", coach.words as coach,
            -- For a server of before, which looked for it here.
            null as attention) as summary) end as summary
      from unnest(p_listed) as listed
      left join (
        select distinct on (user_id) user_id, json_build_object('startsAt', starts_at, 'name', appointment_types.name) as words
        from public.appointments join public.appointment_types on appointment_types.id = appointment_type_id
        where user_id = any (p_opened) and appointments.status = 'booked' and ends_at > now()
        order by user_id, starts_at) as next_call on next_call.user_id = listed.id
      left join (
        select care_team.id, json_build_object('id', care_team.id, 'name', care_team.name) as words
        from public.care_team) as coach on coach.id = listed.coach_id
      order by listed.sort_name, listed.id) as listed);
end $$;

create function public.team_patients(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb, p_is_act boolean default false)
returns json language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  page_size constant integer := 50;
  -- Counting what a search finds means finding it.
  max_counted constant integer := 1000;
  page integer := coalesce((p_query ->> 'page')::integer, 1);
  health constant text[] := '{stage,cycle,status}';
  asks_health constant boolean := p_query ?| health;
  is_coach constant boolean := person.role = 'coach';
  coaches constant uuid[] := case when is_coach then private.coaches_seen_by(person.id) end;
  others constant uuid[] := case when is_coach then private.also_open_to(person.id) end;
  own constant text := 'coach_id = any ($1) or id = any ($2)';
  conditions constant text := private.list_conditions(p_query);
  search constant text := case when p_query ? 'search' then private.search_conditions(p_query ->> 'search', 'search_text') end;
  -- Whoever has no name is listed by their address.
  by_name constant text := case when is_coach and search is not null then format('(not is_open or %s or name = email or %s)',
    own, private.search_conditions(p_query ->> 'search', 'sort_name')) end;
  -- Whoever is found by something of health tells it by being found.
  reach constant text := case when is_coach and asks_health then '(' || own || ')' end;
  looked_in constant text := ' from private.patient_directory where ' || concat_ws(' and ', search, by_name, reach, '');
  found_in constant text := looked_in || conditions;
  -- The index alone knows which are on the page, however far back it is; their rows are read by id.
  one_page constant text := 'select array(select (select listed from private.patient_directory as listed where listed.id = page.id)'
    || ' from (select id' || found_in || ' order by sort_name, id limit $3 offset $4) as page)';
  listed private.patient_directory[];
  opened uuid[];
  named uuid[];
  tried uuid[] := '{}';
  total bigint;
  rows json;
  waiting json;
begin
  if person.role = 'administrator' and asks_health then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  execute one_page into listed using coaches, others, page_size, (page - 1) * page_size::bigint;
  if search is null then
    perform private.fold_counts();
    execute 'select coalesce(sum(patients), 0) from private.directory_counts where ' || conditions
      || case when reach is null then '' else ' and coach_id = any ($1)' end into total using coaches;
    if reach is not null then
      execute 'select $3 + count(*) from private.patient_directory where ' || conditions
        || ' and id = any ($2) and coach_id <> all ($1)' into total using coaches, others, total;
    end if;
  elsif page = 1 and cardinality(listed) < page_size then
    total := cardinality(listed);
  else
    execute 'select count(*) from (select' || found_in || ' limit $3) as found' into total using coaches, others, max_counted;
  end if;
  if cardinality(listed) = 0 and page > 1 then
    page := greatest(1, ceil(total / page_size::numeric));
    execute one_page into listed using coaches, others, page_size, (page - 1) * page_size::bigint;
  end if;
  select coalesce(array_agg(id) filter (where is_seen), '{}'), coalesce(array_agg(id) filter (where not is_seen), '{}')
  into opened, named
  from (
    select id, is_open and (not is_coach or coach_id = any (coaches) or id = any (others)) as is_seen
    from unnest(listed)) as found;
  -- More than a page found means more than a page looked at.
  if asks_health and total <= page_size then
    execute 'select array(select id' || looked_in || private.list_conditions(p_query - health) || ' and is_open limit $3)'
      into tried using coaches, others, page_size + 1;
  end if;
  perform private.note_listed(case when person.role = 'administrator' then 'administrative_summary' else 'summary' end,
      case when cardinality(tried) in (0, page_size + 1) then opened
        else array(select unnest(opened) union select unnest(tried)) end),
    private.note_listed('identity', named);
  if person.role = 'administrator' then
    select coalesce(json_agg(case when id = any (opened)
        then json_build_object('id', id, 'name', name, 'administration', private.administrative_summary(id))
        else json_build_object('id', id, 'name', name) end order by sort_name, id), '[]') into rows
    from unnest(listed);
  else
    rows := private.listed_patients(listed, opened);
    waiting := private.waiting_among(opened);
  end if;
  return json_build_object('patients', rows, 'waiting', waiting, 'page', page, 'total', total,
    'pages', greatest(1, ceil(total / page_size::numeric)));
end $$;
revoke all on function public.team_patients(uuid, uuid, text[], text[], jsonb, boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_patients(uuid, uuid, text[], text[], jsonb, boolean) to service_role;

-- A record says how each call went, once its host has said so.
create function private.record_facts(p_patient uuid) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant uuid := private.present_body(p_patient);
begin
  return (
    select row_to_json(facts) from (
      select
        (select coalesce(json_agg(line), '[]') from (
          select id, result_type as type, result, cycle_number as cycle, taken_at as "takenAt", taken_on as "takenOn",
            created_at as "receivedAt", case when logged_by is not null
              then json_build_object('name', logged_by_name, 'role', logged_by_role) end as "loggedBy"
          from public.test_results where user_id = p_patient order by taken_at desc limit 1000) as line) as results,
        (select coalesce(json_agg(line), '[]') from (
          select id, survey, answers, created_at as at
          from public.survey_responses where user_id = p_patient order by created_at desc limit 1000) as line) as surveys,
        (select coalesce(json_agg(line), '[]') from (
          select id, phase_id as phase, cycle_number as cycle, completed_at as at
          from public.completed_phases where user_id = p_patient limit 1000) as line) as phases,
        (select coalesce(json_agg(line), '[]') from (
          select calls.id, calls.name, starts_at as "startsAt", ends_at as "endsAt", status,
            (select outcome from public.appointments where appointments.id = calls.id) as outcome,
            json_build_object('name', host.name, 'role', host.role) as host
          from public.calls join public.care_team as host on host.id = host_id
          where calls.user_id = p_patient order by starts_at desc limit 1000) as line) as calls,
        (select coalesce(json_agg(line), '[]') from (
          select id, how, words, contacted_at as at, json_build_object('name', person_name, 'role', person_role) as who
          from public.patient_contacts where user_id = p_patient order by contacted_at desc limit 1000) as line) as contacts,
        (select coalesce(json_agg(line), '[]') from (
          select note.id, kind, reference, title, noted_on as "notedOn", content as text,
            coalesce(note.signed_at, created_at) as at,
            private.author_words(note.author_name, note.author_role, note.signed_at) as author,
            private.addenda_of(note.id) as addenda,
            (select json_build_object('reason', reason, 'author', private.author_words(author_name, author_role, signed_at))
              from public.note_withdrawals where note_id = note.id) as withdrawn
          from private.written_notes as note where note.user_id = p_patient
          order by coalesce(note.signed_at, created_at) desc limit 1000) as line) as notes,
        (select coalesce(json_agg(line), '[]') from (
          select id, kind, day, cycle, until, reason, resolved_to as "resolvedTo", created_at as "receivedAt",
            case when recorded_by_name is not null
              then json_build_object('name', recorded_by_name, 'role', recorded_by_role) end as who,
            case when withdrawn_at is not null then json_build_object('at', withdrawn_at, 'who',
              case when withdrawn_by_name is not null
                then json_build_object('name', withdrawn_by_name, 'role', withdrawn_by_role) end) end as "takenBack"
          from public.outcome_events where user_id = p_patient order by day desc, created_at desc limit 1000) as line) as outcomes,
        (select coalesce(json_agg(line), '[]') from (
          select id, result_type as type, result, taken_on as "takenOn", taken_back_at as at,
            json_build_object('name', person_name, 'role', person_role) as who
          from public.results_taken_back where user_id = p_patient
          order by taken_back_at desc limit 1000) as line) as "takenBack",
        (select coalesce(json_agg(line), '[]') from (
          select id, signs, strength, since, words, urgent, created_at as at
          from public.symptom_reports where user_id = p_patient order by created_at desc limit 1000) as line) as symptoms,
        (select coalesce(json_agg(line), '[]') from (
          select id, kind, day, created_at as at, coalesce(body = present, false) as "isOfPresentBody"
          from public.periods where user_id = p_patient and withdrawn_at is null order by day desc limit 1000) as line) as periods,
        private.body_since(p_patient) as "bodySince",
        (select coalesce(json_agg(line), '[]') from (
          select id, action, at
          from public.treatment_day_timers where user_id = p_patient order by at desc limit 1000) as line) as timers,
        (select coalesce(json_agg(line), '[]') from (
          select safety_checks.id, cycle, outcome, reasons, answers, corrected, safety_checks.created_at as at,
            case when cleared_at is not null then json_build_object('at', cleared_at, 'words', cleared_words, 'who',
              case when person.name is not null then json_build_object('name', person.name, 'role', person.role) end)
            end as cleared
          from public.safety_checks left join public.care_team as person on person.id = cleared_by
          where safety_checks.user_id = p_patient
          order by safety_checks.created_at desc limit 1000) as line) as "safetyChecks"
    ) as facts);
end $$;

-- The time zone is the one that Today has.
create function private.patient_profile(p_patient uuid, p_person public.care_team) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select row_to_json(profile) from (
      select coalesce(customer_first_name, '') as "firstName", customer_phone as phone,
        private.zone_of_patient(p_patient) as "timeZone",
        programme_name as programme, user_age as age, coalesce(family_set_up_other, family_set_up) as "familySetUp",
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

-- The directory knows too whether a record is open; private.enter_record asks again about the one it opens.
create function public.team_patient(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_is_act boolean default false)
returns json language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  known private.patient_directory;
begin
  select * into known from private.patient_directory where id = p_patient;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such patient.');
  elsif not known.is_open then
    perform private.enter_record(p_patient, '{identity}');
    return json_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'identity');
  elsif person.role = 'administrator' then
    perform private.enter_record(p_patient, '{identity,contact,consents,kit,mails,call_times}');
    return jsonb_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'administration')
      || private.administrative_record(p_patient);
  end if;
  perform private.enter_record(p_patient, '{identity,contact,kit,onboarding_info,test_results,survey_responses,
    completed_phases,appointments,medical_notes,consultation_notes,patient_contacts,outcome_events,symptom_reports,periods,
    safety_checks,treatment_day_timers}');
  return (
    select row_to_json(record) from (
      select known.id, known.name, known.email, 'record' as access, private.patient_profile(p_patient, person) as profile,
        (select to_jsonb(answers) - '{user_id,updated_at}'::text[] from public.onboarding_info as answers
          where user_id = p_patient) as questionnaire,
        private.kit_of(p_patient) as kit,
        private.record_facts(p_patient) as facts,
        (select coalesce(max(cycle_number), 1) from public.completed_phases
          where user_id = p_patient and stage_number = 3) as "treatmentCycle",
        private.drafts_for(person, p_patient) as drafts,
        json_build_object('role', person.role, 'timeZone', person.time_zone) as reader) as record);
end $$;
revoke all on function public.team_patient(uuid, uuid, text[], text[], uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_patient(uuid, uuid, text[], text[], uuid, boolean) to service_role;
