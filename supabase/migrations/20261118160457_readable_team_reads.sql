drop function private.list_conditions(jsonb);

drop function private.listed_patients(private.patient_directory[],uuid[]);

drop function private.note_listed(text,uuid[]);

drop function private.note_staff_read(text,uuid);

drop function private.search_conditions(text,text);

drop function private.tell_of_lock(text,public.care_team,text,text);

CREATE OR REPLACE FUNCTION private.also_open_to(p_coach uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select user_id from private.patients_of_hosts where host_id = p_coach
    union select user_id from public.record_openings where person_id = p_coach and ends_at > now());
end $function$
;

CREATE OR REPLACE FUNCTION private.attention_rows(p_users uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    with listed as materialized (
      select id, coach_id, stage, private.present_body(id) as body, 500 as newest
      from private.patient_directory where id = any (p_users) and is_open)
    select coalesce(json_agg(json_build_object(
      'id', listed.id,
      'coachId', nullif(coach_id, '00000000-0000-0000-0000-000000000000'),
      'timeZone', private.zone_of_patient(listed.id),
      'isInTreatment', stage = 3,
      'pregnancyTests', (
        select coalesce(json_agg(json_build_object('id', id, 'result', result, 'cycle', cycle_number, 'takenOn', taken_on,
          'receivedAt', private.in_ms(created_at))), '[]')
        from (select * from public.test_results where user_id = listed.id and result_type = 'PREGNANCY'
          order by created_at desc limit newest) as test),
      'ovulationTests', (
        select coalesce(json_agg(json_build_object('id', id, 'result', result, 'takenOn', taken_on, 'at', private.in_ms(taken_at))), '[]')
        from (select * from public.test_results where user_id = listed.id and result_type = 'ovulation'
          order by created_at desc limit newest) as test),
      'events', (
        select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until,
          'resolvedTo', resolved_to, 'byTeam', recorded_by is not null, 'receivedAt', private.in_ms(created_at))), '[]')
        from (select * from public.outcome_events where user_id = listed.id and withdrawn_at is null
          order by created_at desc limit newest) as event),
      'periods', (
        select coalesce(json_agg(json_build_object('id', id, 'day', day, 'kind', kind)), '[]')
        from (select * from public.periods where user_id = listed.id and body = listed.body and withdrawn_at is null
          order by day desc limit newest) as period),
      'bodySince', private.body_since(listed.id),
      'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = listed.id),
      -- Urgent and other symptoms each have their own 500, so that many mild ones never hide an urgent one.
      'symptoms', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.in_ms(created_at), 'isUrgent', urgent)), '[]')
        from (
          (select * from public.symptom_reports where user_id = listed.id and urgent order by created_at desc limit newest)
          union all
          (select * from public.symptom_reports where user_id = listed.id and not urgent order by created_at desc limit newest)) as symptom),
      'timers', (
        select coalesce(json_agg(json_build_object('id', id, 'action', action, 'at', private.in_ms(at),
          'reportedAt', private.in_ms(reported_at))), '[]')
        from (select * from public.treatment_day_timers where user_id = listed.id order by at desc limit newest) as timer),
      'applicatorSurveys', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.in_ms(created_at), 'cycle', cycle_number,
          'usedOn', answers ->> 0, 'capWear', answers ->> 5, 'feedback', answers ->> 6)), '[]')
        from (select * from public.survey_responses where user_id = listed.id and survey = 'applicator-use'
          order by created_at desc limit newest) as survey),
      'uncertain', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.in_ms(created_at))), '[]')
        from (select * from public.survey_responses where user_id = listed.id and survey = 'before-treatment'
          order by created_at desc limit newest) as survey
        where answers ->> 'response' = 'uncertain'),
      -- Only checks that block treatment: others need no one, and must not push out one that does.
      'safetyChecks', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.in_ms(created_at), 'cycle', cycle,
          'outcome', outcome, 'isCleared', cleared_at is not null)), '[]')
        from (select * from public.safety_checks where user_id = listed.id and outcome <> 'ready' and cleared_at is null
          order by created_at desc limit newest) as safety_check),
      'calls', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.in_ms(starts_at), 'endsAt', private.in_ms(ends_at),
          'hostId', host_id, 'outcome', outcome, 'hasSignedNote', exists (
            select from private.written_notes as note
            where note.user_id = listed.id and note.signed_at >= call.starts_at and not private.is_withdrawn(note.id)))), '[]')
        from (select * from public.appointments
          where user_id = listed.id and status = 'booked' and coalesce(outcome, 'took-place') = 'took-place'
          order by ends_at desc limit newest) as call),
      'messagesWaiting', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.in_ms(created_at), 'dueAt', private.in_ms(due_at))), '[]')
        from private.waiting_messages(listed.id)),
      'messagesUnread', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.in_ms(created_at))), '[]')
        from private.unread_by_patient(listed.id)),
      'concerns', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.in_ms(created_at), 'concern', asked.concern)), '[]')
        from unnest(array['urgent', 'self-harm', 'call-me', 'hard-time', 'answer-today']) as asked (concern)
        cross join lateral (
          select id, created_at from public.messages where user_id = listed.id and concern = asked.concern
          order by created_at desc limit newest) as message),
      'lastLogAt', private.in_ms(greatest(
        (select max(created_at) from public.test_results where user_id = listed.id and result_type = 'PREGNANCY'),
        (select max(created_at) from public.test_results where user_id = listed.id and result_type = 'ovulation'),
        (select max(created_at) from public.periods where user_id = listed.id and withdrawn_at is null),
        (select max(created_at) from public.treatment_day_timers where user_id = listed.id),
        (select max(created_at) from public.survey_responses where user_id = listed.id))))), '[]')::jsonb
    from listed);
end $function$
;

CREATE OR REPLACE FUNCTION private.before_user_created(event jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer jsonb := public.ask_invitation(event #>> '{user,email}', nullif(trim(event #>> '{metadata,ip_address}'), ''));
begin
  if (answer ->> 'wait')::integer > 0 then
    return jsonb_build_object('error', jsonb_build_object('http_code', 429, 'message', format(
      'Too many attempts. Please try again in %s.', private.wait_in_words((answer ->> 'wait')::integer))));
  end if;
  if (answer ->> 'invited')::boolean then
    return '{}'::jsonb;
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 403, 'message', 'This email is not authorized to use the application.'));
end $function$
;

CREATE OR REPLACE FUNCTION private.call_facts(p_reader public.care_team, p_asked jsonb, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_administrator constant boolean := p_reader.role = 'administrator';
  call public.appointments;
  patient uuid := (p_asked ->> 'patientId')::uuid;
  kind text := p_asked ->> 'appointmentType';
  starts timestamptz;
begin
  if p_asked ? 'id' then
    select * into call from public.appointments where id = (p_asked ->> 'id')::uuid;
    if not found then
      perform private.refuse_team('PT403', 'not_allowed', 'There is no such call.');
    end if;
    patient := call.user_id;
    select slug into kind from public.appointment_types where id = call.appointment_type_id;
  elsif is_administrator then
    -- Whoever chooses a kind of call for somebody knows it.
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  perform private.enter_record(patient, array[case when is_administrator then 'call_times' else 'appointments' end]);
  if call.id is not null then
    perform private.require_changeable(call, (p_asked ->> 'version')::integer);
  end if;
  starts := coalesce((p_asked ->> 'startTime')::timestamptz, call.starts_at);
  return jsonb_build_object(
    'call', (
      select to_jsonb(known) - 'room' || jsonb_build_object('host_left', host.deactivated_at is not null)
      from public.calls as known join public.care_team as host on host.id = known.host_id where known.id = call.id),
    'timeZone', coalesce(call.time_zone, private.zone_of_patient(patient), 'UTC'),
    'onlyHosts', private.hosts_under_reason(p_reader, patient),
    'facts', public.scheduling_facts(patient, kind, starts, coalesce(p_until, starts + interval '1 millisecond'))::jsonb);
end $function$
;

CREATE OR REPLACE FUNCTION private.care_standing(p_user uuid, OUT state text, OUT status text, OUT after_positive boolean, OUT after_loss boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fact record;
  before_pause text := 'treatment';
  last_sure text := 'treatment';
  positive_in integer[] := '{}'::integer[];
  open_in integer;
  -- When the loss since the last resume was first told: whoever decided before could not know of it.
  loss_told_at timestamptz;
begin
  state := 'treatment';
  after_loss := false;
  after_positive := false;
  for fact in
    -- The portal knows moments to the millisecond.
    select result as kind, cycle_number as cycle, null as resolved_to, taken_on as day,
      date_trunc('milliseconds', created_at) as arrived_at, id
    from public.test_results where user_id = p_user and result_type = 'PREGNANCY'
    union all
    select kind, cycle, resolved_to, day, date_trunc('milliseconds', created_at), id
    from public.outcome_events where user_id = p_user and withdrawn_at is null
    order by day, arrived_at, id
  loop
    case fact.kind
      when 'positive' then
        positive_in := positive_in || fact.cycle;
        if state <> 'after-loss' and not after_positive then
          state := 'pregnant';
        end if;
      when 'negative' then
        if state = 'pregnant' then
          state := 'unsure';
          open_in := fact.cycle;
        elsif state = 'unsure' and not after_positive then
          state := case when after_loss then 'stopped' else 'treatment' end;
        end if;
      when 'unclear' then
        if state <> 'after-loss' and not after_positive then
          state := 'unsure';
          open_in := fact.cycle;
        end if;
      when 'loss' then
        state := 'after-loss';
        after_loss := true;
        loss_told_at := least(loss_told_at, fact.arrived_at);
      when 'stop' then
        state := 'stopped';
      when 'pause' then
        if state in ('treatment', 'unsure') and not after_positive then
          before_pause := state;
          state := 'paused';
        end if;
      when 'resume' then
        if state in ('paused', 'after-loss', 'stopped') then
          if fact.arrived_at < loss_told_at then
            state := 'after-loss';
          elsif state = 'paused' then
            state := before_pause;
            positive_in := '{}';
          else
            state := 'treatment';
            positive_in := '{}';
            after_loss := false;
            loss_told_at := null;
          end if;
        end if;
      when 'resolve' then
        case
          when fact.resolved_to = 'after-loss' then
            state := 'after-loss';
            after_loss := true;
            loss_told_at := least(loss_told_at, fact.arrived_at);
          when fact.arrived_at < loss_told_at then
            state := 'after-loss';
          when fact.resolved_to = 'pregnant' then
            state := 'pregnant';
            positive_in := positive_in || fact.cycle;
          else
            state := 'treatment';
            positive_in := '{}';
            after_loss := false;
            loss_told_at := null;
        end case;
    end case;
    -- Since the last resume, in the same treatment cycle.
    after_positive := state = 'unsure' and coalesce(open_in = any (positive_in), false);
    last_sure := case state when 'unsure' then last_sure else state end;
  end loop;
  status := case last_sure
    when 'treatment' then 'Active' when 'pregnant' then 'Pregnant' when 'stopped' then 'Withdrawn' else 'Paused' end;
end $function$
;

CREATE OR REPLACE FUNCTION private.care_state_for_person(p_patient uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.enter_record(p_patient, '{outcome_events}');
  return jsonb_build_object('careState', private.care_state(p_patient));
exception when sqlstate 'PT403' then
  return '{}'::jsonb;
end $function$
;

CREATE OR REPLACE FUNCTION private.client_of(p_address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  address inet;
begin
  address := regexp_replace(trim(p_address), '^::ffff:(?=[0-9]+[.])', '', 'i')::inet;
  return case family(address) when 6 then network(set_masklen(address, 56))::text else host(address) end;
exception when invalid_text_representation then
  return p_address;
end $function$
;

CREATE OR REPLACE FUNCTION private.clinic_rows()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object('name', trim(first_name || ' ' || last_name), 'at', private.in_ms(invited_at),
        'id', md5(invitations.email || private.in_ms(invited_at)))), '[]')
      from public.invitations
      where revoked_at is null and invited_at <= now() - interval '7 days'
        and not exists (select from public.customers where customer_email = invitations.email)),
    'manyOpenings', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person_id || ':' || day, 'person', name, 'day', day,
        'at', private.in_ms(sixth))), '[]')
      from (
        select person_id, care_team.name, (opened_at at time zone time_zone)::date as day,
          (array_agg(opened_at order by opened_at))[6] as sixth
        from public.record_openings join public.care_team on care_team.id = person_id
        where opened_at > now() - interval '30 days'
        group by 1, 2, 3 having count(*) > 5) as many),
    'alarmsFailingSince', (select private.in_ms(public.alarms_failing_since())));
end $function$
;

CREATE OR REPLACE FUNCTION private.enter_record(p_patient uuid, p_kinds text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind text;
begin
  if p_kinds is null or cardinality(p_kinds) = 0 or array_position(p_kinds, null) is not null then
    raise exception using errcode = '22004', message = 'A record is opened for the kinds of things that are read.';
  end if;
  foreach kind in array p_kinds loop
    perform private.require_record(kind, p_patient);
  end loop;
  perform private.note_reads(p_kinds, array[p_patient]);
end $function$
;

CREATE OR REPLACE FUNCTION private.has_assignment(p_coach uuid, p_patient uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((select coach_id from public.coach_assignments where user_id = p_patient),
    '00000000-0000-0000-0000-000000000000') = any (private.coaches_seen_by(p_coach));
end $function$
;

CREATE OR REPLACE FUNCTION private.in_ms(p_moment timestamp with time zone)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return floor(extract(epoch from p_moment) * 1000);
end $function$
;

CREATE OR REPLACE FUNCTION private.known_zone(p_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(private.zone_of_patient(p_user), 'UTC');
end $function$
;

CREATE OR REPLACE FUNCTION private.looks_after(p_coach uuid, p_patient uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select private.has_assignment(p_coach, p_patient)
      or exists (select from private.patients_of_hosts where host_id = p_coach and user_id = p_patient));
end $function$
;

CREATE OR REPLACE FUNCTION private.newest_lines(p_part text, p_user uuid, p_max_lines integer, p_max_bytes integer, OUT lines jsonb, OUT left_out jsonb, OUT bytes integer)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  kept jsonb[] := '{}'::jsonb[];
  line jsonb;
  size integer;
  there bigint;
begin
  bytes := 0;
  for line in
    execute format('select line from private.%I where user_id = $1 order by moment desc, id desc', 'export_' || p_part)
    using p_user
  loop
    size := octet_length(line::text) + 2;
    exit when p_max_lines is not null and (cardinality(kept) = p_max_lines or bytes + size > p_max_bytes);
    kept := kept || line;
    bytes := bytes + size;
  end loop;
  execute format('select count(*) from private.%I where user_id = $1', 'export_' || p_part) into there using p_user;
  lines := (select coalesce(jsonb_agg(one order by at desc), '[]') from unnest(kept) with ordinality as own (one, at));
  left_out := private.left_out(there, cardinality(kept));
end $function$
;

CREATE OR REPLACE FUNCTION private.note_reads(p_kinds text[], p_patients uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.named_person();
  declared constant text[] := string_to_array(coalesce(current_setting('portal.staff_reads', true), ''), ',');
begin
  if cardinality(p_patients) = 0 then
    return;
  elsif person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team needs the person who reads.');
  elsif not p_kinds <@ declared then
    raise exception using errcode = '42501', message = 'This function does not say that it reads '
      || (select kind from unnest(p_kinds) as kind where kind <> all (declared) limit 1);
  end if;
  with read as materialized (
    select patient, kind, encode(sha256(convert_to(
      concat_ws(':', 'staff-read', person.id, person.role, kind, patient), 'UTF8')), 'hex') as key
    from unnest(p_patients) as patient, unnest(p_kinds) as kind),
  -- A second reader who comes at the same moment waits for the first, and then finds the key. Always in the same order, so that two
  -- readers never wait for each other.
  counted as (
    insert into private.limits as counter (key, used, window_ends_at)
    select key, 1, now() + interval '15 minutes' from read
    where not exists (select from private.limits as noted where noted.key = read.key and window_ends_at > now())
    order by patient, kind
    on conflict (key) do update set used = 1, window_ends_at = excluded.window_ends_at
    where counter.window_ends_at <= now()
    returning key)
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role, reason_category)
  select person.id, coalesce(auth.role(), 'operator'), 'read', kind, patient, person.name, person.role,
    -- Only coaches give a reason.
    case when person.role = 'coach' then private.reason_of(person.id, patient) end
  from read join counted using (key) order by patient, kind;
end $function$
;

CREATE OR REPLACE FUNCTION private.patient_of_fact(p_key text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  named constant text := split_part(p_key, ':', 2);
  fact uuid;
begin
  if named !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return null;
  end if;
  fact := named::uuid;
  return coalesce(
    (select user_id from public.test_results where id = fact),
    (select user_id from public.outcome_events where id = fact),
    (select user_id from public.symptom_reports where id = fact),
    (select user_id from public.survey_responses where id = fact),
    (select user_id from public.safety_checks where id = fact),
    (select user_id from public.treatment_day_timers where id = fact),
    (select user_id from public.periods where id = fact),
    (select user_id from public.appointments where id = fact),
    (select user_id from public.messages where id = fact),
    (select user_id from public.outbox where id = fact),
    (select user_id from public.customers where user_id = fact));
end $function$
;

CREATE OR REPLACE FUNCTION private.patients_to_look_at(p_person public.care_team)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  coaches constant uuid[] := private.coaches_seen_by(p_person.id);
begin
  if p_person.role = 'clinician' then
    return array(
      select user_id from private.attention_looks join private.patient_directory as listed on listed.id = user_id
      where look_at <= now() and is_open);
  end if;
  return array(
    select user_id from private.attention_looks join private.patient_directory as listed on listed.id = user_id
    where look_at <= now() and is_open and (coach_id = any (coaches)
      or user_id in (select handed.user_id from private.hand_offs as handed where to_id = p_person.id)
      or private.has_message_for_everybody(user_id)
      or user_id in (select hosted.user_id from private.patients_of_hosts as hosted where host_id = p_person.id)));
end $function$
;

CREATE OR REPLACE FUNCTION private.require_record(p_kind text, p_patient uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.named_person();
  -- Nothing of health: who somebody is, and what is sent to them.
  administrative constant text[] := '{identity,contact,consents,kit,mails,call_times}'::text[];
begin
  if person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team needs the person who reads.');
  elsif p_kind = 'identity' then
    return;
  elsif not private.is_open_to_team(p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'This patient has not given both consents.');
  elsif person.role = 'administrator' and p_kind <> all (administrative) then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  elsif person.role = 'coach' and not private.looks_after(person.id, p_patient)
    and private.reason_of(person.id, p_patient) is null then
    perform private.refuse_team('PT403', 'reason_required', 'Another coach looks after this patient. Please say why you open the record.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.take_back_for_patient(p_patient uuid, p_act jsonb, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fact constant uuid := (p_act ->> 'resultId')::uuid;
  state text;
  taken public.test_results;
begin
  perform private.require_record('test_results', p_patient);
  perform from public.customers where user_id = p_patient for no key update;
  state := private.care_state(p_patient);
  if p_act ->> 'seen' <> state then
    perform private.refuse_changed_state(state);
  end if;
  delete from public.test_results where id = fact and user_id = p_patient returning * into taken;
  if found then
    insert into public.results_taken_back (id, user_id, result_type, result, cycle_number, taken_on, taken_at, logged_at,
      person_id, person_name, person_role)
    values (taken.id, p_patient, taken.result_type, taken.result, taken.cycle_number, taken.taken_on, taken.taken_at,
      taken.created_at, p_person.id, p_person.name, p_person.role);
    return;
  end if;
  if p_person.role <> 'clinician' and exists (
    select from public.outcome_events
    where id = fact and user_id = p_patient and kind = 'loss' and withdrawn_at is null
      and (recorded_by_role = 'clinician' or created_at <= now() - interval '24 hours')) then
    perform private.refuse_team('PT403', 'not_allowed', 'A clinician undoes this loss.');
  end if;
  update public.outcome_events set withdrawn_at = now()
  where id = fact and user_id = p_patient and kind = 'loss' and withdrawn_at is null;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'There is nothing to take back any more. Please look at the record again.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.today_facts(p_person public.care_team, p_key text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  administrative jsonb := '[]'::jsonb;
  ids uuid[] := '{}'::uuid[];
  coaches constant uuid[] := private.coaches_seen_by(p_person.id);
  patient uuid;
begin
  if p_person.role = 'administrator' then
    administrative := private.administrative_rows();
    ids := array(select (line ->> 'id')::uuid from jsonb_array_elements(administrative) as line);
  elsif p_key is null then
    ids := private.patients_to_look_at(p_person);
  else
    patient := private.patient_of_fact(p_key);
    ids := case when patient is not null and private.may_see_items(p_person, patient) then array[patient] else '{}' end;
  end if;
  return jsonb_build_object(
    'patients', case when p_person.role = 'administrator' then '[]' else private.attention_rows(ids) end,
    'administrative', administrative,
    'clinic', case when p_person.role = 'administrator' then private.clinic_rows() end,
    'decisions', private.last_decisions(ids),
    'own', case when p_person.role = 'coach' then (
      select coalesce(jsonb_agg(id), '[]') from private.patient_directory where id = any (ids) and coach_id = any (coaches)) end);
end $function$
;

CREATE OR REPLACE FUNCTION private.treatment_cycle(p_user uuid)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select coalesce(max(cycle_number), 1) from public.completed_phases where user_id = p_user and stage_number = 3);
end $function$
;

CREATE OR REPLACE FUNCTION private.withdraw_note(p_person public.care_team, p_act jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  note constant private.written_notes := private.standing_note((p_act ->> 'noteId')::uuid);
  belongs_to constant uuid := (p_act ->> 'belongsTo')::uuid;
begin
  if p_person.role <> 'clinician' and note.author_id is distinct from p_person.id then
    perform private.refuse_team('PT403', 'not_allowed', 'A note is withdrawn by its author or a clinician.');
  end if;
  insert into public.note_withdrawals (note_id, user_id, reason, author_id, author_name, author_role)
  values (note.id, note.user_id, p_act ->> 'reason', p_person.id, p_person.name, p_person.role);
  if belongs_to <> note.user_id then
    perform private.require_record(note.kind || '_notes', belongs_to);
    perform private.note_in_audit('insert', 'note_withdrawals', belongs_to, null);
  end if;
  return jsonb_build_object('id', note.id, 'version', 1);
end $function$
;

CREATE OR REPLACE FUNCTION public.export_my_data(p_user uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- An answer has 8 MB (server/rest); the rest is for the parts that cannot grow.
  bytes_left integer := 7500000;
  -- What each part that can grow is sure of; together half of an answer.
  share constant integer := 4000000 / (select count(max_lines) from private.export_parts);
  has_consented boolean;
  part record;
  found_lines record;
  whole jsonb := '{}'::jsonb;
begin
  select privacy_policy_accepted and data_usage_consent or consent_withdrawn_at is not null into has_consented
  from public.customers join public.invitations on invitations.email = customer_email
  where user_id = p_user and revoked_at is null;
  if not found then
    raise exception using errcode = '42501', message = 'Patients export their own data';
  end if;
  perform private.note_in_audit('read', 'data_export', p_user, p_user);
  for part in
    select *, count(max_lines) over () - count(max_lines) over (order by place) as later
    from private.export_parts order by place
  loop
    found_lines := private.newest_lines(part.name, case when has_consented or not part.needs_consent then p_user end,
      part.max_lines, bytes_left - share * part.later::integer);
    whole := whole || jsonb_build_object(part.name, found_lines.lines);
    if part.max_lines is not null then
      bytes_left := bytes_left - found_lines.bytes;
      whole := whole || jsonb_build_object(part.name || '_left_out', found_lines.left_out);
    end if;
  end loop;
  return whole;
end $function$
;

CREATE OR REPLACE FUNCTION public.mfa_verification_attempt(event jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  factor constant uuid := (event ->> 'factor_id')::uuid;
  is_right constant boolean := coalesce((event ->> 'valid')::boolean, false);
  tries private.factor_tries;
  moment timestamptz;
  person public.care_team;
begin
  insert into private.factor_tries (factor_id) values (factor) on conflict (factor_id) do nothing;
  select * into tries from private.factor_tries where factor_id = factor for update;
  -- The time after the wait.
  moment := clock_timestamp();
  if tries.locked_until > moment then
    return jsonb_build_object('decision', 'reject', 'message', format('Too many wrong codes. Please try again in %s.',
      private.wait_in_words(ceil(extract(epoch from tries.locked_until - moment))::integer)));
  end if;
  if is_right then
    return '{"decision": "continue"}'::jsonb;
  end if;
  tries.wrong_at := array(
    select earlier from unnest(tries.wrong_at) as earlier where earlier > moment - interval '15 minutes') || moment;
  if cardinality(tries.wrong_at) < 5 then
    update private.factor_tries set wrong_at = tries.wrong_at where factor_id = factor;
  else
    update private.factor_tries set wrong_at = '{}', locked_until = moment + interval '15 minutes' where factor_id = factor;
    select * into person from public.care_team where factor_id = factor;
    if found then
      perform private.tell_of_lock('team_factor_lock', person, 'authenticator app is locked for 15 minutes');
    end if;
  end if;
  return '{"decision": "continue"}'::jsonb;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_access_log(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  page_size constant integer := 100;
  -- Whoever searches for so many has not named a patient yet.
  max_found constant integer := 50;
  asked_person constant uuid := (p_query ->> 'person')::uuid;
  asked_day constant date := (p_query ->> 'day')::date;
  search constant text := private.search_conditions(p_query ->> 'search');
  -- The moment of the last line shown, in microseconds, and how many lines of that moment were shown.
  shown_until constant timestamptz := 'epoch'::timestamptz + split_part(p_query ->> 'before', '-', 1)::bigint * interval '1 microsecond';
  shown_of_it constant integer := coalesce(split_part(p_query ->> 'before', '-', 2)::integer, 0);
  patients uuid[];
  conditions text := 'kind <> ''attention'' and (staff_role is not null or actor_role = ''sign_in'' or starts_with(kind, ''team_''))
    and not (private.kind_for_office(kind, staff_role) = ''care_record'' and exists (
      select from public.audit_log as earlier
      where earlier.subject_id = line.subject_id and earlier.at between line.at - interval ''15 minutes'' and line.at
        and (earlier.at, earlier.id) < (line.at, line.id) and earlier.actor_id = line.actor_id
        and earlier.staff_role = line.staff_role and earlier.kind <> ''attention''
        and (earlier.reason_category is not null or line.reason_category is null)
        and private.kind_for_office(earlier.kind, earlier.staff_role) = ''care_record''))';
  lines jsonb;
  more boolean;
begin
  if p_query ? 'patient' then
    patients := array[(p_query ->> 'patient')::uuid];
  elsif search is not null then
    execute 'select array(select id from private.patient_directory where ' || search || ' order by sort_name, id limit $1)'
      into patients using max_found;
  end if;
  if patients is not null then
    patients := patients || array(select private.invited_id(email) from private.patient_directory where id = any (patients) and has_user);
    conditions := conditions || ' and subject_id = any ($1)';
  end if;
  if asked_person is not null then
    conditions := conditions || ' and actor_id = $2';
  end if;
  -- A look at this page is a line, too. Where nobody is asked for, those would hide what else there is.
  if patients is null and asked_person is null then
    conditions := conditions || ' and kind <> ''access_log''';
  end if;
  -- A day as the reader lives it.
  if asked_day is not null then
    conditions := conditions || ' and at >= $3 and at < $4';
  end if;
  if shown_until is not null then
    conditions := conditions || ' and at <= $5';
  end if;
  execute
    'with page as (
       select line.*, row_number() over (partition by at order by id desc) + case when at = $5 then $7 else 0 end as place
       from (select * from public.audit_log as line where ' || conditions || '
         order by at desc, id desc limit $6 + 1 offset $7) as line),
     shown as (
       select *, trunc(extract(epoch from at) * 1000000)::bigint || ''-'' || place as name
       from page order by at desc, id desc limit $6)
     select coalesce(jsonb_agg(jsonb_build_object(
         ''id'', shown.name, ''at'', at, ''why'', reason_category,
         ''action'', case private.kind_for_office(kind, staff_role) when ''care_record'' then ''read'' else action end,
         ''kind'', private.kind_for_office(kind, staff_role),
         ''person'', jsonb_build_object(''id'', actor.id, ''name'', coalesce(actor_name, actor.name),
           ''role'', coalesce(staff_role, case when actor_name is null then actor.role end)),
         ''patient'', case when listed.id is not null then jsonb_build_object(''id'', listed.id, ''name'', listed.name)
           when since.id is not null then jsonb_build_object(''id'', since.id, ''name'', since.name) end,
         ''member'', member.name) order by at desc, shown.id desc), ''[]''),
       (select count(*) > $6 from page)
     from shown
     left join public.care_team as actor on actor.id = actor_id
     left join public.care_team as member on member.id = subject_id
     left join private.patient_directory as listed on listed.id = subject_id
     left join private.patient_directory as since on listed.id is null and since.has_user and private.invited_id(since.email) = subject_id'
    into lines, more
    using patients, asked_person, asked_day::timestamp at time zone person.time_zone,
      (asked_day + 1)::timestamp at time zone person.time_zone, shown_until, page_size, shown_of_it;
  perform private.note_reads('{access_log}', array(
    select distinct (line #>> '{patient,id}')::uuid from jsonb_array_elements(lines) as line
    where line #>> '{patient,id}' is not null));
  return jsonb_build_object('lines', lines, 'next', case when more then lines #>> '{-1,id}' end);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_care(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_act jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  patients constant uuid[] := array(select id::uuid from jsonb_array_elements_text(p_act -> 'ids') as id);
  answer jsonb := private.earlier_answer(p_request);
begin
  if answer is null then
    case p_act ->> 'action'
      when 'assign' then perform private.assign_coach(patients, (p_act ->> 'coach')::uuid, person.id);
      when 'contact' then
        perform private.require_record('patient_contacts', patients[1]);
        insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role)
        values (patients[1], p_act ->> 'how', p_act ->> 'words', person.id, person.name, person.role);
      when 'log' then perform private.log_for_patient(patients[1], p_act);
      when 'send-kit' then perform private.ask_for_kit(patients[1], person);
      when 'take-back' then perform private.take_back_for_patient(patients[1], p_act, person);
      when 'clear-safety-check' then perform private.clear_safety_check(patients[1], p_act, person);
      else perform private.decide_outcome(patients[1], p_act, person.role);
    end case;
    answer := private.keep_answer(p_request, jsonb_build_object('ids', patients));
  end if;
  return case when cardinality(patients) = 1 then answer || private.care_state_for_person(patients[1]) else answer end;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_change_people(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  acting uuid := (private.enter_team(p_user, p_session, p_roles, p_reads)).id;
  earlier jsonb := private.earlier_answer(p_request);
  person uuid := (p_change ->> 'id')::uuid;
begin
  if earlier is not null then
    return earlier;
  end if;
  case p_change ->> 'action'
    when 'invite' then
      person := public.team_invite(acting, p_change ->> 'email', p_change ->> 'name', p_change ->> 'role',
        p_change ->> 'timeZone', p_change ->> 'codeHash');
    when 'role' then perform public.team_change_role(acting, person, p_change ->> 'role');
    when 'agree' then perform public.team_agree(acting, person, p_change ->> 'role');
    when 'reset-factor' then perform public.team_reset_factor(acting, person, p_change ->> 'codeHash');
    when 'hosts' then
      perform public.team_set_hosts(acting, person, array(select jsonb_array_elements_text(p_change -> 'kinds')));
    when 'deactivate' then perform public.team_deactivate(acting, person);
  end case;
  return private.keep_answer(p_request, jsonb_build_object('id', person));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_clear_check(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_act jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient constant uuid := (p_act #>> '{ids,0}')::uuid;
  answer jsonb;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  answer := private.earlier_answer(p_request);
  if answer is null then
    perform private.require_record('safety_checks', patient);
    perform public.team_care(p_user, p_session, p_roles, p_reads, p_act - 'mail');
    perform private.mail_update(patient, 'check-cleared:' || (p_act ->> 'check'), p_act -> 'mail');
    answer := private.keep_answer(p_request, jsonb_build_object('ids', jsonb_build_array(patient)));
  end if;
  return answer || private.care_state_for_person(patient);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_invitations(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  page_size constant integer := 50;
  search constant text := private.search_conditions(p_query ->> 'search');
  conditions text := 'true';
  rows jsonb;
  more boolean;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  if search is not null then
    -- Whoever never signed in and was revoked is in no directory.
    conditions := conditions || ' and (email in (select email from private.patient_directory where ' || search || ' limit 1000)
      or revoked_at is not null and exists (select from (select private.unaccented(concat_ws('' '', first_name, last_name, email))
        as search_text) as words where ' || search || '))';
  end if;
  if p_query ? 'state' then
    conditions := conditions || case p_query ->> 'state'
      when 'revoked' then ' and revoked_at is not null'
      when 'signed-in' then ' and revoked_at is null and exists (select from public.customers where customer_email = email)'
      else ' and revoked_at is null and email in (select email from private.patient_directory where not has_user)
        and coalesce(mailed_at, invited_at) ' || case p_query ->> 'state' when 'unused' then '<' else '>=' end
        || ' now() - interval ''7 days''' end;
  end if;
  if p_query ? 'before' then
    conditions := conditions
      || ' and (invited_at, email) < (select invited_at, email from public.invitations where email = lower($1))';
  end if;
  execute 'with page as (
      select * from public.invitations where ' || conditions || ' order by invited_at desc, email desc limit $2 + 1),
    shown as (
      select * from page order by invited_at desc, email desc limit $2)
    select coalesce(jsonb_agg(jsonb_build_object(''email'', shown.email, ''firstName'', first_name, ''lastName'', last_name,
        ''state'', private.invitation_state(shown::public.invitations, customers.user_id is not null),
        ''invitedAt'', invited_at, ''mailedAt'', mailed_at, ''signedInAt'', customers.created_at, ''patient'', customers.user_id,
        ''mail'', mail.state,
        ''kit'', case when customers.user_id is not null then private.kit_of(customers.user_id) end) order by invited_at desc, shown.email desc), ''[]''),
      (select count(*) > $2 from page)
    from shown
    left join public.customers on customer_email = shown.email
    left join lateral (
      select jsonb_build_object(''state'', case when sent_at is not null then ''sent'' when parked_at is not null then ''parked''
          when dropped_at is not null then ''dropped'' else ''waiting'' end, ''reason'', last_error) as state
      from public.outbox where recipient = shown.email and starts_with(key, ''invitation:'')
      order by created_at desc limit 1) as mail on true'
    into rows, more using p_query ->> 'before', page_size;
  perform private.note_reads('{administrative_summary}', array(
      select (row ->> 'patient')::uuid from jsonb_array_elements(rows) as row
      where row ->> 'patient' is not null and private.is_open_to_team((row ->> 'patient')::uuid))),
    private.note_reads('{identity}', array(
      select subject from jsonb_array_elements(rows) as row
      cross join lateral (select private.invited_subject(row ->> 'email') as subject) as whose
      where subject is not null and not private.is_open_to_team(subject)));
  return jsonb_build_object('invitations', rows, 'next', case when more then rows #>> '{-1,email}' end);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_invited_name(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_email text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  name constant text := (select first_name from public.invitations where email = p_email);
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  if name is null then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such invitation.');
  end if;
  return name;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_keep_blocked(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_act jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  answer jsonb;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  answer := private.earlier_answer(p_request);
  if answer is not null then
    return answer;
  end if;
  perform private.require_record('safety_checks', p_patient);
  answer := public.team_decide(p_user, p_session, p_roles, p_reads, p_patient, p_act - 'mail');
  -- A colleague who clears it right now is first, or waits.
  perform from public.customers where user_id = p_patient for update;
  perform private.mail_update(p_patient, 'check-kept:' || id, p_act -> 'mail') from public.safety_checks
  where user_id = p_patient and id::text = split_part(p_act ->> 'key', ':', 2) and cleared_at is null;
  return private.keep_answer(p_request, answer);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_note_patient_address(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  address constant text := lower(trim(p_email));
begin
  perform private.note_reads('{identity}', array(
    select user_id from public.customers where customer_email = address
    union select id from private.patient_directory where email = address and not has_user));
  perform private.note_in_audit('read', 'refused_address_of_patient', person.id, null);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_note_tried(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patients uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient uuid;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  foreach patient in array p_patients loop
    begin
      perform private.enter_record(patient, p_reads);
    exception when sqlstate 'PT403' then
      continue;
    end;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_patient(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_is_act boolean DEFAULT false)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
        private.treatment_cycle(p_patient) as "treatmentCycle",
        private.drafts_for(person, p_patient) as drafts,
        json_build_object('role', person.role, 'timeZone', person.time_zone) as reader) as record);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_patients(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb, p_is_act boolean DEFAULT false)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  is_administrator constant boolean := person.role = 'administrator';
  is_coach constant boolean := person.role = 'coach';
  page_size constant integer := 50;
  -- A search counts no further than this.
  max_found constant integer := 1000;
  health constant text[] := '{stage,cycle,status}'::text[];
  asks_health constant boolean := p_query ?| health;
  is_search constant boolean := private.search_conditions(p_query ->> 'search') is not null;
  coaches constant uuid[] := case when is_coach then private.coaches_seen_by(person.id) end;
  others constant uuid[] := case when is_coach then private.also_open_to(person.id) end;
  -- To be found by something of health says it, so those filters find a coach's own patients alone.
  only_own constant boolean := is_coach and asks_health;
  page integer := coalesce((p_query ->> 'page')::integer, 1);
  pages integer;
  total bigint;
  found uuid[];
  shown uuid[];
  opened uuid[];
  tried uuid[] := '{}'::uuid[];
begin
  if is_administrator and asks_health then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;

  if is_search then
    found := private.find_patients(p_query, coaches, others, only_own, false, max_found, 0);
    total := cardinality(found);
  else
    total := private.count_patients(p_query, coaches, others, only_own);
  end if;
  pages := greatest(1, ceil(total / page_size::numeric));
  page := least(page, pages);
  if is_search then
    shown := found[(page - 1) * page_size + 1 : page * page_size];
  else
    shown := private.find_patients(p_query, coaches, others, only_own, false, page_size, (page - 1) * page_size::bigint);
  end if;
  opened := array(
    select id from private.patient_directory
    where id = any (shown) and is_open and (not is_coach or coach_id = any (coaches) or id = any (others)));

  -- A filter of health says something about those it leaves out, too, unless they are more than a page.
  if asks_health and total <= page_size then
    tried := private.find_patients(p_query - health, coaches, others, only_own, true, page_size + 1, 0);
  end if;
  perform private.note_reads(array[case when is_administrator then 'administrative_summary' else 'summary' end],
      case when cardinality(tried) > page_size then opened else array(select unnest(opened) union select unnest(tried)) end),
    private.note_reads('{identity}', array(select unnest(shown) except select unnest(opened)));

  return json_build_object('page', page, 'pages', pages, 'total', total,
    'patients', case when is_administrator then private.listed_administration(shown, opened)
      else private.listed_patients(shown, opened) end,
    'waiting', case when not is_administrator then private.waiting_among(opened) end);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_picture(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_picture uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  picture public.message_pictures;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  select * into picture from public.message_pictures where id = p_picture;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such picture.');
  end if;
  perform private.enter_thread((select thread_id from public.messages where id = picture.message_id));
  return jsonb_build_object('name', picture.name, 'type', picture.type, 'place', picture.place);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_send_kit(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_kit jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  patient constant uuid := (p_kit ->> 'id')::uuid;
begin
  if earlier is not null then
    return earlier;
  end if;
  if not exists (select from public.customers where user_id = patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such patient.');
  end if;
  perform private.enter_record(patient, array['kit']);
  update public.customers set tracking_url = p_kit ->> 'trackingUrl'
  where user_id = patient and tracking_url is not distinct from p_kit ->> 'seen';
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Somebody has changed the link meanwhile.');
  end if;
  insert into public.kit_requests as kit (user_id, person_id, person_name, sent_on, sent_at)
  values (patient, person.id, person.name, (p_kit ->> 'sentOn')::date, now())
  on conflict (user_id) do update set sent_on = excluded.sent_on, sent_at = coalesce(kit.sent_at, excluded.sent_at);
  perform private.mail_update(patient, 'kit-sent:' || patient, p_kit -> 'mail');
  return private.keep_answer(p_request, jsonb_build_object('id', patient));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_set_hours(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_hours jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  person constant uuid := (p_hours ->> 'person')::uuid;
begin
  if earlier is not null then
    return earlier;
  end if;
  perform private.require_calendar(reader, person);
  -- Bookings wait for the same row.
  perform from public.care_team where id = person and role in ('coach', 'clinician') and deactivated_at is null for no key update;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'Hours are for coaches and clinicians of the team.');
  elsif p_hours -> 'before' <> private.hours_of(person) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'These hours have changed meanwhile.');
  end if;
  delete from public.availability where host_id = person;
  insert into public.availability (host_id, weekday, starts_at, ends_at)
  select person, (line ->> 'weekday')::integer, (line ->> 'from')::time, (line ->> 'until')::time
  from jsonb_array_elements(p_hours -> 'hours') as line;
  perform private.note_in_audit('update', 'team_hours', person, reader.id);
  return private.keep_answer(p_request, jsonb_build_object('hours', private.hours_of(person)));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_set_up(p_user uuid, p_session uuid, p_code_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.care_team;
  factor uuid;
  is_right boolean;
  tries integer;
begin
  -- Before anything is read: a reset that is under way changes it.
  perform private.lock_care_team();
  person := private.setting_up(p_user, p_session);
  factor := (select factor_id from auth.sessions where id = p_session);
  if person.factor_id = factor then
    -- The answer to the same code was lost.
    return jsonb_build_object('isSetUp', true, 'name', person.name, 'role', person.role);
  end if;
  update private.set_up_codes set wrong_tries = wrong_tries + (code_hash <> p_code_hash)::integer
  where person_id = person.id and expires_at > now() and wrong_tries < 5
  returning code_hash = p_code_hash, wrong_tries into is_right, tries;
  if is_right is not true then
    if tries = 5 then
      perform private.tell_of_lock('team_set_up_lock', person, 'set-up code no longer works');
    end if;
    return jsonb_build_object('isSetUp', false, 'isEnded', coalesce(tries, 5) = 5);
  end if;
  delete from private.set_up_codes where person_id = person.id;
  delete from auth.mfa_factors where user_id = p_user and id <> factor;
  delete from auth.sessions where user_id = p_user and id <> p_session;
  update public.care_team set user_id = p_user, factor_id = factor, joined_at = coalesce(joined_at, now())
  where id = person.id;
  perform set_config('portal.staff_id', person.id::text, true);
  perform private.note_in_audit('insert', 'team_factor', person.id, person.id);
  return jsonb_build_object('isSetUp', true, 'name', person.name, 'role', person.role);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_show_items(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patients uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  coaches constant uuid[] := private.coaches_seen_by(person.id);
  shown constant uuid[] := array(
    select id from private.patient_directory
    where id = any (p_patients) and is_open and (person.role <> 'coach' or coach_id = any (coaches)
      or private.looks_after(person.id, id)
      or id in (select handed.user_id from private.hand_offs as handed where to_id = person.id)
      or private.has_message_for_everybody(id)));
begin
  perform private.note_reads(array[case when person.role = 'administrator' then 'administrative_items' else 'attention' end], shown);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'name', listed.name, 'email', listed.email, 'phone', customer_phone,
      'timeZone', private.zone_of_patient(listed.id))), '[]')
    from unnest(shown) as asked (id) join private.patient_directory as listed using (id) join public.customers on user_id = id);
end $function$
;

CREATE OR REPLACE FUNCTION private.coach_in_query(p_query jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_query ->> 'coach' = 'none' then '00000000-0000-0000-0000-000000000000' else (p_query ->> 'coach')::uuid end;
end $function$
;

revoke all on function private.coach_in_query(jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.count_patients(p_query jsonb, p_coaches uuid[], p_others uuid[], p_only_own boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked_stage constant integer := (p_query ->> 'stage')::integer;
  asked_cycle constant integer := (p_query ->> 'cycle')::integer;
  asked_status constant text := p_query ->> 'status';
  asked_coach constant uuid := private.coach_in_query(p_query);
begin
  perform private.fold_counts();
  return (
    select coalesce(sum(patients), 0)
    from (
      select stage, cycle, status, coach_id, patients from private.directory_counts
      where not p_only_own or coach_id = any (p_coaches)
      union all
      select stage, cycle, status, coach_id, 1 from private.patient_directory
      where p_only_own and id = any (p_others) and coach_id <> all (p_coaches)) as counted
    where (asked_stage is null or stage = asked_stage) and (asked_cycle is null or cycle = asked_cycle)
      and (asked_status is null or status = asked_status) and (asked_coach is null or coach_id = asked_coach));
end $function$
;

revoke all on function private.count_patients(jsonb,uuid[],uuid[],boolean) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.find_patients(p_query jsonb, p_coaches uuid[], p_others uuid[], p_only_own boolean, p_only_open boolean, p_limit integer, p_offset bigint)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  found uuid[];
begin
  execute format($query$
    select array(
      select id from private.patient_directory
      where ($1 is null or stage = $1) and ($2 is null or cycle = $2) and ($3 is null or status = $3) and ($4 is null or coach_id = $4)
        and (not $5 or coach_id = any ($6) or id = any ($7))
        and (not $8 or is_open)
        and %s
        and ($9 is null or $6 is null or not is_open or coach_id = any ($6) or id = any ($7) or name = email or sort_name like all ($9))
      order by sort_name, id limit $10 offset $11)
    $query$, coalesce(private.search_conditions(p_query ->> 'search'), 'true'))
  into found
  using (p_query ->> 'stage')::integer, (p_query ->> 'cycle')::integer, p_query ->> 'status', private.coach_in_query(p_query),
    p_only_own, p_coaches, p_others, p_only_open, private.search_patterns(p_query ->> 'search'), p_limit, p_offset;
  return found;
end $function$
;

revoke all on function private.find_patients(jsonb,uuid[],uuid[],boolean,boolean,integer,bigint) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.listed_administration(p_page uuid[], p_opened uuid[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(json_agg(case when id = any (p_opened)
      then json_build_object('id', id, 'name', name, 'administration', private.administrative_summary(id))
      else json_build_object('id', id, 'name', name) end order by sort_name, id), '[]')
    from private.patient_directory where id = any (p_page));
end $function$
;

revoke all on function private.listed_administration(uuid[],uuid[]) from public, anon, authenticated, service_role;

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
      then json_build_object('id', listed.id, 'name', listed.name, 'summary', json_build_object(
        'email', listed.email, 'stage', stage, 'cycle', cycle, 'phase', phase, 'status', listed.status,
        'lastLogAt', greatest(
          (select max(taken_at) from public.test_results where user_id = listed.id),
          (select max(created_at) from public.survey_responses where user_id = listed.id)),
        'nextCall', next_call.words,
        'coach', case when coach.id is not null then json_build_object('id', coach.id, 'name', coach.name) end))
      else json_build_object('id', listed.id, 'name', listed.name) end order by sort_name, listed.id), '[]')
    from private.patient_directory as listed
    left join next_call on next_call.user_id = listed.id
    left join public.care_team as coach on coach.id = listed.coach_id
    where listed.id = any (p_page));
end $function$
;

revoke all on function private.listed_patients(uuid[],uuid[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.search_conditions(p_search text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (select string_agg(format('search_text like %L', pattern), ' and ') from unnest(private.search_patterns(p_search)) as pattern);
end $function$
;

revoke all on function private.search_conditions(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.search_patterns(p_search text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return nullif(array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(private.unaccented(p_search), '\s+') as word where word <> ''), '{}');
end $function$
;

revoke all on function private.search_patterns(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.tell_of_lock(p_kind text, p_person public.care_team, p_subject text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_app constant boolean := p_kind = 'team_factor_lock';
  -- %s is whose app it is.
  what constant text := case when is_app
    then 'Somebody entered five wrong codes where the code from %s authenticator app is asked for. The app is locked for 15 minutes.'
    else 'Somebody entered five wrong set-up codes for the Béa team workspace. A new set-up code is needed.' end;
begin
  insert into public.audit_log (actor_role, action, kind, subject_id) values ('sign_in', 'update', p_kind, p_person.id);
  perform private.mail_person(p_person, 'Your ' || p_subject, array[format(what, 'your'),
    'If it was you: ' || case when is_app then 'wait 15 minutes, then use the code that your app shows.'
      else 'ask the person who invited you, or who reset your app, for a new set-up code.' end,
    'If it was not you, somebody else can read your email: change its password, and ' || private.whom_to_tell(p_person.id)]);
  perform private.mail_administrators(p_person.id,
    case when is_app then 'An ' else 'A ' end || p_subject,
    array[format('This is about %s, %s. %s', p_person.name, p_person.email, format(what, 'their')),
      format('Please ask %s, by phone or in person. If it was them: %s', p_person.name, case when is_app
        then 'the lock ends by itself, and there is nothing for you to do.'
        else 'give them a new set-up code, by a new invitation or by a reset of their app.' end),
      'If it was not them, somebody else can read their email. Have its password changed. If that takes long, deactivate them until then.']);
end $function$
;

revoke all on function private.tell_of_lock(text,public.care_team,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.unread_by_patient(p_user uuid)
 RETURNS SETOF public.messages
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select distinct on (thread_id) * from public.messages as message
  where user_id = p_user and sender = 'team' and place > coalesce((
    select max(place) from public.message_reads as read where read.thread_id = message.thread_id and person_id is null), 0)
  order by thread_id, place;
end $function$
;

revoke all on function private.unread_by_patient(uuid) from public, anon, authenticated, service_role;

create or replace view private.patients_of_hosts as
 SELECT host_id,
    user_id
   FROM public.appointments
  WHERE ((status = 'booked'::text) AND (ends_at > (now() - '30 days'::interval)));

revoke all on private.patients_of_hosts from public, anon, authenticated, service_role;

drop table private.attention_began;
