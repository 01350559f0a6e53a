CREATE OR REPLACE FUNCTION private.add_audit_line(p_action text, p_kind text, p_subject uuid, p_actor uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.care_team;
  reader text;
begin
  -- Nearly every write is the patient's own, so skip the team lookup.
  if coalesce(current_setting('portal.staff_id', true), '') <> '' then
    person := private.named_person();
  end if;
  reader := case when person.id is null
    then concat_ws(':', 'audit-read', auth.role(), auth.jwt() ->> 'session_id', p_actor, p_kind, p_subject)
    else concat_ws(':', 'staff-read', person.id, person.role, p_kind, p_subject) end;
  if p_action = 'read' and p_kind <> 'data_export'
    and public.take_from_limit(reader, 1, case when person.id is null then 60 else 900 end) > 0 then
    return;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role, reason_category)
  values (coalesce(person.id, p_actor), coalesce(auth.role(), 'operator'), p_action, p_kind, p_subject, person.name, person.role,
    case when person.id is not null then private.reason_of(person.id, p_subject) end);
end $function$
;

CREATE OR REPLACE FUNCTION private.add_decided_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  care record;
  today date := private.day_of_report(new.user_id, private.day_at(now(), private.known_zone(new.user_id)));
begin
  select * into care from private.care_status(new.user_id);
  if (new.status, care.state) in
    (('Active', 'treatment'), ('Paused', 'paused'), ('Paused', 'after-loss'), ('Withdrawn', 'stopped')) then
    return null;
  end if;
  insert into public.outcome_events (user_id, kind, day, cycle, resolved_to)
  select new.user_id, kind, today, private.treatment_cycle(new.user_id), resolved_to
  from (values
    (1, 'Pregnant', 'resolve', 'pregnant'),
    (2, 'Active', 'resolve', 'treatment'),
    -- A pregnancy cannot be paused, so first end it, then pause treatment.
    (3, 'Paused', 'resolve', 'treatment'),
    (4, 'Paused', 'pause', null),
    (5, 'Withdrawn', 'stop', null)) as decisions (place, status, kind, resolved_to)
  where status = new.status and (place <> 3 or private.refuses_outcome(new.user_id, 'pause', 'patient'))
  order by place;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.administrative_summary(p_patient uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone constant text := private.office_zone();
begin
  return (select jsonb_build_object('email', customer_email, 'phone', customer_phone,
    'invitedAt', invited_at, 'signedInAt', created_at,
    'consents', jsonb_build_object('privacyPolicy', privacy_policy_accepted, 'dataUse', data_usage_consent,
      'research', research_consent, 'texts', sms_consent),
    'kit', private.kit_of(p_patient),
    -- Whether email arrives, never what it says.
    'delivery', (
      select case when count(*) filter (where parked_at is not null) > 0 then 'parked'
        when count(*) filter (where sent_at is null and dropped_at is null) > 0 then 'waiting'
        when count(*) > 0 then 'sent' end
      from public.outbox as message
      where user_id = p_patient
        and (private.is_office_message(message) or private.is_undelivered_before_today(message, zone))),
    'nextCallAt', (private.next_call(p_patient)).starts_at)
  from public.customers join public.invitations on email = customer_email where user_id = p_patient);
end $function$
;

CREATE OR REPLACE FUNCTION private.ask_email_change(p_user_id uuid, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wait integer;
begin
  if exists (select from private.email_change_tries
    where user_id = p_user_id and granted_email = p_email and granted_until > now()) then
    return jsonb_build_object('usable', private.is_usable_address(p_email, p_user_id), 'wait', 0);
  end if;
  -- The auth service sends once a minute. A request that it would refuse doesn't count as a try.
  select ceil(extract(epoch from email_change_sent_at + interval '1 minute' - now())) into wait
  from auth.users where id = p_user_id and email_change_sent_at > now() - interval '1 minute';
  wait := coalesce(wait, private.take_email_change_try(p_user_id));
  if wait > 0 or not private.is_usable_address(p_email, p_user_id) then
    return jsonb_build_object('usable', false, 'wait', wait);
  end if;
  update private.email_change_tries set granted_email = p_email, granted_until = now() + interval '10 minutes'
  where user_id = p_user_id;
  return jsonb_build_object('usable', true, 'wait', 0);
end $function$
;

CREATE OR REPLACE FUNCTION private.assign_coach(p_patients uuid[], p_coach uuid, p_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_coach constant boolean := (private.named_person()).role = 'coach';
  patient uuid;
begin
  if p_coach is not null then
    perform from public.care_team as coach where id = p_coach and role = 'coach' and private.is_member(coach) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer a coach.');
    end if;
  end if;
  -- Locks patients in a fixed order, so that two people who assign the same patients never deadlock.
  for patient in select distinct unnest(p_patients) order by 1 loop
    perform private.require_record('coach_assignments', patient);
    if is_coach and not private.is_assigned(p_by, patient) then
      perform private.refuse_team('PT403', 'not_allowed', 'This patient is assigned to another coach. Ask that coach or a clinician.');
    end if;
    if p_coach is null then
      delete from public.coach_assignments where user_id = patient;
    else
      insert into public.coach_assignments as assigned (user_id, coach_id, assigned_by) values (patient, p_coach, p_by)
      on conflict (user_id) do update set coach_id = excluded.coach_id, assigned_by = excluded.assigned_by, assigned_at = now()
      where assigned.coach_id <> excluded.coach_id;
    end if;
  end loop;
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
          'receivedAt', private.epoch_ms(created_at))), '[]')
        from (select * from public.test_results where user_id = listed.id and result_type = 'PREGNANCY'
          order by created_at desc limit newest) as test),
      'ovulationTests', (
        select coalesce(json_agg(json_build_object('id', id, 'result', result, 'takenOn', taken_on, 'at', private.epoch_ms(taken_at))), '[]')
        from (select * from public.test_results where user_id = listed.id and result_type = 'ovulation'
          order by created_at desc limit newest) as test),
      'events', (
        select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until,
          'resolvedTo', resolved_to, 'byTeam', recorded_by is not null,
          'byClinician', recorded_by_role is not distinct from 'clinician', 'receivedAt', private.epoch_ms(created_at))), '[]')
        from (select * from public.outcome_events where user_id = listed.id and withdrawn_at is null
          order by created_at desc limit newest) as event),
      'periods', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'day', day, 'kind', kind)), '[]')
        from (select * from public.periods where user_id = listed.id and body = listed.body and withdrawn_at is null
          order by day desc limit newest) as period),
      'bodySince', private.body_since(listed.id),
      'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = listed.id),
      -- Urgent and other symptoms each have their own 500, so that many mild ones never hide an urgent one.
      'symptoms', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'isUrgent', urgent,
          'signs', signs, 'strength', strength, 'since', since,
          'words', nullif(left(regexp_replace(trim(words), '\s+', ' ', 'g'), 120), ''))), '[]')
        from (
          (select * from public.symptom_reports where user_id = listed.id and urgent order by created_at desc limit newest)
          union all
          (select * from public.symptom_reports where user_id = listed.id and not urgent order by created_at desc limit newest)) as symptom),
      'timers', (
        select coalesce(json_agg(json_build_object('id', id, 'action', action, 'at', private.epoch_ms(at),
          'reportedAt', private.epoch_ms(reported_at))), '[]')
        from (select * from public.treatment_day_timers where user_id = listed.id order by at desc limit newest) as timer),
      'applicatorSurveys', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'cycle', cycle_number,
          'usedOn', answers ->> 0, 'capWear', answers ->> 5, 'feedback', answers ->> 6)), '[]')
        from (select * from public.survey_responses where user_id = listed.id and survey = 'applicator-use'
          order by created_at desc limit newest) as survey),
      'uncertain', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at))), '[]')
        from (select * from public.survey_responses where user_id = listed.id and survey = 'before-treatment'
          order by created_at desc limit newest) as survey
        where answers ->> 'response' = 'uncertain'),
      -- Only checks that block treatment. Others need no one, and must not crowd out one that does.
      'safetyChecks', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at),
          'firstAt', private.epoch_ms(coalesce(first_sent_at, created_at)), 'cycle', cycle, 'outcome', outcome, 'isCleared', cleared_at is not null, 'reasons', reasons, 'answers', answers)), '[]')
        from (select * from public.safety_checks where user_id = listed.id and outcome <> 'ready' and cleared_at is null
          order by created_at desc limit newest) as safety_check),
      'calls', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(starts_at), 'endsAt', private.epoch_ms(ends_at),
          'hostId', host_id, 'outcome', outcome, 'isHostAway', starts_at > now() and private.is_host_away(call), 'hasSignedNote', exists (
            select from private.written_notes as note
            where note.user_id = listed.id and note.signed_at >= call.starts_at and not private.is_withdrawn(note.id)))), '[]')
        from (select * from public.appointments
          where user_id = listed.id and status = 'booked' and coalesce(outcome, 'took-place') = 'took-place'
          order by ends_at desc limit newest) as call),
      -- Only until treatment begins. After that the patient has a kit, whether or not anyone recorded it.
      'consulted', (
        select json_build_object('id', call.id, 'at', private.epoch_ms(call.ends_at), 'hasKit',
          exists (select from public.kit_requests where user_id = listed.id)
          or exists (select from public.customers where user_id = listed.id and tracking_url is not null))
        from public.appointments as call join public.appointment_types as kind on kind.id = call.appointment_type_id
        where stage < 3 and call.user_id = listed.id and kind.slug = 'initial-consultation' and call.outcome = 'took-place'
        order by call.ends_at desc limit 1),
      'followUps', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(asked_at), 'dueAt', private.epoch_ms(due_at),
          'toId', to_id, 'text', text)), '[]')
        from (select * from private.open_follow_ups where user_id = listed.id order by asked_at desc limit newest) as follow_up),
      'messagesWaiting', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'dueAt', private.epoch_ms(due_at),
          'topic', (select topic from public.message_threads where message_threads.id = thread_id),
          'firstWords', left(regexp_replace(trim(text), '\s+', ' ', 'g'), 120),
          'keptBy', (
            select coalesce(json_agg(json_build_object('personId', person_id, 'at', private.epoch_ms(at))), '[]')
            from private.kept_before(unanswered)))), '[]')
        from private.unanswered_messages(listed.id) as unanswered),
      'messagesUnread', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at))), '[]')
        from private.unread_by_patient(listed.id)),
      'concerns', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'concern', asked.concern)), '[]')
        from unnest(array['urgent', 'self-harm', 'call-me', 'hard-time', 'answer-today']) as asked (concern)
        cross join lateral (
          select id, created_at from public.messages where user_id = listed.id and concern = asked.concern
          order by created_at desc limit newest) as message),
      'lastPeriodAt', (select private.epoch_ms(max(created_at)) from public.periods
        where user_id = listed.id and kind = 'period' and withdrawn_at is null),
      'lastPhaseAt', (select private.epoch_ms(max(completed_at)) from public.completed_phases
        where user_id = listed.id and stage_number = 3),
      'lastLogAt', private.epoch_ms(greatest(
        (select max(created_at) from public.test_results where user_id = listed.id and result_type = 'PREGNANCY'),
        (select max(created_at) from public.test_results where user_id = listed.id and result_type = 'ovulation'),
        (select max(created_at) from public.periods where user_id = listed.id and withdrawn_at is null),
        (select max(created_at) from public.treatment_day_timers where user_id = listed.id),
        (select max(created_at) from public.survey_responses where user_id = listed.id))))), '[]')::jsonb
    from listed);
end $function$
;

CREATE OR REPLACE FUNCTION private.audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subject uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  by_function boolean := auth.role() = 'service_role' and tg_table_name not in ('consultation_notes', 'medical_notes');
  callers text;
begin
  if tg_op = 'UPDATE' and old is not distinct from new then
    return null;
  end if;
  get diagnostics callers = pg_context;
  -- Match function names only, because PostgreSQL translates the words around them.
  if callers ~ '(^|[^.\w"])("?public"?[.])?"?team_\w' and auth.role() is not null and (private.named_person()).id is null then
    raise exception using errcode = '42501', message = 'A write by the care team must name the person who writes.';
  end if;
  if auth.role() = 'authenticated' then
    perform private.require_limit('own-changes:' || auth.uid(), 1000, 600);
  end if;
  perform private.add_audit_line(lower(tg_op), tg_table_name::text, subject,
    coalesce(auth.uid(), case when by_function then subject end));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.audit_document()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner text;
begin
  for owner in
    select distinct (storage.foldername(changed.name))[1]
    from (values (old.bucket_id, old.name), (new.bucket_id, new.name)) as changed (bucket_id, name)
    where changed.bucket_id = 'documents' and changed.name !~ '(^|/)\.emptyFolderPlaceholder$'
  loop
    -- A file outside a patient's folder belongs to no record.
    if owner ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      perform private.add_audit_line(lower(tg_op), 'documents', owner::uuid, auth.uid());
    end if;
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.audit_reads(p_kinds text[], p_patients uuid[])
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
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team must name the person who reads.');
  elsif not p_kinds <@ declared then
    raise exception using errcode = '42501', message = 'This function does not declare that it reads '
      || (select kind from unnest(p_kinds) as kind where kind <> all (declared) limit 1);
  end if;
  with read as materialized (
    select patient, kind, encode(sha256(convert_to(
      concat_ws(':', 'staff-read', person.id, person.role, kind, patient), 'UTF8')), 'hex') as key
    from unnest(p_patients) as patient, unnest(p_kinds) as kind),
  -- If two reads run at the same time, the second waits and then finds the first one's key. Both insert in the same order, so they
  -- never deadlock.
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

CREATE OR REPLACE FUNCTION private.begin_email_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- If two people start at the same time, the second waits here and then sees the first one's change.
  perform pg_advisory_xact_lock(hashtextextended('email change to ' || lower(new.email_change), 0));
  if not private.is_usable_address(lower(new.email_change), new.id) or not exists (
    select from public.customers join public.invitations on invitations.email = customer_email
    where user_id = new.id and revoked_at is null
  ) then
    raise exception using errcode = 'PT422', message = 'This address cannot be used.';
  end if;
  update private.email_change_tries set granted_email = null, granted_until = null
  where user_id = new.id and granted_email = lower(new.email_change) and granted_until > now();
  if not found and private.take_email_change_try(new.id) > 0 then
    raise exception using errcode = 'PT429', message = 'You’ve changed your email address too often today. Try again tomorrow.';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_thread(p_patient uuid, p_topic text)
 RETURNS public.message_threads
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread public.message_threads;
begin
  -- Locks the account first, as private.enter_thread does.
  perform from public.customers where user_id = p_patient for key share;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this patient.');
  end if;
  perform private.require_record('messages', p_patient);
  perform private.lock_messages(p_patient);
  insert into public.message_threads (user_id, topic) values (p_patient, p_topic) on conflict do nothing
  returning * into thread;
  if thread.id is null then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'There is already a conversation about this topic. Open it and read it first.');
  end if;
  return thread;
end $function$
;

CREATE OR REPLACE FUNCTION private.body_since(p_user uuid)
 RETURNS date
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  -- Until the patient names someone else, the body is their own.
  return private.day_at(
    greatest(changed, case when other_until is not null or present <> p_user then stated_since end), private.known_zone(p_user));
end $function$
;

CREATE OR REPLACE FUNCTION private.calendar_calls(p_reader public.care_team, p_host uuid, p_from timestamp with time zone, p_until timestamp with time zone, p_unsettled boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_administrator constant boolean := p_reader.role = 'administrator';
  found jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', call.id, 'version', call.sequence,
      'patient', jsonb_build_object('id', listed.id, 'name', private.listed_name(listed)),
      'kind', case when is_administrator then 'Call' else kind.name end,
      'host', jsonb_build_object('id', host.id, 'name', host.name), 'startsAt', call.starts_at,
      'endsAt', call.ends_at,
      'outcome', case when is_administrator then null else call.outcome end,
      'unsettled', call.starts_at > now() and (away.is or host.deactivated_at is not null),
      'mayChange', call.starts_at > now(),
      'mayTell', host.id = p_reader.id and call.starts_at <= now()
        and coalesce(call.outcome_at > private.undone_since(), true)) order by call.starts_at, call.id), '[]') into found
  from public.appointments as call
  join public.appointment_types as kind on kind.id = call.appointment_type_id
  join public.care_team as host on host.id = call.host_id
  join private.patient_directory as listed on listed.id = call.user_id
  cross join lateral (select private.is_host_away(call) as is) as away
  where call.status = 'booked' and (call.host_id = p_host
      -- Matches Today's item 'Host is away', which links here.
      or p_unsettled and call.starts_at <= now() + interval '7 days' and (is_administrator or private.sees_patient(p_reader, call.user_id)))
    and call.ends_at > p_from and call.starts_at < p_until
    and listed.is_open and (not p_unsettled or call.starts_at > now() and (away.is or host.deactivated_at is not null));
  perform private.audit_reads(array[case when is_administrator then 'call_times' else 'appointments' end],
    array(select distinct (line -> 'patient' ->> 'id')::uuid from jsonb_array_elements(found) as line));
  return found;
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
  -- The hosts of a call type would reveal the type, so administrators see everyone in the host's role.
  role_of_host text;
  starts timestamptz;
  ends timestamptz;
begin
  if p_asked ? 'id' then
    select * into call from public.appointments where id = (p_asked ->> 'id')::uuid;
    if not found then
      perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this call.');
    end if;
    patient := call.user_id;
    select slug into kind from public.appointment_types where id = call.appointment_type_id;
  elsif is_administrator then
    -- Administrators may not know a patient's call type, so they cannot select one.
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  perform private.enter_record(patient, array[case when is_administrator then 'call_times' else 'appointments' end]);
  if call.id is not null then
    perform private.require_changeable(call, (p_asked ->> 'version')::integer);
  end if;
  if is_administrator then
    select role into role_of_host from public.care_team where id = call.host_id;
  end if;
  starts := coalesce((p_asked ->> 'startTime')::timestamptz, call.starts_at);
  ends := coalesce(p_until, starts + interval '1 millisecond');
  return jsonb_build_object(
    'call', (
      select to_jsonb(known) - 'room' || jsonb_build_object('host_left', host.deactivated_at is not null)
      from public.calls as known join public.care_team as host on host.id = known.host_id where known.id = call.id),
    'timeZone', private.known_zone(patient),
    'onlyHosts', private.hosts_allowed(p_reader, patient, ends),
    'facts', public.scheduling_facts(patient, kind, starts, ends, role_of_host)::jsonb);
end $function$
;

CREATE OR REPLACE FUNCTION private.caps_used(p_user uuid)
 RETURNS TABLE(cycle integer, on_day date, at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with events as (
    select timers.*, timers.at + interval '5 hours' as worn_until
    from public.treatment_day_timers as timers where user_id = p_user and action in ('cap-in', 'cap-out', 'cap-reset', 'cap-undo'))
  select cap.cycle, cap.on_day, cap.at from events as cap
  where cap.action = 'cap-in'
    and not exists (
      select from events as later
      where later.reported_at > cap.reported_at
        and (later.action = 'cap-reset' or later.action = 'cap-in' and later.at < cap.at)
        and not exists (
          select from events as between_them
          where between_them.reported_at > cap.reported_at and between_them.reported_at < later.reported_at
            and (between_them.action = 'cap-out'
              or between_them.action = 'cap-in' and between_them.at >= cap.worn_until)))
    and not exists (
      select from events as earlier
      where earlier.action = 'cap-in' and earlier.reported_at < cap.reported_at
        and cap.at >= earlier.at and cap.at < earlier.worn_until
        and not exists (
          select from events as between_them
          where between_them.reported_at > earlier.reported_at and between_them.reported_at < cap.reported_at
            and (between_them.action in ('cap-out', 'cap-reset', 'cap-undo') or between_them.at >= earlier.worn_until)))
    -- Leaves out a cap that was undone before the next cap went in or the timers were reset.
    and not exists (
      select from events as undone
      where undone.action = 'cap-undo' and undone.reported_at > cap.reported_at and not exists (
        select from events as next
        where next.reported_at > cap.reported_at and next.reported_at < undone.reported_at
          and (next.action = 'cap-reset' or next.action = 'cap-in' and (next.at >= cap.worn_until or exists (
            select from events as out
            where out.action = 'cap-out' and out.reported_at > cap.reported_at and out.reported_at < next.reported_at)))))
$function$
;

CREATE OR REPLACE FUNCTION private.care_status(p_user uuid, OUT state text, OUT status text, OUT after_positive boolean, OUT after_loss boolean, OUT asks_for_status boolean, OUT positive_waits boolean)
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
  -- When a loss after the last resume was first reported. Decisions before that didn't take it into account.
  loss_reported_at timestamptz;
  -- When a clinician was asked to decide, and when one last did (domain/care-state/turning-points.ts).
  before text;
  was_open boolean;
  loss_asked_at timestamptz;
  end_asked_at timestamptz;
  decided_at timestamptz;
begin
  state := 'treatment';
  after_loss := false;
  after_positive := false;
  for fact in
    -- Times are rounded to the portal's milliseconds. Like Today, this reads the newest 500 of each kind, so one patient cannot slow down a list.
    select result as kind, cycle_number as cycle, null as resolved_to, taken_on as day,
      date_trunc('milliseconds', created_at) as arrived_at, id, false as by_clinician
    from (select * from public.test_results where user_id = p_user and result_type = 'PREGNANCY'
      order by created_at desc limit 500) as test
    union all
    select kind, cycle, resolved_to, day, date_trunc('milliseconds', created_at), id, recorded_by_role is not distinct from 'clinician'
    from (select * from public.outcome_events where user_id = p_user and withdrawn_at is null
      order by created_at desc limit 500) as event
    order by day, arrived_at, id
  loop
    before := state;
    was_open := after_positive;
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
        loss_reported_at := least(loss_reported_at, fact.arrived_at);
      when 'stop' then
        state := 'stopped';
      when 'pause' then
        if state in ('treatment', 'unsure') and not after_positive then
          before_pause := state;
          state := 'paused';
        end if;
      when 'resume' then
        if state in ('paused', 'after-loss', 'stopped') then
          if fact.arrived_at < loss_reported_at then
            state := 'after-loss';
          elsif state = 'paused' then
            state := before_pause;
            positive_in := '{}';
          else
            state := 'treatment';
            positive_in := '{}';
            after_loss := false;
            loss_reported_at := null;
          end if;
        end if;
      when 'resolve' then
        case
          when fact.resolved_to = 'after-loss' then
            state := 'after-loss';
            after_loss := true;
            loss_reported_at := least(loss_reported_at, fact.arrived_at);
          when fact.arrived_at < loss_reported_at then
            state := 'after-loss';
          when fact.resolved_to = 'pregnant' then
            state := 'pregnant';
            positive_in := positive_in || fact.cycle;
          else
            state := 'treatment';
            positive_in := '{}';
            after_loss := false;
            loss_reported_at := null;
        end case;
    end case;
    -- The patient reported a positive test after the last resume, in the treatment cycle that is now unsure.
    after_positive := state = 'unsure' and coalesce(open_in = any (positive_in), false);
    last_sure := case state when 'unsure' then last_sure else state end;
    if after_positive and not was_open
      or (fact.kind = 'loss' or fact.resolved_to = 'after-loss') and before <> 'after-loss' then
      loss_asked_at := fact.arrived_at;
    end if;
    if fact.kind = 'positive' and before in ('after-loss', 'stopped') then
      end_asked_at := fact.arrived_at;
    end if;
    if fact.by_clinician and fact.kind in ('loss', 'resolve') then
      decided_at := greatest(decided_at, fact.arrived_at);
    end if;
  end loop;
  status := case last_sure
    when 'treatment' then 'Active' when 'pregnant' then 'Pregnant' when 'stopped' then 'Withdrawn' else 'Paused' end;
  asks_for_status := coalesce(
    state in ('unsure', 'after-loss') and loss_asked_at > coalesce(decided_at, '-infinity')
    or state in ('after-loss', 'pregnant') and end_asked_at > coalesce(decided_at, '-infinity'), false);
  positive_waits := coalesce(state = 'after-loss' and end_asked_at > coalesce(decided_at, '-infinity'), false);
end $function$
;

CREATE OR REPLACE FUNCTION private.check_own_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if current_user <> 'authenticated' then
    return new;
  end if;
  if old.onboarding_completed and not new.onboarding_completed then
    raise exception using errcode = '42501', message = 'onboarding_completed can only be set to true';
  end if;
  -- Allows one day more, because it may already be tomorrow in the patient's time zone.
  if new.birth_date is distinct from old.birth_date and new.birth_date > current_date + 1 then
    raise exception using errcode = '23514', message = 'The date of birth cannot be in the future';
  end if;
  if new.status is distinct from old.status then
    if new.status <> 'Pregnant' or not exists (
      select from public.test_results
      where user_id = new.user_id and result_type = 'PREGNANCY' and result = 'positive'
    ) then
      raise exception using errcode = '42501', message = 'status can only be set to Pregnant, after a positive result';
    end if;
    new.status := old.status;
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.clear_safety_check(p_patient uuid, p_act jsonb, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  newest uuid;
begin
  if p_person.role <> 'clinician' then
    perform private.refuse_team('PT403', 'not_allowed', 'Only a clinician can clear a safety check.');
  end if;
  perform private.require_record('safety_checks', p_patient);
  -- Patients' answers wait for this lock too, so a new check is stored either before or after this act.
  perform from public.customers where user_id = p_patient for update;
  select id into newest from public.safety_checks
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null
  order by created_at desc, id desc limit 1;
  if newest is null then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This patient has no safety check to review.');
  elsif newest <> (p_act ->> 'check')::uuid then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This patient answered the safety check again. Read the new answers before you clear it.');
  end if;
  update public.safety_checks set cleared_at = now(), cleared_by = p_person.id, cleared_words = p_act ->> 'words'
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null;
end $function$
;

CREATE OR REPLACE FUNCTION private.coaches_covered_by(p_coach uuid, p_at timestamp with time zone DEFAULT now())
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    with recursive off as (
      select host_id from public.days_off join public.care_team on care_team.id = host_id
      where day = (p_at at time zone time_zone)::date
    ), away as (
      select host_id, covered_by from public.absences where starts_at <= p_at and ends_at > p_at
    -- `union` adds no row twice, so the recursion ends even if two people cover each other.
    ), covers (host_id, cover_id) as (
      select host_id, covered_by from away
      union
      select covers.host_id, away.covered_by from covers join away on away.host_id = cover_id
    ), present as (
      select covers.host_id, cover_id from covers join public.care_team as cover on cover.id = cover_id
      where role in ('coach', 'clinician') and private.is_member(cover)
        and cover_id not in (select off.host_id from off) and cover_id not in (select away.host_id from away)
    )
    select array[p_coach, '00000000-0000-0000-0000-000000000000'] || array(
      select host_id from off
      union
      select host_id from present where cover_id = p_coach
      union
      select host_id from away where host_id not in (select present.host_id from present)));
end $function$
;

CREATE OR REPLACE FUNCTION private.complete_for_patient(p_patient uuid, p_act jsonb, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  in_cycle constant integer := (p_act ->> 'cycle')::integer;
  state text;
begin
  perform private.require_record('completed_phases', p_patient);
  -- Locks the patient before any phase, as every write or undo of a result does.
  perform from public.customers where user_id = p_patient for no key update;
  if exists (select from public.completed_phases
    where user_id = p_patient and phase_id = p_act ->> 'phase' and cycle_number is not distinct from in_cycle) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This phase is already complete.');
  elsif private.is_step_locked_for(p_patient, p_act ->> 'phase', in_cycle) is not false then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This phase is not open yet. Complete the one before it first.');
  end if;
  state := private.care_state(p_patient);
  if in_cycle is not null and state <> 'treatment' then
    perform private.refuse_changed_state(state);
  end if;
  insert into public.completed_phases
    (user_id, phase_id, stage_number, cycle_number, act, logged_by, logged_by_name, logged_by_role)
  select p_patient, phase_id, stage_number, cycle_number, gen_random_uuid(), p_person.id, p_person.name, p_person.role
  from private.journey_steps
  where phase_id = p_act ->> 'phase' and cycle_number is not distinct from in_cycle;
end $function$
;

CREATE OR REPLACE FUNCTION private.complete_phase_of_call()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient_status constant text := (select status from public.customers where user_id = new.user_id);
  act_of_call constant uuid := gen_random_uuid();
begin
  if old.outcome = 'took-place' then
    delete from public.completed_phases where user_id = new.user_id and fact_id = new.id;
  end if;
  if new.outcome is distinct from 'took-place' then
    return null;
  end if;
  with steps as (
    select journey_steps.*, journey_phases.call_type,
      journey_phases.call_type is null and journey_phases.cycles = 0 as is_reading,
      exists (
        select from public.completed_phases as done
        where done.user_id = new.user_id and done.phase_id = journey_steps.phase_id
          and done.cycle_number is not distinct from journey_steps.cycle_number) as is_done
    from private.journey_steps join public.journey_phases using (phase_id)
  ), asked as (
    select steps.* from steps
    join public.appointment_types on appointment_types.slug = steps.call_type
    where appointment_types.id = new.appointment_type_id and not exists (
      select from steps as earlier
      where earlier.step < steps.step and not earlier.is_done and not earlier.is_reading
        -- A pregnancy ends treatment, so unfinished cycles block nothing.
        and not (earlier.cycle_number is not null and patient_status = 'Pregnant'))
  )
  insert into public.completed_phases (user_id, phase_id, stage_number, act, fact_id)
  select new.user_id, steps.phase_id, steps.stage_number, act_of_call, new.id
  from asked join steps on steps.step = asked.step or steps.step < asked.step and steps.is_reading
  order by steps.step
  on conflict do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.complete_phases_until(p_user uuid, p_cycle integer, p_result uuid, p_fact uuid DEFAULT NULL::uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number, result_id, fact_id)
  select p_user, phase_id, stage_number, cycle_number, p_result, p_fact
  from private.journey_steps
  where stage_number <= 2 or (stage_number = 3 and cycle_number <= p_cycle)
  -- Inserts in a fixed order, so that simultaneous calls never deadlock.
  order by step
  on conflict do nothing
$function$
;

CREATE OR REPLACE FUNCTION private.complete_reopened()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.customers where user_id = new.user_id for no key update;
  insert into public.completed_phases
  select * from jsonb_populate_recordset(null::public.completed_phases, new.reopened)
  -- Phases completed in the meantime stay as they are.
  on conflict do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.correct_invited_address(p_email text, p_to text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.customers where customer_email = p_email) then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This patient has signed in. From now on only they can change their address, on My Account.');
  elsif exists (select from public.invitations where email = p_to) or exists (select from public.customers where customer_email = p_to) then
    perform private.refuse_team('PT409', 'already_invited', 'This address is already invited.');
  end if;
  -- Someone may have requested a code for the wrong address. Deleting the user makes that code useless.
  delete from auth.users where email = p_email and not exists (select from public.customers where customers.user_id = users.id);
  update public.invitations set email = p_to where email = p_email;
  update public.outbox set dropped_at = now()
  where recipient = p_email and starts_with(key, 'invitation:') and sent_at is null and dropped_at is null;
end $function$
;

CREATE OR REPLACE FUNCTION private.email_about_lock(p_kind text, p_person public.care_team, p_subject text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_app constant boolean := p_kind = 'team_factor_lock';
  -- %s is 'your' or 'their'.
  what constant text := case when is_app
    then 'Someone entered five wrong codes for %s authenticator app. The app is locked for 15 minutes.'
    else 'Someone entered five wrong setup codes for the Béa team workspace. A new setup code is needed.' end;
begin
  insert into public.audit_log (actor_role, action, kind, subject_id) values ('sign_in', 'update', p_kind, p_person.id);
  perform private.email_person(p_person, 'Your ' || p_subject, array[format(what, 'your'),
    'If it was you: ' || case when is_app then 'wait 15 minutes, then use the code that your app shows.'
      else 'ask the person who invited you, or who reset your app, for a new setup code.' end,
    'If it wasn’t you, someone else can read your email. Change its password, and ' || private.whom_to_contact(p_person.id)]);
  perform private.email_administrators(p_person.id,
    case when is_app then 'An ' else 'A ' end || p_subject,
    array[format('This is about %s, %s. %s', p_person.name, p_person.email, format(what, 'their')),
      format('Please ask %s, by phone or in person. If it was them: %s', p_person.name, case when is_app
        then 'the lock ends by itself, and there is nothing for you to do.'
        else 'give them a new setup code, by a new invitation or by a reset of their app.' end),
      'If it wasn’t them, someone else can read their email. Have them change its password. If that takes a while, deactivate them until then.']);
end $function$
;

CREATE OR REPLACE FUNCTION private.email_about_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  had constant text := case when private.is_member(old) then old.role end;
  has constant text := case when private.is_member(new) then new.role end;
  -- New team members do this themselves, with the setup code.
  who constant text := case when old.joined_at is not null then private.who_acts(null) end;
begin
  if has in ('clinician', 'administrator') and has is distinct from had then
    perform private.email_person(new, 'Your role in the Béa team workspace', array[
      case when who is null
        then format('You set up your sign-in to the Béa team workspace, where you have the role %s.', has)
        else format('%s gave you the role %s in the Béa team workspace.', who, has) end,
      'If this is not right, ' || private.whom_to_contact(new.id)]);
    perform private.email_administrators(new.id, 'A role in the Béa team workspace', array[
      case when who is null
        then format('%s, %s, has set up their sign-in to the Béa team workspace, with the role %s.', new.name, new.email, has)
        else format('%s gave %s, %s, the role %s in the Béa team workspace.', who, new.name, new.email, has) end,
      'If you don’t know why, please ask them, by phone or in person, and deactivate anyone who should not be there.']);
  elsif had = 'administrator' and has is distinct from had then
    perform private.email_person(new, 'Your role in the Béa team workspace', array[
      format('%s ended your role as administrator in the Béa team workspace.', who),
      'If this is not right, ' || private.whom_to_contact(new.id)]);
    perform private.email_administrators(new.id, 'An administrator was removed', array[
      format('%s ended the role of %s, %s, as administrator in the Béa team workspace.', who, new.name, new.email),
      private.whom_to_ask(null, new)]);
  elsif has = 'coach' and had is null and who is not null then
    perform private.email_person(new, 'Your role in the Béa team workspace', array[
      format('%s agreed to your role as coach in the Béa team workspace. You can go in now.', who),
      'If this is not right, ' || private.whom_to_contact(new.id)]);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.end_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' or new.revoked_at is not null or new.email <> old.email then
    -- The record still has the invitation's address, even if the account's address has changed since.
    perform private.end_sign_in(array(
      select id from auth.users where email = old.email
      union
      select user_id from public.customers where customer_email = old.email), old.email);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.end_sign_in(p_users uuid[], p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions where user_id = any (p_users);
  delete from auth.mfa_factors where user_id = any (p_users);
  delete from auth.webauthn_challenges where user_id = any (p_users);
  delete from auth.webauthn_credentials where user_id = any (p_users);
  -- Keeps the time the codes were sent, because emails must be a minute apart.
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = '',
    email_change_confirm_status = 0
  where id = any (p_users)
    and (email_change <> '' or email_change_token_new <> '' or email_change_token_current <> '');
  -- Supabase's auth service keeps its codes in both of these places.
  if to_regclass('auth.one_time_tokens') is not null then
    delete from auth.one_time_tokens where user_id = any (p_users);
    update auth.users set confirmation_token = '', recovery_token = '', reauthentication_token = ''
    where id = any (p_users)
      and (confirmation_token <> '' or recovery_token <> '' or reauthentication_token <> '');
  end if;
  -- Our own server keeps codes here, even for people who have never signed in.
  if exists (select from pg_catalog.pg_namespace where nspname = 'portal_server') then
    delete from portal_server.sign_in_codes where email = p_email;
    delete from portal_server.sign_in_clients where email = p_email;
    delete from portal_server.email_change_guesses where user_id = any (p_users);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.enter_team(p_user uuid, p_session uuid, p_roles text[], p_reads text[] DEFAULT '{}'::text[], p_is_act boolean DEFAULT false)
 RETURNS public.care_team
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.care_team := private.staff_of(p_user);
  session auth.sessions;
begin
  select * into session from auth.sessions
  where id = p_session and user_id = p_user and (not_after is null or not_after > now());
  if not found then
    perform private.refuse_team('PT401', 'not_signed_in', 'Please sign in.');
  elsif person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'This account has no access to the team workspace.');
  elsif not private.has_own_factor(session, person) then
    perform private.refuse_team('PT403', 'second_factor_required', 'Please confirm with the code from your app.');
  end if;
  perform private.refuse_old_session(p_session, 'session_locked');
  if person.role is not distinct from person.proposed_role then
    perform private.refuse_team('PT403', 'not_allowed', format('A clinician has to agree to your role as %s first.', person.role));
  elsif (private.is_member(person) and person.role = any (p_roles)) is not true then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  if p_is_act then
    -- At most every five seconds, because a page's simultaneous calls would wait for each other's lock on the row.
    insert into private.staff_activity (session_id)
    select p_session where not exists (
      select from private.staff_activity where session_id = p_session and acted_at >= now() - interval '5 seconds')
    on conflict (session_id) do update set acted_at = excluded.acted_at;
  end if;
  perform set_config('portal.staff_id', person.id::text, true),
    set_config('portal.staff_reads', array_to_string(p_reads, ','), true);
  return person;
end $function$
;

CREATE OR REPLACE FUNCTION private.enter_thread(p_thread uuid)
 RETURNS public.message_threads
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.named_person();
  thread public.message_threads;
begin
  select * into thread from public.message_threads where id = p_thread;
  -- Locks the account first, as deleting it does.
  perform from public.customers where user_id = thread.user_id for key share;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this conversation.');
  elsif person.role = 'coach' and private.is_open_to_team(thread.user_id) and exists (
    select from private.waiting_messages(thread.user_id) as waiting
    where thread_id = thread.id and private.is_message_for(person.id, waiting)) then
    perform private.add_audit_line('read', 'messages', thread.user_id, null);
  else
    perform private.enter_record(thread.user_id, '{messages}');
  end if;
  return thread;
end $function$
;

CREATE OR REPLACE FUNCTION private.find_access_lines(p_patients uuid[], p_person uuid, p_from timestamp with time zone, p_to timestamp with time zone, p_until timestamp with time zone, p_limit integer, p_offset integer)
 RETURNS SETOF public.audit_log
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query execute $query$
    select line.* from public.audit_log as line
    where kind <> 'attention' and (staff_role is not null or actor_role = 'sign_in' or starts_with(kind, 'team_'))
      -- Administrators see one line for everything a person does in a record within 15 minutes.
      and not (private.kind_for_office(kind, staff_role) = 'care_record' and exists (
        select from public.audit_log as earlier
        where earlier.subject_id = line.subject_id and earlier.at between line.at - interval '15 minutes' and line.at
          and (earlier.at, earlier.id) < (line.at, line.id) and earlier.actor_id = line.actor_id
          and earlier.staff_role = line.staff_role and earlier.kind <> 'attention'
          and (earlier.reason_category is not null or line.reason_category is null)
          and private.kind_for_office(earlier.kind, earlier.staff_role) = 'care_record'))
      and ($1 is null or subject_id = any ($1))
      and ($2 is null or actor_id = $2)
      -- Opening this page adds a line. Unless the query names a patient or a person, those lines would crowd out all others.
      and ($1 is not null or $2 is not null or kind <> 'access_log')
      and ($3 is null or at >= $3) and ($4 is null or at < $4) and ($5 is null or at <= $5)
    order by at desc, id desc limit $6 offset $7
    $query$
  using p_patients, p_person, p_from, p_to, p_until, p_limit, p_offset;
end $function$
;

CREATE OR REPLACE FUNCTION private.find_invitations(p_query jsonb, p_limit integer)
 RETURNS SETOF public.invitations
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- The directory has everyone except people whose invitation was revoked before their first sign-in.
  by_search constant text := format($condition$
    and (email in (select email from private.patient_directory where %1$s limit 1000)
      or revoked_at is not null and exists (
        select from (select private.unaccented(concat_ws(' ', first_name, last_name, email)) as search_text) as words where %1$s))
    $condition$, private.search_conditions(p_query ->> 'search'));
  by_state constant text := case p_query ->> 'state'
    when 'revoked' then 'and revoked_at is not null'
    when 'signed-in' then 'and revoked_at is null and exists (select from public.customers where customer_email = email)'
    else 'and revoked_at is null and email in (select email from private.patient_directory where not has_user)
      and private.invitation_state(invitations, false) = $2' end;
  from_next_page constant text :=
    'and (invited_at, email) < (select invited_at, email from public.invitations where email = lower($1))';
begin
  return query execute concat_ws(' ',
    'select * from public.invitations where true',
    case when private.search_patterns(p_query ->> 'search') is not null then by_search end,
    case when p_query ? 'state' then by_state end,
    case when p_query ? 'before' then from_next_page end,
    'order by invited_at desc, email desc limit $3')
  using p_query ->> 'before', p_query ->> 'state', p_limit;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_care_state(p_user uuid, p_fact uuid, p_is_undone boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  care record;
  positive public.test_results;
begin
  -- If two facts arrive at the same time, the second waits here and then sees both.
  perform from public.customers where user_id = p_user for no key update;
  -- The record is being deleted.
  if not found then
    return;
  end if;
  if p_is_undone then
    delete from public.completed_phases where user_id = p_user and fact_id = p_fact;
  end if;
  select * into care from private.care_status(p_user);
  if care.status = 'Pregnant' then
    positive := private.last_positive(p_user);
    if positive.id is not null then
      perform private.complete_phases_until(p_user, positive.cycle_number, positive.id,
        case when not p_is_undone then p_fact end);
    end if;
  end if;
  perform set_config('portal.status_follows', 'yes', true);
  update public.customers set status = care.status where user_id = p_user and status <> care.status;
  perform set_config('portal.status_follows', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_new_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  old_address text := coalesce(
    (select customer_email from public.customers where user_id = new.id), lower(old.email));
  new_address text := lower(new.email);
  is_own boolean := lower(old.email_change) = new_address;
begin
  -- This also ends the sessions (private.end_access). The auth service then opens a new one for the patient.
  update public.invitations set email = new_address where email = old_address;
  delete from auth.sessions where user_id = new.id;
  -- The auth service's transactions have no claims, so these name the patient to the audit log.
  if is_own then
    perform set_config('request.jwt.claims',
      jsonb_build_object('sub', new.id, 'role', 'authenticated')::text, true);
  end if;
  update public.customers set customer_email = new_address where user_id = new.id;
  if found then
    perform private.add_audit_line('update', 'email_address', new.id, auth.uid());
    -- Pending emails go to the new address, and sent ones stay in the patient's export.
    update public.outbox set recipient = new_address where user_id = new.id and recipient = old_address;
    perform private.notify_of_new_address(new.id, array[old_address, new_address]);
  end if;
  perform set_config('request.jwt.claims', claims, true);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.has_team_session()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.care_team;
  session auth.sessions;
begin
  -- The token itself must say aal2, because someone who reads the person's email can get a token without it.
  if auth.jwt() ->> 'aal' is distinct from 'aal2' or not private.has_session() then
    return false;
  end if;
  person := private.staff_of(auth.uid());
  select * into session from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid;
  return private.has_own_factor(session, person) and private.is_member(person)
    and exists (select from private.staff_session(session.id) where ends_at > now() and not is_locked);
end $function$
;

CREATE OR REPLACE FUNCTION private.is_unwanted(p_message public.outbox)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.customers
    left join public.account_deletions as leaving using (user_id)
    left join public.invitations on invitations.email = customer_email and revoked_at is null
    where customers.user_id = p_message.user_id and (
      -- The patient requests the code that confirms a number, so it needs no consent to texts.
      (p_message.channel = 'sms' and p_message.purpose not in ('message', 'phone_code') and not sms_consent)
      or (p_message.channel = 'sms' and p_message.purpose <> 'phone_code' and phone_changed_by_team)
      or (p_message.purpose = 'reminder'
        and not case p_message.channel when 'email' then email_reminders else text_reminders end)
      or (p_message.purpose = 'treatment_reminder'
        and (not (testing_reminders or applicator_reminders)
          or not (privacy_policy_accepted and data_usage_consent)
          or private.care_state(p_message.user_id) <> 'treatment'))
      or (p_message.purpose = 'message'
        and (not case p_message.channel when 'email' then message_emails else message_texts end
          or not (privacy_policy_accepted and data_usage_consent)
          or not private.has_unseen_message(p_message.user_id)))
      or (p_message.channel = 'sms' or p_message.recipient = customer_email)
        and (invitations.email is null or leaving.delete_after is not null
          and p_message.purpose not like 'deletion%' and p_message.purpose <> 'security')))
  or p_message.user_id is null and exists (
    select from public.invitations where email = p_message.recipient and revoked_at is not null)
$function$
;

CREATE OR REPLACE FUNCTION private.kept_before(p_message public.messages)
 RETURNS TABLE(person_id uuid, at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select kept.person_id, kept.at
  from (
    (select reply.person_id, reply.created_at as at, private.answered_for_every_coach(reply) as is_theirs from public.messages as reply
      where reply.user_id = p_message.user_id and reply.thread_id = p_message.thread_id and reply.sender = 'team'
        and reply.place < p_message.place
      order by reply.place desc limit 1)
    union all
    (select handed.to_id, handed.decided_at, true from public.attention_decisions as handed
      where handed.user_id = p_message.user_id and handed.decision = 'hand-over' and handed.decided_at < p_message.created_at
        and handed.decided_at > p_message.created_at - interval '24 hours'
        and exists (select from public.messages as own
          where own.thread_id = p_message.thread_id and 'message-waits:' || own.id = handed.key)
        -- A later decision by someone else ends the hand-off.
        and not exists (select from public.attention_decisions as later
          where later.key = handed.key and later.version > handed.version and later.person_id <> handed.to_id)
      order by handed.decided_at desc limit 1)) as kept
  join public.care_team as member on member.id = kept.person_id
  where private.is_member(member)
    and (member.role = 'clinician' or member.role = 'coach' and (kept.is_theirs or private.cares_for(member.id, p_message.user_id)))
    and not exists (select from public.absences where host_id = member.id and starts_at <= now() and ends_at > now());
end $function$
;

CREATE OR REPLACE FUNCTION private.kind_for_office(p_kind text, p_staff_role text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_staff_role is null or starts_with(p_kind, 'team_') or starts_with(p_kind, 'refused_') then p_kind
    when p_kind in ('access_log', 'account_deletions', 'call_guest', 'call_room', 'call_times', 'coach_assignments', 'email_address', 'identity',
      'invitation', 'kit_requests', 'printed_record', 'record_openings', 'summary') then p_kind
    -- When coaches or clinicians do these, they are part of a visit to the record.
    when p_staff_role = 'administrator' and p_kind in ('administrative_items', 'administrative_summary', 'appointments',
      'attention_decisions', 'consents', 'contact', 'customers', 'kit', 'mails') then p_kind
    else 'care_record' end
$function$
;

CREATE OR REPLACE FUNCTION private.list_patient(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Every writer locks the patient before the directory's row, so that writers never deadlock.
  perform from public.customers where user_id = p_user for no key update;
  perform from private.patient_directory where id = p_user for update;
  if not exists (select from public.customers where user_id = p_user) then
    delete from private.patient_directory where id = p_user;
    return;
  end if;
  insert into private.patient_directory as known (id, email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase,
    status, coach_id, birth_date)
  select * from private.patients_to_list where id = p_user
  on conflict (id) do update set email = excluded.email, name = excluded.name, sort_name = excluded.sort_name,
    search_text = excluded.search_text, is_open = excluded.is_open, stage = excluded.stage, cycle = excluded.cycle,
    phase = excluded.phase, status = excluded.status, coach_id = excluded.coach_id, birth_date = excluded.birth_date,
    last_log_at = case when excluded.is_open then known.last_log_at end,
    next_call_at = case when excluded.is_open then known.next_call_at end,
    items = case when excluded.is_open then known.items else 0 end,
    is_urgent = excluded.is_open and known.is_urgent
  where (known.email, known.name, known.sort_name, known.search_text, known.is_open, known.stage, known.cycle, known.phase, known.status,
      known.coach_id, known.birth_date)
    is distinct from (excluded.email, excluded.name, excluded.sort_name, excluded.search_text, excluded.is_open, excluded.stage,
      excluded.cycle, excluded.phase, excluded.status, excluded.coach_id, excluded.birth_date);
end $function$
;

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
        -- A patient with no outcome event or pregnancy test is in treatment.
        'careState', case when exists (select from public.outcome_events where user_id = listed.id)
            or exists (select from public.test_results where user_id = listed.id and result_type = 'PREGNANCY')
          then private.care_state(listed.id) else 'treatment' end,
        'lastLogAt', greatest(
          (select max(taken_at) from public.test_results where user_id = listed.id),
          (select max(created_at) from public.survey_responses where user_id = listed.id)),
        'nextCall', next_call.words,
        'coach', case when coach.id is not null then json_build_object('id', coach.id, 'name', coach.name) end))
      else json_build_object('id', listed.id, 'name', private.listed_name(listed)) end order by array_position(p_page, listed.id)), '[]')
    from private.patient_directory as listed
    left join next_call on next_call.user_id = listed.id
    left join public.care_team as coach on coach.id = listed.coach_id
    where listed.id = any (p_page));
end $function$
;

CREATE OR REPLACE FUNCTION private.log_for_patient(p_patient uuid, p_entry jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The record must be open to this person. Each entry type below checks its own kind too.
  perform private.require_record('test_results', p_patient);
  -- Handles a patient's entries one at a time.
  perform from public.customers where user_id = p_patient for no key update;
  case p_entry ->> 'type'
    when 'period' then perform private.log_period_day(p_patient, p_entry);
    when 'applicator' then perform private.log_applicator(p_patient, p_entry);
    when 'symptoms' then perform private.log_symptoms(p_patient, p_entry);
    else perform private.log_test(p_patient, p_entry);
  end case;
end $function$
;

CREATE OR REPLACE FUNCTION private.log_test(p_patient uuid, p_entry jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Noon UTC is the same day in almost every time zone. Never later than now.
  taken_at constant timestamptz := least(now(), (p_entry ->> 'day')::timestamp at time zone 'UTC' + interval '12 hours');
  is_pregnancy constant boolean := p_entry ->> 'type' = 'pregnancy';
begin
  perform private.require_record('test_results', p_patient);
  -- Triggers then update status and phases, as when the patient logs.
  insert into public.test_results (user_id, result_type, result, cycle_number, taken_at, taken_on)
  values (p_patient, case when is_pregnancy then 'PREGNANCY' else 'ovulation' end, p_entry ->> 'result',
    case when is_pregnancy then private.treatment_cycle(p_patient) end, taken_at, (p_entry ->> 'day')::date);
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
    -- For people who have this record open (private.may_follow_record).
    perform realtime.send('{}', 'change', 'team:record:' || patient, true);
  end loop;
  perform private.publish_to_team();
end $function$
;

CREATE OR REPLACE FUNCTION private.look_at_listed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  users uuid[];
begin
  if tg_op = 'INSERT' then
    users := array(select id from after where has_user);
  else
    users := array(
      select id from after join before using (id)
      where (before.is_open, before.coach_id, before.stage, before.cycle)
        is distinct from (after.is_open, after.coach_id, after.stage, after.cycle));
  end if;
  -- The job of each minute also writes here when nothing changed. Then open workspaces don't need to reload.
  if users <> '{}' then
    perform private.look_at(users);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.own_next_step_facts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient constant uuid := auth.uid();
  zone text;
begin
  if not private.has_consented() then return null; end if;
  zone := private.known_zone(patient);
  return jsonb_build_object(
    -- `cycle` is the treatment cycle.
    'uses', (select coalesce(jsonb_agg(jsonb_build_object('cycle', used.cycle, 'on', used.day, 'capInAt', used.cap_in_at)
        order by used.day), '[]')
      from (
        select cycle, on_day as day, at as cap_in_at from private.caps_used(patient)
        union all
        select coalesce(cycle_number, 1), private.reported_day(answers ->> 0, zone), null from public.survey_responses
        where user_id = patient and survey = 'applicator-use') as used
      where used.day is not null),
    -- Calls with a note that was not withdrawn.
    'held', (select coalesce(jsonb_agg(distinct notes.consultation_reference), '[]') from public.consultation_notes as notes
      where notes.user_id = patient
        and not exists (select from public.note_withdrawals as withdrawn where withdrawn.note_id = notes.id)),
    -- Booked calls whose time has passed.
    'past', (select coalesce(jsonb_object_agg(past.slug, past.at), '{}') from (
      select types.slug, max(calls.starts_at) as at from public.appointments as calls
      join public.appointment_types as types on types.id = calls.appointment_type_id
      where calls.user_id = patient and calls.status = 'booked' and calls.ends_at <= now()
      group by types.slug) as past));
end $function$
;

CREATE OR REPLACE FUNCTION private.record_outcome(p_event public.outcome_events, p_who text)
 RETURNS SETOF public.outcome_events
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Handles a patient's reports one at a time.
  perform from public.customers where user_id = p_event.user_id for no key update;
  if exists (select from public.outcome_events
      where user_id = p_event.user_id and submission_id = p_event.submission_id) then
    return;
  end if;
  if private.refuses_outcome(p_event.user_id, p_event.kind, p_who) then
    raise exception using errcode = 'PT409', message = 'not_now';
  end if;
  -- Without a possible pregnancy, there is no loss to report. An unclear test counts as a possible pregnancy.
  if p_event.kind = 'loss' and p_who = 'patient' and private.care_state(p_event.user_id) in ('treatment', 'paused', 'stopped')
    and not private.may_be_pregnant(p_event.user_id) then
    raise exception using errcode = 'PT409', message = 'not_now';
  end if;
  return query
    insert into public.outcome_events (user_id, kind, day, cycle, names_cycle, until, reason, resolved_to, recorded_by, submission_id)
    values (p_event.user_id, p_event.kind, p_event.day, coalesce(p_event.cycle, private.treatment_cycle(p_event.user_id)),
      p_event.cycle is not null, p_event.until, p_event.reason, p_event.resolved_to, p_event.recorded_by, p_event.submission_id)
    returning *;
end $function$
;

CREATE OR REPLACE FUNCTION private.refuse_locked_step()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- The table's policy refuses another patient's row.
  if current_user <> 'authenticated' or new.user_id is distinct from auth.uid() then
    return new;
  end if;
  if private.is_step_locked(new.phase_id, new.cycle_number) is not false then
    raise exception using errcode = '42501', message = 'This phase is locked';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.refuse_other_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.staff_of(new.user_id);
begin
  if new.factor_type <> 'totp' then
    raise exception using errcode = '42501', message = 'Only an authenticator app can be the second factor.';
  end if;
  if not private.may_enroll(new.user_id) then
    raise exception using errcode = '42501', message = 'This account cannot set up an authenticator app.';
  end if;
  -- One at a time for each person, or two would both find no line and add one.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('team_enrolment ' || person.id, 0));
  insert into public.audit_log (actor_role, action, kind, subject_id)
  select 'sign_in', 'insert', 'team_enrolment', person.id
  where not exists (
    select from public.audit_log
    where kind = 'team_enrolment' and subject_id = person.id and at > now() - interval '15 minutes');
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.reopen_paused_cycle()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  in_cycle integer;
  last_period date;
begin
  -- Locks the patient before any phase, as every write or undo of a result does.
  perform from public.customers where user_id = new.user_id for no key update;
  in_cycle := private.treatment_cycle(new.user_id);
  if new.body is distinct from private.present_body(new.user_id)
    or not exists (select from public.completed_phases
      where user_id = new.user_id and stage_number = 3 and cycle_number = in_cycle)
    or exists (select from public.completed_phases
      where user_id = new.user_id and phase_id = 'applicators' and cycle_number = in_cycle) then
    return null;
  end if;
  last_period := (select max(day) from public.periods
    where user_id = new.user_id and body = new.body and kind = 'period' and withdrawn_at is null
      and id <> new.id and day <= new.day);
  if not exists (select from public.outcome_events
      where user_id = new.user_id and kind = 'pause' and withdrawn_at is null and cycle = in_cycle
        and day <= new.day and day > coalesce(last_period, '-infinity'))
    or private.care_state(new.user_id) not in ('treatment', 'paused') then
    return null;
  end if;
  with gone as (
    delete from public.completed_phases where user_id = new.user_id and stage_number = 3 and cycle_number = in_cycle
    returning *)
  update public.periods set reopened = (select jsonb_agg(to_jsonb(gone)) from gone) where id = new.id;
  return null;
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
  -- Nothing about health: who a patient is, and what is sent to them.
  administrative constant text[] := '{identity,contact,consents,kit,mails,call_times}'::text[];
begin
  if person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team must name the person who reads.');
  elsif p_kind = 'identity' then
    return;
  elsif not private.is_open_to_team(p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'This patient has not given both consents.');
  elsif person.role = 'administrator' and p_kind <> all (administrative) then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  elsif person.role = 'coach' and not private.cares_for(person.id, p_patient)
    and private.reason_of(person.id, p_patient) is null then
    perform private.refuse_team('PT403', 'reason_required', 'This patient is assigned to another coach. Enter a reason to open the record.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.room_of(p_call public.appointments, p_part text)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select json_build_object(
    'part', p_part,
    'state', case
      when p_call.status <> 'booked' then 'cancelled'
      when now() >= p_call.ends_at then 'over'
      when private.is_call_open(p_call) then 'open'
      else 'early' end,
    'topic', 'call:' || p_call.id,
    'name', appointment_types.name,
    'hostName', care_team.name,
    -- Enough for the host to recognize the patient, and no more.
    'patientName', coalesce(nullif(concat_ws(' ', customer_first_name, left(customer_last_name, 1) || '.'), ''), 'Your patient'),
    'startsAt', to_json(p_call.starts_at),
    'endsAt', to_json(p_call.ends_at),
    'guest', (
      select json_build_object('id', id, 'name', guest.name, 'arrived', arrived_at is not null, 'agreed', agreed_at is not null,
        'admitted', admitted_at is not null)
      from private.call_guests as guest
      where call_id = p_call.id and sequence = p_call.sequence and removed_at is null))
  from public.appointment_types, public.care_team, public.customers
  where appointment_types.id = p_call.appointment_type_id and interaction_type = 'video_call'
    and care_team.id = p_call.host_id and customers.user_id = p_call.user_id
$function$
;

CREATE OR REPLACE FUNCTION private.save_draft(p_person public.care_team, p_draft jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  saved public.note_drafts;
begin
  perform private.require_record(p_draft ->> 'kind' || '_notes', (p_draft ->> 'patientId')::uuid);
  if p_draft ->> 'noteId' is null then
    insert into public.note_drafts (user_id, author_id, kind, reference, title, noted_on, content)
    values ((p_draft ->> 'patientId')::uuid, p_person.id, p_draft ->> 'kind', p_draft ->> 'reference', p_draft ->> 'title',
      (p_draft ->> 'date')::date, p_draft ->> 'text')
    returning * into saved;
  else
    -- Checks the version, so a stale tab cannot overwrite newer text. A clinician who saves the draft of a colleague who left
    -- becomes its author.
    update public.note_drafts set version = version + 1, author_id = p_person.id, kind = p_draft ->> 'kind',
      reference = p_draft ->> 'reference', title = p_draft ->> 'title', noted_on = (p_draft ->> 'date')::date,
      content = p_draft ->> 'text', saved_at = now()
    where id = (p_draft ->> 'noteId')::uuid and user_id = (p_draft ->> 'patientId')::uuid
      and version = (p_draft ->> 'version')::integer
      and (author_id = p_person.id or author_id is null and p_person.role = 'clinician')
    returning * into saved;
    if not found then
      perform private.refuse_changed_note();
    end if;
  end if;
  return jsonb_build_object('id', saved.id, 'version', saved.version);
end $function$
;

CREATE OR REPLACE FUNCTION private.set_latest_created_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Reports that arrive at the same time queue here before they lock anything else. FOR UPDATE would also wait for foreign-key locks of
  -- other writers.
  perform from public.customers where user_id = new.user_id for no key update;
  -- A time in the past was set by a program that imports an older day, so keep it.
  if new.created_at >= now() then
    new.created_at := greatest(clock_timestamp(), interval '1 millisecond' + greatest(
      (select max(created_at) from public.test_results where user_id = new.user_id and result_type = 'PREGNANCY'),
      (select max(created_at) from public.outcome_events where user_id = new.user_id)));
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION private.setting_up(p_user uuid, p_session uuid)
 RETURNS public.care_team
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.care_team := private.staff_of(p_user);
  session auth.sessions;
begin
  select * into session from auth.sessions
  where id = p_session and user_id = p_user and (not_after is null or not_after > now());
  if not found then
    perform private.refuse_team('PT401', 'not_signed_in', 'Please sign in.');
  elsif person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'This account has no access to the team workspace.');
  elsif session.aal is distinct from 'aal2' or session.factor_id <> coalesce(person.factor_id, session.factor_id)
    or not exists (
      select from auth.mfa_factors where id = session.factor_id and user_id = p_user and status = 'verified') then
    perform private.refuse_team('PT403', 'second_factor_required', 'Please confirm with the code from your app.');
  end if;
  -- The app isn't tied to the person yet and cannot unlock, so a locked session is refused as too old.
  perform private.refuse_old_session(p_session, 'session_too_old');
  return person;
end $function$
;

CREATE OR REPLACE FUNCTION private.staff_session(p_session uuid)
 RETURNS TABLE(ends_at timestamp with time zone, idle_at timestamp with time zone, is_locked boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    with session as (
      select sessions.created_at, staff_activity.locked_at,
        greatest(sessions.created_at, acted_at,
          -- Entering a code from the app counts as an act.
          (select max(claims.updated_at) from auth.mfa_amr_claims as claims
            where claims.session_id = p_session and authentication_method = 'totp')) + private.idle_time() as idle_from
      from auth.sessions left join private.staff_activity on session_id = sessions.id where sessions.id = p_session
    )
    select created_at + interval '12 hours', idle_from, locked_at is not null or idle_from <= now() from session;
end $function$
;

CREATE OR REPLACE FUNCTION private.step_to_move_on_from()
 RETURNS private.journey_steps
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient constant uuid := auth.uid();
  at_step private.journey_steps;
begin
  if patient is null or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients can complete only their own phases';
  end if;
  -- Locks the patient before any phase, as every write or undo of a result does.
  perform from public.customers where user_id = patient for no key update;
  if private.care_state(patient) <> 'treatment' then
    raise exception using errcode = '42501', message = 'Treatment phases cannot be completed in this care state';
  end if;
  select * into at_step from private.step_under_way(patient);
  if at_step.stage_number is distinct from 3 then
    raise exception using errcode = '42501', message = 'This phase is locked';
  end if;
  return at_step;
end $function$
;

CREATE OR REPLACE FUNCTION private.undo_own_entry(p_patient uuid, p_act jsonb, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entry constant uuid := (p_act ->> 'entry')::uuid;
begin
  perform private.require_record('patient_contacts', p_patient);
  -- Locks the patient before any phase, as every write or undo of a fact does.
  perform from public.customers where user_id = p_patient for no key update;
  update public.patient_contacts set withdrawn_at = now()
  where id = entry and user_id = p_patient and person_id = p_person.id and withdrawn_at is null
    and recorded_at > private.undone_since();
  if not found then
    update public.staff_notes set withdrawn_at = now()
    where id = entry and user_id = p_patient and person_id = p_person.id and withdrawn_at is null
      and written_at > private.undone_since();
  end if;
  if not found then
    delete from public.survey_responses
    where id = entry and user_id = p_patient and logged_by = p_person.id and created_at > private.undone_since();
  end if;
  if not found then
    delete from public.symptom_reports
    where id = entry and user_id = p_patient and logged_by = p_person.id and created_at > private.undone_since();
  end if;
  if not found then
    update public.periods set withdrawn_at = now() where id = entry and user_id = p_patient and withdrawn_at is null;
  end if;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Only its author can undo this, within a day.');
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.zone_of_patient(p_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (select time_zone from public.customers where user_id = p_user),
    -- Tests stored before zones were validated may contain any text.
    (select taken_zone from public.test_results where user_id = p_user and taken_zone is not null
      and private.is_time_zone(taken_zone)
      order by created_at desc limit 1));
end $function$
;

CREATE OR REPLACE FUNCTION public.ask_invitation(p_email text, p_client text, p_scale numeric DEFAULT 1, p_needs_user boolean DEFAULT false, p_user_id uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invited boolean := private.is_invited(p_email)
    and (not p_needs_user or exists (select from auth.users where email = lower(p_email)));
  is_signed_in boolean := p_user_id is not null;
  client text := private.client_of(p_client);
  site text := private.site_of(client);
  few private.limits;
  many private.limits;
  few_of_site private.limits;
  many_of_site private.limits;
  few_of_user private.limits;
  many_of_user private.limits;
  closed_until timestamptz;
begin
  -- Requests without a client are not counted, because they would all count as one client. Counters are always locked in
  -- this order, so that requests never deadlock.
  if p_client is not null then
    few := private.locked_counter('invitation-misses:' || client, 300);
    many := private.locked_counter('invitation-misses-a-day:' || client, 86400);
  end if;
  if site is not null then
    few_of_site := private.locked_counter('invitation-misses:' || site, 300);
    many_of_site := private.locked_counter('invitation-misses-a-day:' || site, 86400);
  end if;
  if is_signed_in then
    few_of_user := private.locked_counter('invitation-misses:' || p_user_id, 300);
    many_of_user := private.locked_counter('invitation-misses-a-day:' || p_user_id, 86400);
  end if;
  closed_until := greatest(
    case when few.used >= private.misses_of_network(30, p_scale, is_signed_in) then few.window_ends_at end,
    case when many.used >= private.misses_of_network(100, p_scale, is_signed_in) then many.window_ends_at end,
    case when few_of_site.used >= private.misses_of_network(300, p_scale, is_signed_in) then few_of_site.window_ends_at end,
    case when many_of_site.used >= private.misses_of_network(1000, p_scale, is_signed_in) then many_of_site.window_ends_at end,
    case when few_of_user.used >= greatest(1, floor(30 * p_scale)) then few_of_user.window_ends_at end,
    case when many_of_user.used >= greatest(1, floor(100 * p_scale)) then many_of_user.window_ends_at end);
  if closed_until is not null then
    return jsonb_build_object('wait', greatest(1, ceil(extract(epoch from closed_until - now())))::integer);
  end if;
  if not invited then
    update private.limits set used = used + 1 where key in (
      few.key, many.key, few_of_site.key, many_of_site.key, few_of_user.key, many_of_user.key);
  end if;
  return jsonb_build_object('wait', 0, 'invited', invited);
end $function$
;

CREATE OR REPLACE FUNCTION public.book_appointment(p_appointment jsonb, p_messages jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked public.appointments := jsonb_populate_record(null::public.appointments, p_appointment);
  booked public.appointments;
begin
  -- Without these locks, two bookings could deadlock at the exclusion constraint. Every booking locks the host first, then the
  -- patient.
  perform from public.care_team where id = asked.host_id for no key update;
  perform from public.customers where user_id = asked.user_id for no key update;
  -- A retry after a lost response gets the same answer and books nothing.
  select * into booked from public.appointments
  where user_id = asked.user_id and submission_id = asked.submission_id
    and appointment_type_id = asked.appointment_type_id and starts_at = asked.starts_at;
  if found then
    return booked.id;
  end if;
  if exists (select from public.appointment_types where id = asked.appointment_type_id and is_hidden) then
    raise exception using errcode = 'PT404', message = 'unknown_appointment_type';
  end if;
  perform private.require_present(asked.host_id, asked.starts_at, asked.ends_at);
  -- A patient can have ten booked calls, because other patients cannot book those times. The lock on the patient's row keeps two
  -- bookings from both counting as the tenth.
  if (select count(*) from public.appointments
      where user_id = asked.user_id and status = 'booked' and ends_at > now()) >= 10 then
    raise exception using errcode = 'PT409', message = 'too_many_calls';
  end if;
  insert into public.appointments
    (id, user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, time_zone, submission_id)
  values (asked.id, asked.user_id, asked.host_id, asked.appointment_type_id, asked.starts_at, asked.ends_at,
    asked.busy_until, coalesce(asked.time_zone, private.known_zone(asked.user_id)), asked.submission_id)
  returning * into booked;
  perform private.add_messages(booked, p_messages);
  return booked.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.call_host(p_user uuid, p_slug text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with host as (
    select care_team.id, care_team.name, role, exists (
      select from public.coach_assignments where user_id = p_user and coach_id = care_team.id) as is_own
    from public.appointment_types
    join public.appointment_type_hosts on appointment_type_id = appointment_types.id
    join public.care_team on care_team.id = host_id
    where slug = p_slug and active and exists (select from public.availability where availability.host_id = care_team.id))
  select jsonb_build_object(
    'isOffered', exists (
      select from public.appointment_types where slug = p_slug and private.is_offered(appointment_types, p_user)),
    'name', coalesce(min(name) filter (where is_own), case when count(*) = 1 then min(name) end),
    'others', bool_or(is_own) and count(*) > 1,
    -- Set if coaches take this call but the patient's own coach doesn't.
    'ownCoach', case when bool_or(role = 'coach') and not bool_or(is_own) then (
      select own.name from public.coach_assignments join public.care_team as own on own.id = coach_id
      where coach_assignments.user_id = p_user and own.deactivated_at is null) end)
  from host
$function$
;

CREATE OR REPLACE FUNCTION public.change_call_guest(p_call uuid, p_part text, p_act jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  call public.appointments;
  act constant text := p_act ->> 'action';
  verb text;
begin
  select * into call from public.appointments where id = p_call for no key update;
  if p_part not in ('host', 'patient') or not coalesce(private.is_call_open(call), false) then
    return false;
  end if;
  if p_part = 'host' then
    perform set_config('portal.staff_id', call.host_id::text, true);
  end if;
  if act = 'invite' and p_part = 'host' then
    -- Removes a guest who was invited before the call was rescheduled.
    update private.call_guests set removed_at = now() where call_id = p_call and removed_at is null and sequence <> call.sequence;
    insert into private.call_guests (call_id, sequence, name) values (p_call, call.sequence, p_act ->> 'name')
    on conflict (call_id) where removed_at is null do nothing;
    verb := case when found then 'insert' end;
  elsif act = 'agree' and p_part = 'patient' then
    update private.call_guests set agreed_at = now()
    where id = (p_act ->> 'id')::uuid and call_id = p_call and removed_at is null and agreed_at is null;
    verb := case when found then 'update' end;
  elsif act = 'admit' and p_part = 'host' then
    update private.call_guests set admitted_at = now()
    where id = (p_act ->> 'id')::uuid and call_id = p_call and removed_at is null and admitted_at is null and arrived_at is not null;
    verb := case when found then 'update' end;
  elsif act = 'remove' then
    update private.call_guests set removed_at = now()
    where id = (p_act ->> 'id')::uuid and call_id = p_call and removed_at is null;
    verb := case when found then 'delete' end;
  else
    return false;
  end if;
  if verb is not null then
    perform private.add_audit_line(verb, 'call_guest', call.user_id, case p_part when 'host' then call.host_id else call.user_id end);
  end if;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.change_own_calendar_feed(p_user uuid, p_secret_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- If two requests arrive at the same time, the second one wins.
  perform from public.customers where user_id = p_user for no key update;
  perform private.change_calendar_feed(p_user, null, p_secret_hash);
  return private.calendar_feed_of(p_user);
end $function$
;

CREATE OR REPLACE FUNCTION public.coming_calls(p_user uuid, p_now timestamp with time zone)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(json_agg(call order by call.starts_at) filter (where call.id is not null), '[]')
    from public.customers
    join public.invitations on invitations.email = customers.customer_email and invitations.revoked_at is null
    left join lateral (
      select id, name, slug, interaction_type, host_name, starts_at, ends_at, status, room, minimum_notice_minutes
      from public.calls
      where calls.user_id = customers.user_id and status = 'booked' and ends_at > p_now
        -- A call that was completed or canceled is over, even before its booked end. After a no-show, a late patient may still join.
        and coalesce((select outcome from public.appointments where appointments.id = calls.id), 'patient-did-not-come') = 'patient-did-not-come'
        and privacy_policy_accepted and data_usage_consent) as call on true
    where customers.user_id = p_user
    having count(*) > 0);
end $function$
;

CREATE OR REPLACE FUNCTION public.complete_phases_until_cycle(p_user_id uuid, p_cycle_number integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  positive public.test_results;
begin
  if p_user_id is distinct from auth.uid() or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients can complete only their own phases';
  end if;
  if p_cycle_number is null or p_cycle_number not between 1 and 3 then
    raise exception using errcode = '22023', message = 'p_cycle_number must be 1, 2 or 3';
  end if;
  -- Locks the patient before any phase, as every write or undo of a result does.
  perform from public.customers where user_id = p_user_id for no key update;
  positive := private.last_positive(p_user_id);
  if positive.id is null then
    raise exception using errcode = '42501', message = 'Only a patient with a positive result can complete phases up to a cycle';
  end if;
  if private.care_state(p_user_id) = 'pregnant' then
    perform private.complete_phases_until(p_user_id, least(p_cycle_number, positive.cycle_number), positive.id);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.confirm_deletion(p_user_id uuid, p_code_hash text, p_delete_after timestamp with time zone, p_messages jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  leaves_at timestamptz;
begin
  -- Handles tries one at a time, so each one counts those before it.
  perform from private.deletion_codes where user_id = p_user_id for update;
  update private.deletion_codes set code_hash = null, wrong_in_a_row = 0
  where user_id = p_user_id and code_hash = p_code_hash and expires_at > now();
  if not found then
    select delete_after into leaves_at from public.account_deletions where user_id = p_user_id;
    if leaves_at is null then
      update private.deletion_codes set
        wrong_tries = wrong_tries + 1,
        wrong_in_a_row = wrong_in_a_row + 1,
        code_hash = case when wrong_tries + 1 < 5 then code_hash end
      where user_id = p_user_id and code_hash is not null and expires_at > now();
    end if;
    return leaves_at;
  end if;
  insert into public.account_deletions (user_id, delete_after) values (p_user_id, p_delete_after);
  perform private.write_to_patient(p_user_id, p_messages);
  return p_delete_after;
end $function$
;

CREATE OR REPLACE FUNCTION public.confirm_phone(p_user_id uuid, p_code_hash text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  confirmed text;
begin
  -- Handles tries one at a time, so each one counts those before it.
  perform from private.phone_codes where user_id = p_user_id for update;
  delete from private.phone_codes
  where user_id = p_user_id and code_hash = p_code_hash and expires_at > now()
  returning phone into confirmed;
  if confirmed is null then
    update private.phone_codes set
      wrong_tries = wrong_tries + 1,
      wrong_in_a_row = wrong_in_a_row + 1,
      code_hash = case when wrong_tries + 1 < 5 then code_hash end
    where user_id = p_user_id and code_hash is not null and expires_at > now();
    return null;
  end if;
  update public.customers set customer_phone = confirmed, phone_changed_by_team = false where user_id = p_user_id;
  return confirmed;
end $function$
;

CREATE OR REPLACE FUNCTION public.correct_safety_check(p_user uuid, p_check uuid, p_since timestamp with time zone, p_new jsonb, p_submission uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  old public.safety_checks;
  kept public.safety_checks;
begin
  -- Runs before or after a clinician clears the check, never at the same time.
  perform from public.customers where user_id = p_user for update;
  select * into kept from public.safety_checks where user_id = p_user and submission_id = p_submission;
  if kept.id is not null then
    return case when kept.answers = p_new -> 'answers'
      then jsonb_build_object('id', kept.id, 'outcome', kept.outcome, 'reasons', kept.reasons)
      else jsonb_build_object('problem', 'reused') end;
  end if;
  select * into old from public.safety_checks where id = p_check and user_id = p_user;
  if old.id is null or exists (select from public.safety_checks where user_id = p_user and created_at > old.created_at) then
    return jsonb_build_object('problem', 'not_newest');
  elsif old.cleared_at is not null or (
    select decision from public.attention_decisions where key = 'safety-check:' || old.id
    order by version desc limit 1) = 'done' then
    return jsonb_build_object('problem', 'decided');
  elsif coalesce(old.first_sent_at, old.created_at) < p_since or jsonb_array_length(old.corrected) >= 20 then
    return jsonb_build_object('problem', 'too_late');
  end if;
  delete from public.safety_checks where id = old.id;
  insert into public.safety_checks
    (user_id, submission_id, answers, outcome, reasons, cycle, peak_day, on_day, body, first_sent_at, corrected)
  values (p_user, p_submission, p_new -> 'answers', p_new ->> 'outcome',
    array(select jsonb_array_elements_text(p_new -> 'reasons')), (p_new ->> 'cycle')::integer, (p_new ->> 'peak_day')::date,
    (p_new ->> 'on_day')::date, old.body, coalesce(old.first_sent_at, old.created_at),
    old.corrected || jsonb_build_object('id', old.id, 'answers', old.answers, 'outcome', old.outcome, 'reasons', old.reasons,
      'at', old.created_at, 'submission_id', old.submission_id))
  returning * into kept;
  return jsonb_build_object('id', kept.id, 'outcome', kept.outcome, 'reasons', kept.reasons);
end $function$
;

CREATE OR REPLACE FUNCTION public.delete_account(p_user_id uuid, p_lease uuid, p_calls jsonb, p_messages jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  addresses text[] := array(
    select customer_email from public.customers where user_id = p_user_id
    union select lower(email) from auth.users where id = p_user_id);
  nobody uuid := gen_random_uuid();
begin
  perform from public.account_deletions
  where user_id = p_user_id and lease = p_lease and delete_after <= now() for update;
  if not found then
    return false;
  end if;
  -- A booking at the same time waits for this lock, and then finds no patient.
  perform from public.customers where user_id = p_user_id for update;
  if exists (select from private.files_of(p_user_id))
    or exists (select from public.appointments
      where user_id = p_user_id and status = 'booked' and ends_at > now()
        and not p_calls @> jsonb_build_array(jsonb_build_object('id', id, 'sequence', sequence))) then
    return false;
  end if;
  delete from public.outbox where user_id = p_user_id or recipient = any (addresses);
  delete from private.limits where key in (
    select encode(sha256(convert_to(name, 'UTF8')), 'hex') from unnest(
      array['deletion-code:' || p_user_id, 'data-export:' || p_user_id, 'phone-code:' || p_user_id]
      || array(select 'validate-email:' || address from unnest(addresses) as address)) as name);
  -- Foreign keys delete the patient's other rows.
  delete from auth.refresh_tokens where user_id = p_user_id::text;
  delete from auth.users where id = p_user_id;
  delete from public.invitations where email = any (addresses);
  -- Only Supabase has this log of sign-ins.
  if to_regclass('auth.audit_log_entries') is not null then
    execute 'delete from auth.audit_log_entries where payload ->> ''actor_id'' = $1' using p_user_id::text;
  end if;
  update public.audit_log
  set subject_id = nobody, actor_id = case when actor_id = p_user_id then nobody else actor_id end
  where subject_id = p_user_id;
  perform private.forget_signals(p_user_id);
  perform private.write_to_patient(null, p_messages);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.export_my_data(p_user uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- A response can hold 8 MB (server/rest). The remaining half megabyte is for parts that cannot grow.
  bytes_left integer := 7500000;
  -- Reserved for each part that can grow. Together they take half of a response.
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
    raise exception using errcode = '42501', message = 'Patients can export only their own data';
  end if;
  perform private.add_audit_line('read', 'data_export', p_user, p_user);
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

CREATE OR REPLACE FUNCTION public.lease_outbox(p_count integer, p_seconds integer, p_channels text[] DEFAULT '{email,sms}'::text[])
 RETURNS SETOF public.outbox
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due uuid[];
begin
  loop
    due := array(
      select id from public.outbox
      where sent_at is null and dropped_at is null and parked_at is null and send_after <= now()
        and (leased_until is null or leased_until <= now())
      order by send_after limit p_count for update skip locked);
    exit when due = '{}';
    update public.outbox as message set dropped_at = now(), lease = null, leased_until = null
    where id = any (due) and (send_before <= now() or channel <> all (p_channels)
      or exists (select from public.appointments
        where appointments.id = message.appointment_id and appointments.sequence <> message.appointment_sequence)
      or private.is_unwanted(message));
    -- After eight attempts without a result, workers keep stopping while they send it. A person has to look.
    update public.outbox set parked_at = now(), lease = null, leased_until = null
    where id = any (due) and dropped_at is null and attempts >= 8;
    return query
      update public.outbox set
        attempts = attempts + 1,
        lease = gen_random_uuid(),
        leased_until = now() + make_interval(secs => p_seconds)
      where id = any (due) and dropped_at is null and parked_at is null
      returning *;
    -- If all of these were dropped or parked, look for others that are due.
    exit when found;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.log_period(p_user uuid, p_submission uuid, p_day date, p_kind text)
 RETURNS SETOF public.periods
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  logged public.periods;
begin
  -- Handles a patient's devices one at a time.
  perform from public.customers where user_id = p_user for no key update;
  if exists (select from public.periods where user_id = p_user and submission_id = p_submission) then
    return;
  end if;
  select * into logged from public.periods
  where user_id = p_user and body = private.present_body(p_user) and day = p_day and withdrawn_at is null;
  if logged.kind = p_kind then
    return next logged;
    return;
  end if;
  update public.periods set withdrawn_at = now() where id = logged.id;
  return query insert into public.periods (user_id, submission_id, day, kind) values (p_user, p_submission, p_day, p_kind)
    returning *;
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
  -- Read after the lock, because now() is when the transaction began.
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
    perform private.end_locked_sessions(factor);
    select * into person from public.care_team where factor_id = factor;
    if found then
      perform private.email_about_lock('team_factor_lock', person, 'authenticator app is locked for 15 minutes');
    end if;
  end if;
  return '{"decision": "continue"}'::jsonb;
end $function$
;

CREATE OR REPLACE FUNCTION public.move_appointment(p_appointment jsonb, p_messages jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked public.appointments := jsonb_populate_record(null::public.appointments, p_appointment);
  moved public.appointments;
begin
  -- Locks in the same order as bookings: hosts by id, then the patient.
  perform from public.care_team
  where id in (asked.host_id, (select host_id from public.appointments where id = asked.id))
  order by id for no key update;
  perform from public.customers where user_id = asked.user_id for no key update;
  perform private.require_present(asked.host_id, asked.starts_at, asked.ends_at);
  -- One statement, so the appointment keeps its old time if the new one is taken.
  update public.appointments set host_id = asked.host_id, starts_at = asked.starts_at, ends_at = asked.ends_at,
    busy_until = asked.busy_until, time_zone = coalesce(asked.time_zone, private.known_zone(asked.user_id))
  where id = asked.id and user_id = asked.user_id and sequence = asked.sequence and status = 'booked'
  returning * into moved;
  if found then
    perform private.add_messages(moved, p_messages);
  end if;
  return moved.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.own_journey_facts()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  -- After a positive test, the patient needs a new review. An earlier one doesn't count.
  with tested as (
    select coalesce(max(taken_at), '-infinity') as positive_at from public.test_results
    where user_id = auth.uid() and result_type = 'PREGNANCY' and result = 'positive'
  ), calls as (
    select types.slug, calls.starts_at, calls.outcome
    from public.appointments as calls
    join public.appointment_types as types on types.id = calls.appointment_type_id
    where calls.user_id = auth.uid() and calls.status = 'booked' and (calls.ends_at <= now() or calls.outcome is not null)
      and (types.slug <> 'post-treatment-review' or calls.starts_at >= (select positive_at from tested))
  ), notes as (
    select consultation_reference, author_role, signed_at,
      consultation_reference <> 'post-treatment-review' or signed_at >= (select positive_at from tested) as is_present
    from public.consultation_notes
    where user_id = auth.uid() and not private.is_withdrawn(id)
  )
  select jsonb_build_object(
    'hasAnswered', exists (select from public.onboarding_info where user_id = auth.uid()),
    'kit', private.own_kit(),
    'callsHeld', (select coalesce(jsonb_agg(held.type), '[]') from (
      select slug as type from calls where outcome = 'took-place'
      union
      select consultation_reference from notes where is_present) as held),
    'callsPast', (select coalesce(jsonb_object_agg(past.slug, past.at), '{}') from (
      select slug, max(starts_at) as at from calls where outcome is null group by slug) as past),
    'notes', (select coalesce(jsonb_agg(distinct consultation_reference), '[]') from notes),
    'hasNewNotes', exists (
      select from notes
      where is_present and author_role = 'clinician' and signed_at > now() - interval '14 days' and not exists (
        select from public.audit_log
        where subject_id = auth.uid() and actor_id = auth.uid() and action = 'read' and kind = 'consultation_notes'
          and at >= notes.signed_at)),
    'surveyedIn', (select coalesce(jsonb_agg(cycle_number), '[]') from public.survey_responses
      where user_id = auth.uid() and survey = 'applicator-use'),
    'periodOn', (select max(day) from public.periods
      where user_id = auth.uid() and body = private.present_body(auth.uid()) and withdrawn_at is null
        and kind <> 'bleed-with-loss'),
    'spokeAt', private.last_spoke_at(auth.uid()),
    'hasRatedConfidence', exists (
      select from public.survey_responses where user_id = auth.uid() and survey = 'before-treatment'),
    'takeBack', (
      select jsonb_build_object('act', last.act, 'phaseId', last.phase_id, 'cycle', last.cycle_number, 'until', last.until,
        -- Only a call sets fact_id on an act.
        'isByCall', bool_or(done.fact_id is not null),
        'steps', jsonb_agg(jsonb_build_object('phaseId', done.phase_id, 'cycle', done.cycle_number) order by steps.step))
      from private.last_undoable_act(auth.uid()) as last
      join public.completed_phases as done on done.user_id = auth.uid() and done.act = last.act
      join private.journey_steps as steps on steps.phase_id = done.phase_id
        and steps.cycle_number is not distinct from done.cycle_number
      group by last.act, last.phase_id, last.cycle_number, last.until))
  where private.has_consented()
$function$
;

CREATE OR REPLACE FUNCTION public.safety_facts(p_user uuid, p_today date)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  present constant uuid := private.present_body(p_user);
  zone constant text := private.known_zone(p_user);
begin
  return jsonb_build_object(
    'cycle', private.cycle_under_way(p_user),
    'careState', private.care_state(p_user),
    'familySetUp', (select family_set_up from public.onboarding_info where user_id = p_user),
    -- Today in the device's time zone or in the zone of the test, so travel doesn't end a peak day early.
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
      -- A check that no clinician has cleared blocks treatment even if someone else now uses the applicator.
      from public.safety_checks
      where user_id = p_user and (body = present or outcome <> 'ready' and cleared_at is null)),
    'answerAskedAt', (select floor(extract(epoch from min(created_at)) * 1000) from public.messages
      where user_id = p_user and concern = 'answer-today' and created_at >= (
        select min(coalesce(first_sent_at, created_at)) from public.safety_checks
        where user_id = p_user and outcome <> 'ready' and cleared_at is null)),
    -- The patient asked for an answer, then corrected the answers that had blocked them.
    'answerNotNeeded', coalesce((
      select outcome = 'ready' and exists (select from public.messages
        where user_id = p_user and concern = 'answer-today' and created_at >= newest.first_sent_at and created_at < newest.created_at)
      from (select * from public.safety_checks where user_id = p_user order by created_at desc limit 1) as newest), false),
    -- A loss, a pregnancy or reported symptoms invalidate earlier answers, unless the report was undone.
    'voidedAt', (select coalesce(jsonb_agg(floor(extract(epoch from voided.created_at) * 1000)), '[]') from (
      select created_at from public.symptom_reports where user_id = p_user
      union all
      select created_at from public.outcome_events where user_id = p_user and withdrawn_at is null
        and (kind = 'loss' or resolved_to in ('pregnant', 'after-loss'))
      union all
      select created_at from public.test_results
      where user_id = p_user and result_type = 'PREGNANCY' and result = 'positive') as voided));
end $function$
;

CREATE OR REPLACE FUNCTION public.settle_attention(p_looks jsonb, p_alarms jsonb, p_phone text, p_text text, p_summary text DEFAULT NULL::text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  raised integer;
begin
  with looked as (
    select (look ->> 'id')::uuid as id, (look ->> 'changedIn')::bigint as changed_in,
      coalesce((look ->> 'lookAt')::timestamptz, 'infinity') as look_at,
      (look ->> 'items')::integer as items, (look ->> 'isUrgent')::boolean as is_urgent
    from jsonb_array_elements(p_looks) as look),
  free as (
    select user_id, looked.look_at, looked.items, looked.is_urgent
    from private.attention_looks as known join looked on looked.id = user_id
    where known.changed_in = looked.changed_in order by user_id for update of known skip locked)
  update private.attention_looks as known
  set look_at = free.look_at, checked_at = clock_timestamp(), items = free.items, is_urgent = free.is_urgent
  from free where known.user_id = free.user_id;
  if jsonb_array_length(p_alarms) > 0 then
    -- One server at a time, so that all count the same hour.
    perform pg_advisory_xact_lock(hashtextextended('attention alarms', 0));
  end if;
  with alarms as (
    insert into private.attention_alarms (key, user_id)
    select alarm ->> 'key', user_id from jsonb_array_elements(p_alarms) as alarm
    join public.customers on user_id = (alarm ->> 'patient')::uuid
    where not exists (
      select from private.attention_alarms as known
      where known.user_id = customers.user_id and known.raised_at > now() - interval '1 hour')
    order by 1 on conflict do nothing returning key),
  texts as (
    insert into public.outbox (key, channel, recipient, body_text)
    select 'alarm:' || min(key), 'sms', p_phone,
      case when count(*) = 1 or p_summary is null then p_text else replace(p_summary, '{count}', count(*)::text) end
    from alarms having count(*) > 0
    on conflict (key) do nothing)
  select count(*) into raised from alarms;
  return raised;
end $function$
;

CREATE OR REPLACE FUNCTION public.settle_outbox(p_id uuid, p_lease uuid, p_error text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.outbox set
    sent_at = case when p_error is null then now() end,
    last_error = left(p_error, 200),
    lease = null,
    leased_until = null,
    -- Waits 1, 2, 4 … minutes, up to an hour. After the eighth failure a person has to look.
    send_after = case when p_error is null then send_after
      else now() + least(interval '1 hour', interval '30 seconds' * power(2, attempts)) end,
    parked_at = case when p_error is not null and attempts >= 8 then now() end
  where id = p_id and lease = p_lease
  returning true
$function$
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
  first_day constant date := coalesce(p_query ->> 'from', p_query ->> 'day')::date;
  last_day constant date := coalesce(p_query ->> 'until', p_query ->> 'day')::date;
  -- `before` identifies the last line shown: its time in microseconds, and how many lines with that time were already shown.
  shown_until constant timestamptz := 'epoch'::timestamptz + split_part(p_query ->> 'before', '-', 1)::bigint * interval '1 microsecond';
  shown_of_it constant integer := coalesce(split_part(p_query ->> 'before', '-', 2)::integer, 0);
  lines jsonb;
  more boolean;
begin
  with page as (
    select line.*, row_number() over (partition by at order by id desc) + case when at = shown_until then shown_of_it else 0 end as place
    from private.find_access_lines(
      private.subjects_of_access_query(p_query), (p_query ->> 'person')::uuid,
      first_day::timestamp at time zone person.time_zone, (last_day + 1)::timestamp at time zone person.time_zone,
      shown_until, page_size + 1, shown_of_it) as line),
  shown as (
    select *, trunc(extract(epoch from at) * 1000000)::bigint || '-' || place as name
    from page order by at desc, id desc limit page_size)
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', shown.name, 'at', at, 'why', reason_category,
      'action', case private.kind_for_office(kind, staff_role) when 'care_record' then 'read' else action end,
      'kind', private.kind_for_office(kind, staff_role),
      'person', jsonb_build_object('id', actor.id, 'name', coalesce(actor_name, actor.name),
        'role', coalesce(staff_role, case when actor_name is null then actor.role end)),
      'patient', case when listed.id is not null then jsonb_build_object('id', listed.id, 'name', private.listed_name(listed))
        when since.id is not null then jsonb_build_object('id', since.id, 'name', private.listed_name(since)) end,
      'member', member.name) order by at desc, shown.id desc), '[]'),
    (select count(*) > page_size from page)
  into lines, more
  from shown
  left join public.care_team as actor on actor.id = actor_id
  left join public.care_team as member on member.id = subject_id
  left join private.patient_directory as listed on listed.id = subject_id
  left join private.patient_directory as since on listed.id is null and since.has_user and private.invited_id(since.email) = subject_id;
  perform private.audit_reads('{access_log}', array(
    select distinct (line #>> '{patient,id}')::uuid from jsonb_array_elements(lines) as line
    where line #>> '{patient,id}' is not null));
  return jsonb_build_object('lines', lines, 'next', case when more then lines #>> '{-1,id}' end);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_change_absences(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier jsonb := private.earlier_answer(p_request);
  absence public.absences;
  person public.care_team;
  done jsonb;
begin
  if p_change ->> 'action' = 'remove' and earlier is null then
    select * into absence from public.absences where id = (p_change ->> 'id')::uuid for update;
    perform private.require_calendar(reader, absence.host_id);
    delete from public.absences where id = absence.id;
    perform private.add_audit_line('delete', 'team_absences', absence.host_id, reader.id);
    earlier := private.keep_answer(p_request, jsonb_build_object('id', absence.id));
  elsif earlier is null then
    perform private.require_calendar(reader, (p_change ->> 'person')::uuid);
    -- Bookings lock the same row, so this sees bookings before it, and bookings after it see the absence.
    select * into person from public.care_team
    where id = (p_change ->> 'person')::uuid and role in ('coach', 'clinician') and deactivated_at is null for no key update;
    if not found then
      perform private.refuse_team('PT403', 'not_allowed', 'Only coaches and clinicians have time off.');
    end if;
    perform from public.care_team as cover
    where id = (p_change ->> 'coveredBy')::uuid and id <> person.id and role in ('coach', 'clinician') and private.is_member(cover)
    for share;
    if not found and p_change ->> 'coveredBy' is not null then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'The person covering must be a coach or clinician on the team.');
    end if;
    absence.starts_at := private.moment_of(p_change ->> 'from', 0, person.time_zone);
    absence.ends_at := private.moment_of(p_change ->> 'until', 1, person.time_zone);
    if absence.ends_at <= absence.starts_at then
      perform private.refuse_team('PT400', 'invalid_input', 'until: Please select an end after the beginning');
    end if;
    insert into public.absences (host_id, starts_at, ends_at, covered_by)
    values (person.id, absence.starts_at, absence.ends_at, (p_change ->> 'coveredBy')::uuid) returning * into absence;
    perform private.add_audit_line('insert', 'team_absences', person.id, reader.id);
    earlier := private.keep_answer(p_request, jsonb_build_object('id', absence.id));
  end if;
  -- Stored answers never include patients' names.
  select * into absence from public.absences where id = (earlier ->> 'id')::uuid;
  done := case when absence.id is null then '[]'
    else private.calendar_calls(reader, absence.host_id, greatest(absence.starts_at, now()), absence.ends_at, true) end;
  return earlier || jsonb_build_object('calls', done);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_change_call(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_asked jsonb, p_appointment jsonb DEFAULT NULL::jsonb, p_messages jsonb DEFAULT NULL::jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reader constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  changed uuid;
  call public.appointments;
begin
  if earlier is not null then
    return jsonb_build_object('done', earlier);
  end if;
  if p_appointment is null then
    return private.call_facts(reader, p_asked, null);
  end if;
  perform private.require_record(case when reader.role = 'administrator' and p_asked ? 'id' then 'call_times' else 'appointments' end,
    (p_appointment ->> 'user_id')::uuid);
  if p_asked ->> 'action' <> 'cancel'
    and not exists (select from public.appointments
      where id = (p_asked ->> 'id')::uuid and host_id = (p_appointment ->> 'host_id')::uuid)
    and (p_appointment ->> 'host_id')::uuid <> all (
      private.hosts_allowed(reader, (p_appointment ->> 'user_id')::uuid, (p_appointment ->> 'starts_at')::timestamptz)) then
    perform private.refuse_team('PT403', 'not_allowed',
      'This patient has another coach. Book the call with that coach or a clinician.');
  end if;
  changed := case p_asked ->> 'action'
    when 'book' then public.book_appointment(p_appointment, p_messages)
    when 'cancel' then public.cancel_appointment(p_appointment, p_messages)
    else public.move_appointment(p_appointment, p_messages) end;
  select * into call from public.appointments where id = coalesce(changed, (p_asked ->> 'id')::uuid);
  if changed is null then
    -- Someone else changed the call after its facts were read.
    perform private.require_changeable(call, -1);
  end if;
  return jsonb_build_object('done', private.keep_answer(p_request, jsonb_build_object('id', call.id, 'startTime', call.starts_at,
    'endTime', call.ends_at, 'status', call.status, 'host', (
      select jsonb_build_object('id', id, 'name', name) from public.care_team where id = call.host_id))));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_change_invitations(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  invited_email text := p_change ->> 'email';
  invitation public.invitations;
begin
  if earlier is not null then
    return earlier;
  end if;
  if p_change ->> 'action' = 'invite' then
    if exists (select from public.invitations where email = invited_email and revoked_at is null) then
      perform private.refuse_team('PT409', 'already_invited', 'This address is already invited.');
    end if;
    perform public.invite_patient(p_change, true, p_change -> 'mail');
    perform private.add_audit_line('insert', 'invitation', private.invited_subject(invited_email), person.id);
  else
    -- Locks in the same order as a change of address, so that the two never deadlock.
    perform from auth.users where email = invited_email for update;
    invitation := private.require_invitation(invited_email);
    case p_change ->> 'action'
      when 'send-again' then
        if exists (select from public.customers where customer_email = invited_email) then
          perform private.refuse_team('PT409', 'changed_meanwhile', 'This patient has already signed in.');
        elsif invitation.emailed_at > now() - interval '1 day' then
          perform private.refuse_team('PT409', 'changed_meanwhile', 'We sent this email less than a day ago.');
        end if;
        perform private.email_invitation(invited_email, p_change -> 'mail');
        perform private.add_audit_line('update', 'invitation', private.invited_subject(invited_email), person.id);
      when 'edit' then
        perform private.edit_invited(invitation, p_change, person.id);
      when 'revoke' then
        perform private.add_audit_line('delete', 'invitation', private.invited_subject(invited_email), person.id);
        update public.invitations set revoked_at = now() where email = invited_email;
      when 'correct' then
        perform private.correct_invited_address(invited_email, p_change ->> 'to');
        invited_email := p_change ->> 'to';
        perform private.email_invitation(invited_email, p_change -> 'mail');
        perform private.add_audit_line('update', 'invitation', private.invited_subject(invited_email), person.id);
    end case;
  end if;
  return private.keep_answer(p_request, jsonb_build_object('email', invited_email));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_decide(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_act jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  wanted constant text := p_act ->> 'decision';
  rule constant text := split_part(p_act ->> 'key', ':', 1);
  last public.attention_decisions;
  seen integer;
begin
  if earlier is not null then
    return earlier;
  end if;
  if p_patient is not null and not private.may_decide(person, p_patient, p_act ->> 'key') then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this item.');
  elsif p_patient is not null then
    -- A coach who got one item by hand-off can decide that item, and needs no more than the patient's identity.
    perform private.require_record(case when person.role = 'administrator' then 'kit'
      when person.role = 'coach' and not private.cares_for(person.id, p_patient) then 'identity' else 'attention' end, p_patient);
  end if;
  -- 'No reply needed' stops the thread's only clock, so this person must have read every message in the thread.
  if p_act ->> 'outcome' = 'no-reply' then
    perform private.lock_messages(p_patient);
    if private.has_more_to_read(person.id, split_part(p_act ->> 'key', ':', 2)::uuid) then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'There is more to read. Please open the conversation first.');
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('attention ' || (p_act ->> 'key'), 0));
  select * into last from public.attention_decisions where key = p_act ->> 'key' order by version desc limit 1;
  seen := coalesce((p_act ->> 'version')::integer,
    case when coalesce(last.person_id, person.id) = person.id or last.to_id = person.id or last.decision in ('reopen', 'done')
      then coalesce(last.version, 0) else -1 end);
  if coalesce(last.decision = 'done', false) <> (wanted = 'reopen') or seen <> coalesce(last.version, 0)
    or wanted = 'reopen' and last.decided_at <= private.undone_since()
    or wanted = 'take' and coalesce(last.decision in ('take', 'contact', 'remind') and last.person_id = person.id, false)
    or wanted = 'release' and not coalesce(last.decision in ('take', 'contact', 'remind') and last.person_id = person.id, false) then
    perform private.refuse_team('PT409', 'changed_meanwhile', case
      when last.decision is null then 'This item has changed. Reload Today to see it.'
      else format('%s already %s.', last.person_name, case last.decision
        when 'take' then 'took this' when 'release' then 'released this' when 'done' then 'marked this done'
        when 'contact' then 'tried to reach the patient' when 'remind' then 'set a reminder for this'
        when 'hand-over' then 'handed this off' else 'reopened this' end) end);
  end if;
  if wanted = 'done' and p_act ->> 'outcome' <> all (private.ends_with(rule)) then
    perform private.refuse_team('PT403', 'not_allowed', 'You can’t end this item that way.');
  elsif wanted = 'remind' and not private.can_be_put_off(rule) then
    perform private.refuse_team('PT403', 'not_allowed', 'You can’t set a reminder for an urgent item.');
  elsif wanted = 'hand-over' then
    if (p_act ->> 'to')::uuid = person.id then
      perform private.refuse_team('PT403', 'not_allowed', 'Hand this off to a colleague, not to yourself.');
    end if;
    perform from public.care_team as colleague where id = (p_act ->> 'to')::uuid and private.is_member(colleague) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer on the team.');
    end if;
  end if;
  insert into public.attention_decisions (key, version, user_id, decision, outcome, words, to_id, person_id, person_name, person_role,
    seen_until, remind_at)
  values (p_act ->> 'key', coalesce(last.version, 0) + 1, p_patient, wanted, p_act ->> 'outcome', nullif(p_act ->> 'words', ''),
    (p_act ->> 'to')::uuid, person.id, person.name, person.role,
    case when wanted = 'done' then (p_act ->> 'seenUntil')::timestamptz end,
    case when wanted in ('contact', 'remind') then (p_act ->> 'remindAt')::timestamptz end);
  return private.keep_answer(p_request, jsonb_build_object('key', p_act ->> 'key', 'version', coalesce(last.version, 0) + 1));
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
  other text;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  answer := private.earlier_answer(p_request);
  if answer is not null then
    return answer;
  end if;
  perform private.require_record('safety_checks', p_patient);
  answer := public.team_decide(p_user, p_session, p_roles, p_reads, p_patient, p_act - 'mail' - 'others');
  -- One review closes every item about the same check.
  for other in select jsonb_array_elements_text(coalesce(p_act -> 'others', '[]')) loop
    perform public.team_decide(p_user, p_session, p_roles, p_reads, p_patient,
      jsonb_build_object('key', other, 'decision', 'done', 'outcome', 'kept-blocked', 'words', p_act ->> 'words',
        'version', (select coalesce(max(version), 0) from public.attention_decisions where key = other)));
  end loop;
  -- Runs before or after a colleague clears the check, never at the same time.
  perform from public.customers where user_id = p_patient for update;
  update public.safety_checks set kept_at = now()
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null;
  perform private.email_update(p_patient, 'check-kept:' || id, p_act -> 'mail') from public.safety_checks
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null
  order by created_at desc, id desc limit 1;
  return private.keep_answer(p_request, answer);
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
  -- A search stops counting here.
  max_found constant integer := 1000;
  health constant text[] := '{stage,cycle,status,attention}'::text[];
  asks_health constant boolean := p_query ?| health;
  is_sorted constant boolean := coalesce(p_query ->> 'sort', 'name') <> 'name';
  -- The directory keeps no counts for attention, so it needs a search.
  is_search constant boolean := private.search_conditions(p_query ->> 'search') is not null or p_query ? 'attention';
  coaches constant uuid[] := case when is_coach then private.coaches_covered_by(person.id) end;
  others constant uuid[] := case when is_coach then private.other_patients_open_to(person.id) end;
  -- A health filter or sort order reveals health data, so it shows coaches only their own patients.
  only_own constant boolean := is_coach and (asks_health or is_sorted);
  page integer := coalesce((p_query ->> 'page')::integer, 1);
  pages integer;
  total bigint;
  found uuid[];
  shown uuid[];
  opened uuid[];
  tried uuid[] := '{}'::uuid[];
begin
  if is_administrator and (asks_health or is_sorted) then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;

  if is_sorted or p_query ? 'attention' then
    -- First updates the sort order for patients who changed since the last look.
    perform public.order_patients(array(select user_id from private.attention_looks where checked_at = '-infinity' limit 1000));
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

  -- A health filter also reveals something about patients it leaves out, so they are logged too, up to one page.
  if asks_health and total <= page_size then
    tried := private.find_patients(p_query - health, coaches, others, only_own, true, page_size + 1, 0);
  end if;
  perform private.audit_reads(array[case when is_administrator then 'administrative_summary' else 'summary' end],
      case when cardinality(tried) > page_size then opened else array(select unnest(opened) union select unnest(tried)) end),
    private.audit_reads('{identity}', array(select unnest(shown) except select unnest(opened)));

  return json_build_object('page', page, 'pages', pages, 'total', total,
    'patients', case when is_administrator then private.listed_administration(shown, opened)
      else private.listed_patients(shown, opened) end,
    'waiting', case when not is_administrator then private.waiting_among(opened) end);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_set_hosts(p_by uuid, p_person uuid, p_kinds text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.care_team;
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', p_person);
  person := private.team_member(p_person);
  if p_by is not null and not (private.is_member(person) and person.role in ('coach', 'clinician')) then
    perform private.refuse_team('PT409', 'not_a_host',
      'Only coaches and clinicians who finished setup and whose role a clinician agreed to can take calls.');
  elsif exists (select from unnest(p_kinds) as kind where kind not in (select slug from public.appointment_types)) then
    perform private.refuse_team('PT422', 'unknown_appointment_type', 'We can’t find this call type.');
  end if;
  -- The request leaves out hidden types, so those keep their hosts.
  delete from public.appointment_type_hosts where host_id = p_person
    and appointment_type_id in (select id from public.appointment_types where not is_hidden);
  insert into public.appointment_type_hosts (appointment_type_id, host_id)
  select id, p_person from public.appointment_types where slug = any (p_kinds)
  on conflict do nothing;
  perform private.add_audit_line('update', 'team_hosts', p_person, p_by);
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
  -- Bookings lock the same row.
  perform from public.care_team where id = person and role in ('coach', 'clinician') and deactivated_at is null for no key update;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'Only coaches and clinicians have call hours.');
  elsif p_hours -> 'before' <> private.hours_of(person) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Someone else changed these hours. Reload the page to see their version.');
  end if;
  delete from public.availability where host_id = person;
  insert into public.availability (host_id, weekday, starts_at, ends_at)
  select person, (line ->> 'weekday')::integer, (line ->> 'from')::time, (line ->> 'until')::time
  from jsonb_array_elements(p_hours -> 'hours') as line;
  perform private.add_audit_line('update', 'team_hours', person, reader.id);
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
  -- Locks before reading, because a reset that is running changes what this reads.
  perform private.lock_care_team();
  person := private.setting_up(p_user, p_session);
  factor := (select factor_id from auth.sessions where id = p_session);
  if person.factor_id = factor then
    -- A retry with the same code after a lost response.
    return jsonb_build_object('isSetUp', true, 'name', person.name, 'role', person.role);
  end if;
  update private.set_up_codes set wrong_tries = wrong_tries + (code_hash <> p_code_hash)::integer
  where person_id = person.id and expires_at > now() and wrong_tries < 5
  returning code_hash = p_code_hash, wrong_tries into is_right, tries;
  if is_right is not true then
    if tries = 5 then
      perform private.email_about_lock('team_set_up_lock', person, 'setup code no longer works');
    end if;
    return jsonb_build_object('isSetUp', false, 'isEnded', coalesce(tries, 5) = 5);
  end if;
  delete from private.set_up_codes where person_id = person.id;
  delete from auth.mfa_factors where user_id = p_user and id <> factor;
  delete from auth.sessions where user_id = p_user and id <> p_session;
  update public.care_team set user_id = p_user, factor_id = factor, joined_at = coalesce(joined_at, now())
  where id = person.id;
  perform set_config('portal.staff_id', person.id::text, true);
  perform private.add_audit_line('insert', 'team_factor', person.id, person.id);
  return jsonb_build_object('isSetUp', true, 'name', person.name, 'role', person.role);
end $function$
;
