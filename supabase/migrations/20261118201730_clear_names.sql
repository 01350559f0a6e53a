-- Names that a stranger can search for. Tables keep their rows; functions, triggers and policies are made again under their new names.
-- Functions call one another; each is checked when it runs, and by plpgsql_check in the tests.
set check_function_bodies = off;
alter table private.attention_looks rename column told_in to changed_in;
alter table public.customers rename column message_mails to message_emails;
alter table public.invitations rename column mailed_at to emailed_at;
alter table public.onboarding_info rename constraint no_diagnosis_stands_alone to no_diagnosis_excludes_others;

-- A parameter is renamed with its function.
drop function private.follow_care_state(uuid, uuid, boolean);
drop function private.notify_of_message(uuid, uuid, text, jsonb);
drop function public.invite_patient(jsonb, boolean, jsonb);
drop function public.notify_late_caps(jsonb, jsonb, text);

revoke execute on function private.is_at_work() from authenticated;

revoke execute on function private.may_take_along() from authenticated;

revoke execute on function private.own_today() from authenticated;

revoke execute on function public.move_plan_on() from authenticated;

revoke execute on function public.note_messages_read(uuid,uuid,integer) from service_role;

revoke execute on function public.note_read(text,uuid) from service_role;

revoke execute on function public.note_schedule(text,integer) from service_role;

revoke execute on function public.own_plan() from authenticated;

revoke execute on function public.take_back_completion(uuid) from authenticated;

revoke execute on function public.take_back_outcome(uuid,uuid) from service_role;

revoke execute on function public.take_back_period(uuid,uuid) from service_role;

revoke execute on function public.team_kinds_of_calls(uuid,uuid,text[],text[]) from service_role;

revoke execute on function public.team_note_patient_address(uuid,uuid,text[],text[],text) from service_role;

revoke execute on function public.team_note_refusal(uuid,text,boolean) from service_role;

revoke execute on function public.team_note_tried(uuid,uuid,text[],text[],uuid[]) from service_role;

revoke execute on function public.team_show_items(uuid,uuid,text[],text[],uuid[]) from service_role;


drop policy "Patients read documents in their own folder" on storage.objects;

drop trigger follow_test_taken_back on public.test_results;

drop trigger note_decided_status on public.customers;

drop trigger note_new_address on public.customers;

drop trigger note_surrogacy on public.onboarding_info;

drop trigger note_withdrawal on public.customers;

drop trigger put_last on public.outcome_events;

drop trigger put_last on public.test_results;

drop trigger tell_clinicians_of_change on public.care_team;

drop trigger tell_clinicians_of_new on public.care_team;

drop trigger tell_of_new_words on public.care_team;

drop trigger tell_of_role on public.care_team;

drop trigger tell_office on public.absences;

drop trigger tell_office on public.account_deletions;

drop trigger tell_office on public.appointments;

drop trigger tell_office on public.attention_decisions;

drop trigger tell_office on public.availability;

drop trigger tell_office on public.coach_assignments;

drop trigger tell_office on public.customers;

drop trigger tell_office on public.days_off;

drop trigger tell_office on public.invitations;

drop trigger tell_office on public.kit_requests;

drop trigger tell_office on public.outbox;

drop trigger tell_office_of_address on public.customers;

drop trigger tell_patient on public.applicator_agreements;

drop trigger tell_patient on public.appointments;

drop trigger tell_patient on public.completed_phases;

drop trigger tell_patient on public.consultation_notes;

drop trigger tell_patient on public.customers;

drop trigger tell_patient on public.kit_requests;

drop trigger tell_patient on public.medical_notes;

drop trigger tell_patient on public.message_pictures;

drop trigger tell_patient on public.message_reads;

drop trigger tell_patient on public.message_threads;

drop trigger tell_patient on public.messages;

drop trigger tell_patient on public.note_addenda;

drop trigger tell_patient on public.note_withdrawals;

drop trigger tell_patient on public.outcome_events;

drop trigger tell_patient on public.periods;

drop trigger tell_patient on public.safety_checks;

drop trigger tell_patient on public.test_results;

drop trigger tell_patient on public.treatment_day_timers;

drop trigger tell_team on public.absences;

drop trigger tell_team on public.availability;

drop trigger tell_team on public.days_off;

drop function private.act_to_take_back(uuid);

drop function private.also_open_to(uuid);

drop function private.care_standing(uuid);

drop function private.coaches_seen_by(uuid,timestamp with time zone);

drop function private.has_message_for_everybody(uuid);

drop function private.in_html(text);

drop function private.in_ms(timestamp with time zone);

drop function private.in_turn_with_account(uuid);

drop function private.in_turn_with_messages(uuid);

drop function private.is_at_work();

drop function private.is_everybodys(public.messages);

drop function private.looks_after(uuid,uuid);

drop function private.mail_administrators(uuid,text,text[]);

drop function private.mail_invitation(text,jsonb);

drop function private.mail_news(uuid,uuid,jsonb);

drop function private.mail_page(text,text[]);

drop function private.mail_person(public.care_team,text,text[]);

drop function private.mail_update(uuid,text,jsonb);

drop function private.may_take_along();

drop function private.note_changed();

drop function private.note_decided_status();

drop function private.note_in_audit(text,text,uuid,uuid);

drop function private.note_new_address();

drop function private.note_own_reading(uuid,uuid,integer);

drop function private.note_reads(text[],uuid[]);

drop function private.note_surrogacy();

drop function private.note_team_reading(public.care_team,public.message_threads);

drop function private.note_withdrawal();

drop function private.own_today();

drop function private.put_last();

drop function private.standing_note(uuid);

drop function private.take_back_for_patient(uuid,jsonb,public.care_team);

drop function private.tell_assigned_coach(uuid[]);

drop function private.tell_clinicians();

drop function private.tell_of_lock(text,public.care_team,text);

drop function private.tell_of_new_words();

drop function private.tell_of_note();

drop function private.tell_of_role();

drop function private.tell_office();

drop function private.tell_office_of_change();

drop function private.tell_office_of_message();

drop function private.tell_patient();

drop function private.tell_team();

drop function private.tell_team_of_change();

drop function private.told_day(text,text);

drop function private.whom_to_tell(uuid);

drop function public.move_plan_on();

drop function public.note_messages_read(uuid,uuid,integer);

drop function public.note_read(text,uuid);

drop function public.note_schedule(text,integer);

drop function public.own_plan();

drop function public.take_back_completion(uuid);

drop function public.take_back_outcome(uuid,uuid);

drop function public.take_back_period(uuid,uuid);

drop function public.team_kinds_of_calls(uuid,uuid,text[],text[]);

drop function public.team_note_patient_address(uuid,uuid,text[],text[],text);

drop function public.team_note_refusal(uuid,text,boolean);

drop function public.team_note_tried(uuid,uuid,text[],text[],uuid[]);

drop function public.team_show_items(uuid,uuid,text[],text[],uuid[]);

CREATE OR REPLACE FUNCTION private.add_addendum(p_person public.care_team, p_act jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  note constant private.written_notes := private.signed_note((p_act ->> 'noteId')::uuid);
  added uuid;
begin
  insert into public.note_addenda (user_id, note_id, content, html, author_id, author_name, author_role)
  values (note.user_id, note.id, p_act ->> 'text', case when note.kind = 'consultation' then p_act ->> 'html' end,
    p_person.id, p_person.name, p_person.role)
  returning id into added;
  perform private.email_news(note.user_id, added, p_act -> 'mail');
  return jsonb_build_object('id', added, 'version', 1);
end $function$
;

CREATE OR REPLACE FUNCTION private.administrative_rows()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone constant text := private.office_zone();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id,
      'timeZone', (
        select time_zone from public.appointments where user_id = listed.id order by created_at desc limit 1),
      'kitRequest', (
        select jsonb_build_object('id', user_id || ':' || private.epoch_ms(asked_at), 'at', private.epoch_ms(asked_at),
          'addressAt', private.epoch_ms(shipping_changed_at))
        from public.kit_requests join public.customers using (user_id) where user_id = listed.id and tracking_url is null),
      'kitSent', (
        select jsonb_build_object('id', user_id || ':' || private.epoch_ms(sent_at),
          'at', private.epoch_ms(sent_on::timestamp at time zone 'UTC'), 'addressChangedAt',
          case when shipping_changed_at > sent_at then private.epoch_ms(shipping_changed_at) end)
        from private.kits_on_their_way where user_id = listed.id),
      'mailsParked', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.epoch_ms(at), 'callWithinADay', is_office and exists (
            select from public.appointments where user_id = listed.id and status = 'booked'
              and starts_at between at and at + interval '1 day')) order by at, id), '[]')
        from (
          select id, parked_at as at, true as is_office from public.outbox as message
          where user_id = listed.id and parked_at is not null and private.is_office_message(message)
          union all
          select first_of_day.id, (first_of_day.day + 1)::timestamp at time zone zone, false
          from (
            select distinct on (day) id, day
            from public.outbox as message cross join lateral (select (parked_at at time zone zone)::date as day) as local
            where user_id = listed.id and not private.is_office_message(message)
              and private.is_undelivered_before_today(message, zone)
            order by day, parked_at, id) as first_of_day) as parked),
      'deletion', (
        select jsonb_build_object('id', user_id || ':' || private.epoch_ms(requested_at), 'at', private.epoch_ms(requested_at),
          'on', private.epoch_ms(delete_after))
        from public.account_deletions where user_id = listed.id)) order by listed.id), '[]')
    from (
      select user_id as id from public.kit_requests join public.customers using (user_id) where tracking_url is null
      union select user_id from private.kits_on_their_way
      union select user_id from public.outbox as message where parked_at is not null
        and (private.is_office_message(message) or private.is_undelivered_before_today(message, zone))
      union select user_id from public.account_deletions) as asked
    join private.patient_directory as listed using (id)
    where is_open);
end $function$
;

CREATE OR REPLACE FUNCTION private.applicators_used_on(p_user uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone constant text := private.known_zone(p_user);
begin
  return (select coalesce(jsonb_agg(distinct used.day), '[]') from (
    select on_day as day from public.treatment_day_timers where user_id = p_user and action = 'cap-in'
    union all
    select private.reported_day(answers ->> 0, zone) from public.survey_responses
    where user_id = p_user and survey = 'applicator-use' and jsonb_typeof(answers -> 0) = 'string') as used
    where used.day is not null);
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
          'resolvedTo', resolved_to, 'byTeam', recorded_by is not null, 'receivedAt', private.epoch_ms(created_at))), '[]')
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
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'isUrgent', urgent)), '[]')
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
      -- Only checks that block treatment: others need no one, and must not push out one that does.
      'safetyChecks', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'cycle', cycle,
          'outcome', outcome, 'isCleared', cleared_at is not null)), '[]')
        from (select * from public.safety_checks where user_id = listed.id and outcome <> 'ready' and cleared_at is null
          order by created_at desc limit newest) as safety_check),
      'calls', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(starts_at), 'endsAt', private.epoch_ms(ends_at),
          'hostId', host_id, 'outcome', outcome, 'hasSignedNote', exists (
            select from private.written_notes as note
            where note.user_id = listed.id and note.signed_at >= call.starts_at and not private.is_withdrawn(note.id)))), '[]')
        from (select * from public.appointments
          where user_id = listed.id and status = 'booked' and coalesce(outcome, 'took-place') = 'took-place'
          order by ends_at desc limit newest) as call),
      'messagesWaiting', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'dueAt', private.epoch_ms(due_at))), '[]')
        from private.waiting_messages(listed.id)),
      'messagesUnread', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at))), '[]')
        from private.unread_by_patient(listed.id)),
      'concerns', (
        select coalesce(json_agg(json_build_object('id', id, 'at', private.epoch_ms(created_at), 'concern', asked.concern)), '[]')
        from unnest(array['urgent', 'self-harm', 'call-me', 'hard-time', 'answer-today']) as asked (concern)
        cross join lateral (
          select id, created_at from public.messages where user_id = listed.id and concern = asked.concern
          order by created_at desc limit newest) as message),
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
  -- The words around the names are in the server's language.
  if callers ~ '(^|[^.\w"])("?public"?[.])?"?team_\w' and auth.role() is not null and (private.named_person()).id is null then
    raise exception using errcode = '42501', message = 'A write by the care team needs the person who writes.';
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
    -- A file outside of every patient's folder belongs to no record.
    if owner ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      perform private.add_audit_line(lower(tg_op), 'documents', owner::uuid, auth.uid());
    end if;
  end loop;
  return null;
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
      'patient', jsonb_build_object('id', listed.id, 'name', listed.name),
      'kind', case when is_administrator then 'Call' else kind.name end,
      'host', jsonb_build_object('id', host.id, 'name', host.name), 'startsAt', call.starts_at,
      -- How long a call takes tells its kind.
      'endsAt', case when not is_administrator then call.ends_at end,
      'outcome', case when is_administrator then null else call.outcome end,
      'unsettled', call.starts_at > now() and (away.is or host.deactivated_at is not null),
      'mayChange', call.starts_at > now(),
      'mayTell', host.id = p_reader.id and call.starts_at <= now()
        and coalesce(call.outcome_at > private.undone_since(), true)) order by call.starts_at, call.id), '[]') into found
  from public.appointments as call
  join public.appointment_types as kind on kind.id = call.appointment_type_id
  join public.care_team as host on host.id = call.host_id
  join private.patient_directory as listed on listed.id = call.user_id
  cross join lateral (
    select exists (
      select from public.absences
      where absences.host_id = host.id and absences.starts_at < call.ends_at and absences.ends_at > call.starts_at) as is) as away
  where call.status = 'booked' and call.host_id = p_host and call.ends_at > p_from and call.starts_at < p_until
    and listed.is_open and (not p_unsettled or call.starts_at > now() and (away.is or host.deactivated_at is not null));
  perform private.audit_reads(array[case when is_administrator then 'call_times' else 'appointments' end],
    array(select distinct (line -> 'patient' ->> 'id')::uuid from jsonb_array_elements(found) as line));
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION private.calls_today(p_person public.care_team)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  midnight constant timestamp := date_trunc('day', now() at time zone p_person.time_zone);
  is_administrator constant boolean := p_person.role = 'administrator';
  found jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('id', own.id, 'patient', jsonb_build_object('id', listed.id, 'name', listed.name),
      'kind', case when is_administrator then 'Call' else kind.name end,
      'host', jsonb_build_object('id', host.id, 'name', host.name), 'startsAt', own.starts_at, 'endsAt', own.ends_at,
      'outcome', case when is_administrator then null else own.outcome end,
      'isHost', host.id = p_person.id, 'sequence', own.sequence, 'interactionType', kind.interaction_type,
      'room', case when host.id = p_person.id and private.is_call_open(own) then own.room end)
      order by own.starts_at, own.id), '[]') into found
  from public.appointments as own
  join public.appointment_types as kind on kind.id = own.appointment_type_id
  join public.care_team as host on host.id = own.host_id
  join private.patient_directory as listed on listed.id = own.user_id
  where own.status = 'booked' and own.starts_at >= midnight at time zone p_person.time_zone
    and own.starts_at < (midnight + interval '1 day') at time zone p_person.time_zone
    and (is_administrator or own.host_id = p_person.id) and listed.is_open;
  perform private.audit_reads(array[case when is_administrator then 'call_times' else 'appointments' end],
    array(select distinct (line -> 'patient' ->> 'id')::uuid from jsonb_array_elements(found) as line));
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION private.care_state(p_user uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select state from private.care_status(p_user)
$function$
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
      select coalesce(jsonb_agg(jsonb_build_object('name', trim(first_name || ' ' || last_name), 'at', sent.at,
        'id', md5(invitations.email || sent.at))), '[]')
      from private.patient_directory as listed
      join public.invitations on invitations.email = listed.email
      cross join lateral (select private.epoch_ms(private.invitation_sent_at(invitations)) as at) as sent
      where not has_user and private.invitation_state(invitations, false) = 'unused'),
    'manyOpenings', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person_id || ':' || day, 'person', name, 'day', day,
        'at', private.epoch_ms(sixth))), '[]')
      from (
        select person_id, care_team.name, (opened_at at time zone time_zone)::date as day,
          (array_agg(opened_at order by opened_at))[6] as sixth
        from public.record_openings join public.care_team on care_team.id = person_id
        where opened_at > now() - interval '30 days'
        group by 1, 2, 3 having count(*) > 5) as many),
    'alarmsFailingSince', (select private.epoch_ms(public.alarms_failing_since())));
end $function$
;

CREATE OR REPLACE FUNCTION private.cycle_of_pregnancy_test(p_user uuid, p_taken_on date)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select used.cycle from (
    select on_day as day, cycle from public.treatment_day_timers where user_id = p_user and action = 'cap-in'
    union all
    select private.reported_day(answers ->> 0, private.known_zone(p_user)), cycle_number from public.survey_responses
    where user_id = p_user and survey = 'applicator-use'
    union all
    select private.day_at(completed_at, private.known_zone(p_user)), cycle_number from public.completed_phases
    where user_id = p_user and phase_id = 'applicators' and result_id is null) as used
  where used.day <= p_taken_on and used.cycle is not null
  order by used.day desc, used.cycle desc limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.decide_outcome(p_patient uuid, p_act jsonb, p_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  decided constant text := p_act ->> 'action';
  standing record;
begin
  perform private.require_record('outcome_events', p_patient);
  perform from public.customers where user_id = p_patient for no key update;
  select * into standing from private.care_status(p_patient);
  if p_act ->> 'seen' <> standing.state or private.refuses_outcome(p_patient, decided, 'clinician') then
    perform private.refuse_changed_state(standing.state);
  elsif private.refuses_outcome(p_patient, decided, p_role) then
    perform private.refuse_team('PT403', 'not_allowed', 'After a loss, a clinician decides when treatment resumes.');
  elsif (p_act ->> 'cycle' is not null) <> (decided = 'resume'
      and (standing.state = 'after-loss' or standing.state = 'stopped' and standing.after_loss)) then
    perform private.refuse_team('PT400', 'invalid_input',
      'cycle: Select a cycle to resume after a loss. Otherwise the patient resumes where they left off.');
  end if;
  perform private.record_outcome(jsonb_populate_record(null::public.outcome_events, jsonb_build_object(
    'user_id', p_patient, 'kind', decided, 'cycle', p_act ->> 'cycle',
    'day', coalesce((p_act ->> 'day')::date, private.day_of_report(p_patient, (p_act ->> 'today')::date)),
    'until', p_act ->> 'until', 'reason', nullif(p_act ->> 'reason', ''), 'resolved_to', p_act ->> 'to')), p_role);
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
    raise exception using errcode = '22004', message = 'A record can be opened only for the data types it reads.';
  end if;
  foreach kind in array p_kinds loop
    perform private.require_record(kind, p_patient);
  end loop;
  perform private.audit_reads(p_kinds, array[p_patient]);
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
  -- The account first, as whatever deletes it does.
  perform from public.customers where user_id = thread.user_id for key share;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this conversation.');
  elsif person.role = 'coach' and private.is_open_to_team(thread.user_id) and exists (
    select from private.waiting_messages(thread.user_id) as waiting
    where thread_id = thread.id and (private.is_for_every_coach(waiting) or exists (
      select from private.hand_offs where to_id = person.id and key = 'message-waits:' || waiting.id))) then
    perform private.add_audit_line('read', 'messages', thread.user_id, null);
  else
    perform private.enter_record(thread.user_id, '{messages}');
  end if;
  return thread;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_care_state(p_user uuid, p_fact uuid, p_is_undone boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  standing record;
  positive public.test_results;
begin
  -- Of two facts that arrive at the same moment the second waits here, and then sees both.
  perform from public.customers where user_id = p_user for no key update;
  -- The whole record is being deleted.
  if not found then
    return;
  end if;
  if p_is_undone then
    delete from public.completed_phases where user_id = p_user and fact_id = p_fact;
  end if;
  select * into standing from private.care_status(p_user);
  if standing.status = 'Pregnant' then
    positive := private.last_positive(p_user);
    if positive.id is not null then
      perform private.complete_phases_until(p_user, positive.cycle_number, positive.id,
        case when not p_is_undone then p_fact end);
    end if;
  end if;
  perform set_config('portal.status_follows', 'yes', true);
  update public.customers set status = standing.status where user_id = p_user and status <> standing.status;
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
  -- Ends the sessions too (private.end_access). The auth service then opens the one with which the patient goes on.
  update public.invitations set email = new_address where email = old_address;
  delete from auth.sessions where user_id = new.id;
  -- The auth service's transactions have no claims; these name the patient in the audit log.
  if is_own then
    perform set_config('request.jwt.claims',
      jsonb_build_object('sub', new.id, 'role', 'authenticated')::text, true);
  end if;
  update public.customers set customer_email = new_address where user_id = new.id;
  if found then
    perform private.add_audit_line('update', 'email_address', new.id, auth.uid());
    -- Waiting messages go to the new mailbox, and sent ones stay in the patient's export.
    update public.outbox set recipient = new_address where user_id = new.id and recipient = old_address;
    perform private.notify_of_new_address(new.id, array[old_address, new_address]);
  end if;
  perform set_config('request.jwt.claims', claims, true);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.has_assignment(p_coach uuid, p_patient uuid, p_at timestamp with time zone DEFAULT now())
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((select coach_id from public.coach_assignments where user_id = p_patient),
    '00000000-0000-0000-0000-000000000000') = any (private.coaches_covered_by(p_coach, p_at));
end $function$
;

CREATE OR REPLACE FUNCTION private.inform_patient()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.publish_assigned_coach(array[case when tg_op = 'DELETE' then old.user_id else new.user_id end]);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.invitation_sent_at(p_invitation public.invitations)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(p_invitation.emailed_at, p_invitation.invited_at);
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
      -- The patient asks for the code that confirms a number, so it needs no consent to texts.
      (p_message.channel = 'sms' and p_message.purpose not in ('message', 'phone_code') and not sms_consent)
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

CREATE OR REPLACE FUNCTION private.last_decisions(p_users uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', last.key, 'patientId', last.user_id, 'version', last.version, 'decision', last.decision,
      'at', private.epoch_ms(last.decided_at), 'seenUntil', private.epoch_ms(last.seen_until),
      'by', (select jsonb_build_object('id', id, 'name', name) from public.care_team
        where id = last.person_id and deactivated_at is null),
      'to', (select jsonb_build_object('id', id, 'name', name) from private.hand_offs as handed join public.care_team on id = to_id
        where handed.key = last.key and deactivated_at is null),
      'handover', (
        select jsonb_build_object('by', person_name, 'words', words, 'at', private.epoch_ms(decided_at))
        from public.attention_decisions as handed where handed.key = last.key and decision = 'hand-over'
        order by version desc limit 1))), '[]')
    from (
      select distinct on (key) * from (
        select decided.* from unnest(p_users) as asked (id)
        cross join lateral (select * from public.attention_decisions where user_id = asked.id) as decided
        union all
        select * from public.attention_decisions where user_id is null) as known
      order by key, version desc) as last);
end $function$
;

CREATE OR REPLACE FUNCTION private.look_at(p_users uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.attention_looks as known (user_id)
  select user_id from public.customers where user_id = any (p_users) order by user_id
  on conflict (user_id) do update set look_at = now(), changed_in = excluded.changed_in, checked_at = '-infinity'
  where known.changed_in <> excluded.changed_in;
  perform private.publish_to_team();
end $function$
;

CREATE OR REPLACE FUNCTION private.may_decide(p_person public.care_team, p_patient uuid, p_key text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.sees_patient(p_person, p_patient)
    or private.is_open_to_team(p_patient) and (
      exists (select from private.hand_offs where to_id = p_person.id and key = p_key and user_id = p_patient)
      or exists (
        select from private.waiting_messages(p_patient) as waiting
        where 'message-waits:' || waiting.id = p_key and private.is_for_every_coach(waiting)));
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
    else false end;
end $function$
;

CREATE OR REPLACE FUNCTION private.may_see_items(p_person public.care_team, p_patient uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.sees_patient(p_person, p_patient)
    or private.is_open_to_team(p_patient) and (private.has_message_for_every_coach(p_patient)
      or exists (select from private.hand_offs where to_id = p_person.id and user_id = p_patient));
end $function$
;

CREATE OR REPLACE FUNCTION private.notify_of_message(p_user uuid, p_about uuid, p_words text, p_email_content jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, purpose, user_id, send_after)
  select concat_ws(':', 'message', p_about, way.channel), way.channel, recipient,
    case way.channel when 'email' then p_words end,
    coalesce(case way.channel when 'email' then p_email_content ->> 'body_text' end, p_words),
    case way.channel when 'email' then p_email_content ->> 'body_html' end, 'message', p_user,
    greatest(now(), (select here_at + interval '2 minutes' from private.portal_visits where user_id = p_user),
      (select max(coalesce(sent_at, send_after)) + interval '1 hour' from public.outbox
        where user_id = p_user and purpose = 'message' and channel = way.channel and dropped_at is null))
  from public.customers cross join lateral (
    values ('email', customer_email, message_emails), ('sms', private.text_number(customer_phone), message_texts))
    as way (channel, recipient, chosen)
  where customers.user_id = p_user and chosen and recipient is not null
    and not exists (select from public.outbox
      where user_id = p_user and purpose = 'message' and channel = way.channel
        and sent_at is null and dropped_at is null and parked_at is null)
  on conflict (key) do nothing
$function$
;

CREATE OR REPLACE FUNCTION private.own_draft(p_person public.care_team, p_note uuid)
 RETURNS public.note_drafts
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  draft public.note_drafts;
begin
  select * into draft from public.note_drafts
  where id = p_note and (author_id = p_person.id or author_id is null and p_person.role = 'clinician') for update;
  if not found then
    perform private.refuse_changed_note();
  end if;
  return draft;
end $function$
;

CREATE OR REPLACE FUNCTION private.patients_to_look_at(p_person public.care_team)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  coaches constant uuid[] := private.coaches_covered_by(p_person.id);
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
      or private.has_message_for_every_coach(user_id)
      or user_id in (select hosted.user_id from private.patients_of_hosts as hosted where host_id = p_person.id)));
end $function$
;

CREATE OR REPLACE FUNCTION private.refuses_outcome(p_user uuid, p_kind text, p_who text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case p_kind
    when 'loss' then false
    when 'stop' then state = 'stopped'
    when 'pause' then after_positive or state not in ('treatment', 'paused', 'unsure')
    when 'resume' then case
      when state = 'paused' then false
      when state = 'after-loss' or state = 'stopped' and after_loss then p_who <> 'clinician'
      when state = 'stopped' then p_who = 'patient'
      else true end
    when 'resolve' then state <> 'unsure' or p_who = 'patient'
  end from private.care_status(p_user)
$function$
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
  elsif person.role = 'coach' and not private.cares_for(person.id, p_patient)
    and private.reason_of(person.id, p_patient) is null then
    perform private.refuse_team('PT403', 'reason_required', 'This patient is assigned to another coach. Please enter a reason to open the record.');
  end if;
end $function$
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
    -- The version, so that of two tabs the later does not overwrite what it has not seen. What somebody began who has left
    -- is adopted by the clinician who saves it.
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

CREATE OR REPLACE FUNCTION private.sees_patient(p_person public.care_team, p_patient uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.is_open_to_team(p_patient) and (p_person.role <> 'coach' or private.cares_for(p_person.id, p_patient));
end $function$
;

CREATE OR REPLACE FUNCTION private.sign_draft(p_person public.care_team, p_act jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  draft constant public.note_drafts := private.own_draft(p_person, (p_act ->> 'noteId')::uuid);
begin
  perform private.require_record(draft.kind || '_notes', draft.user_id);
  if draft.version <> (p_act ->> 'version')::integer or draft.author_id is null or p_act ->> 'html' is null then
    perform private.refuse_changed_note();
  elsif trim(draft.title) = '' then
    perform private.refuse_team('PT400', 'invalid_input', 'title: Please enter a title');
  elsif trim(draft.content) = '' then
    perform private.refuse_team('PT400', 'invalid_input', 'text: Please enter a text');
  end if;
  delete from public.note_drafts where id = draft.id;
  if draft.kind = 'medical' then
    insert into public.medical_notes (id, user_id, title, noted_on, content, author_id, author_name, author_role, signed_at)
    values (draft.id, draft.user_id, draft.title, draft.noted_on, draft.content, p_person.id, p_person.name, p_person.role, now());
  else
    insert into public.consultation_notes
      (id, user_id, consultation_reference, title, notes, author_id, author_name, author_role, signed_at)
    values (draft.id, draft.user_id, draft.reference, draft.title, p_act ->> 'html', p_person.id, p_person.name, p_person.role, now());
  end if;
  perform private.email_news(draft.user_id, draft.id, p_act -> 'mail');
  return jsonb_build_object('id', draft.id, 'version', draft.version);
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
  coaches constant uuid[] := private.coaches_covered_by(p_person.id);
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

CREATE OR REPLACE FUNCTION private.withdraw_note(p_person public.care_team, p_act jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  note constant private.written_notes := private.signed_note((p_act ->> 'noteId')::uuid);
  belongs_to constant uuid := (p_act ->> 'belongsTo')::uuid;
begin
  if p_person.role <> 'clinician' and note.author_id is distinct from p_person.id then
    perform private.refuse_team('PT403', 'not_allowed', 'A note is withdrawn by its author or a clinician.');
  end if;
  insert into public.note_withdrawals (note_id, user_id, reason, author_id, author_name, author_role)
  values (note.id, note.user_id, p_act ->> 'reason', p_person.id, p_person.name, p_person.role);
  if belongs_to <> note.user_id then
    perform private.require_record(note.kind || '_notes', belongs_to);
    perform private.add_audit_line('insert', 'note_withdrawals', belongs_to, null);
  end if;
  return jsonb_build_object('id', note.id, 'version', 1);
end $function$
;

CREATE OR REPLACE FUNCTION public.attention_to_watch(p_before timestamp with time zone, p_count integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids uuid[] := array(
    select user_id from private.attention_looks where look_at <= now() and checked_at < p_before order by checked_at limit p_count);
begin
  if cardinality(ids) < p_count then
    ids := ids || array(
      select user_id from private.attention_looks
      where look_at > now() and checked_at < least(p_before, now() - interval '1 day')
      order by checked_at limit p_count - cardinality(ids));
  end if;
  return jsonb_build_object('patients', private.attention_rows(ids), 'decisions', private.last_decisions(ids),
    'looks', (select coalesce(jsonb_agg(jsonb_build_object('id', user_id, 'changedIn', changed_in)), '[]')
      from private.attention_looks where user_id = any (ids)));
end $function$
;

CREATE OR REPLACE FUNCTION public.enter_call_as_host(p_call uuid, p_sequence integer)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  call public.appointments;
  room json;
begin
  select appointments.* into call from public.appointments join public.care_team as host on host.id = host_id
  where appointments.id = p_call and sequence = p_sequence and private.takes_calls(host);
  if call.id is null and exists (
    select from public.appointments join public.care_team as host on host.id = host_id
    where appointments.id = p_call and not private.takes_calls(host)
  ) then
    return json_build_object('hasLeft', true);
  end if;
  room := private.room_of(call, 'host');
  if room ->> 'state' = 'open' then
    insert into private.host_entries (call_id, sequence) values (call.id, call.sequence)
    on conflict (call_id) do update set sequence = excluded.sequence;
    perform set_config('portal.staff_id', call.host_id::text, true);
    perform private.add_audit_line('read', 'call_room', call.user_id, call.host_id);
  end if;
  return room;
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

CREATE OR REPLACE FUNCTION public.forget_old_drafts()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.questionnaire_drafts where updated_at <= now() - interval '30 days';
  select public.mark_schedule_run('forget-old-drafts', 200);
$function$
;

CREATE OR REPLACE FUNCTION public.forget_old_limits()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from private.limits where window_ends_at < now();
  delete from private.team_requests where made_at < now() - interval '1 day';
  select public.mark_schedule_run('forget-old-limits', 200);
$function$
;

CREATE OR REPLACE FUNCTION public.invite_patient(p_invitation jsonb, p_open_again boolean, p_email_content jsonb DEFAULT NULL::jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  invited_email constant text := p_invitation ->> 'email';
  was_revoked boolean;
  outcome text;
begin
  select revoked_at is not null into was_revoked from public.invitations where email = invited_email for update;
  insert into public.invitations (email, first_name, last_name, phone, programme_name)
  values (invited_email, p_invitation ->> 'first', p_invitation ->> 'last', p_invitation ->> 'phone', p_invitation ->> 'programme')
  on conflict (email) do update set first_name = excluded.first_name, last_name = excluded.last_name,
    phone = coalesce(excluded.phone, invitations.phone), revoked_at = null,
    programme_name = coalesce(excluded.programme_name, invitations.programme_name)
    where p_open_again or invitations.revoked_at is null
  returning case when xmax = 0 then 'invited' when was_revoked then 'restored' else 'renewed' end into outcome;
  if p_email_content is not null and outcome in ('invited', 'restored') then
    perform private.email_invitation(invited_email, p_email_content);
  end if;
  return outcome;
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
      perform private.email_about_lock('team_factor_lock', person, 'authenticator app is locked for 15 minutes');
    end if;
  end if;
  return '{"decision": "continue"}'::jsonb;
end $function$
;

CREATE OR REPLACE FUNCTION public.notify_late_caps(p_caps jsonb, p_email_content jsonb, p_text text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  written integer;
begin
  perform from public.customers
  where user_id in (select (cap ->> 'patient')::uuid from jsonb_array_elements(p_caps) as cap)
  order by user_id for no key update;
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, user_id, send_before)
  select concat_ws(':', 'cap-late', cap ->> 'id', way.channel), way.channel, way.recipient,
    case way.channel when 'email' then p_email_content ->> 'subject' end,
    case way.channel when 'email' then p_email_content ->> 'body_text' else p_text end,
    case way.channel when 'email' then p_email_content ->> 'body_html' end, user_id, (cap ->> 'until')::timestamptz
  from jsonb_array_elements(p_caps) as cap join public.customers on user_id = (cap ->> 'patient')::uuid
  cross join lateral (
    values ('email', customer_email), ('sms', case when sms_consent then private.text_number(customer_phone) end))
    as way (channel, recipient)
  where way.recipient is not null and not exists (
    select from public.outbox as earlier
    where earlier.user_id = customers.user_id and starts_with(earlier.key, 'cap-late:')
      and earlier.created_at > now() - interval '5 hours')
  on conflict (key) do nothing;
  get diagnostics written = row_count;
  return written;
end $function$
;

CREATE OR REPLACE FUNCTION public.own_cycle()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant uuid := private.own_body();
  zone constant text := private.own_zone();
begin
  return jsonb_build_object(
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'day', day, 'kind', kind) order by day desc), '[]')
      from public.periods where user_id = auth.uid() and body = present and withdrawn_at is null),
    'bodySince', private.own_body_since(),
    'used', private.own_applicators(),
    'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = auth.uid()),
    'familySetUp', (select family_set_up from public.onboarding_info where user_id = auth.uid()),
    'checks', (select coalesce(jsonb_agg(jsonb_build_object('cycle', cycle, 'outcome', outcome, 'peakDay', peak_day,
        'day', greatest(on_day, private.day_at(cleared_at, zone)), 'checkedAt', created_at, 'clearedAt', cleared_at)), '[]')
      from public.safety_checks
      where user_id = auth.uid() and (body = present or outcome <> 'ready' and cleared_at is null)),
    'symptomsToldAt', (select coalesce(jsonb_agg(created_at), '[]') from public.symptom_reports where user_id = auth.uid()),
    'today', private.own_next_step_facts());
end $function$
;

CREATE OR REPLACE FUNCTION public.read_consultation_notes(p_user uuid, p_reference text)
 RETURNS SETOF public.consultation_notes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select notes.* from public.consultation_notes as notes
    join public.customers using (user_id)
    join public.invitations on invitations.email = customers.customer_email
    where notes.user_id = p_user and (p_reference is null or notes.consultation_reference = p_reference)
      and invitations.revoked_at is null and customers.privacy_policy_accepted and customers.data_usage_consent
      and not private.is_withdrawn(notes.id)
    order by notes.created_at desc;
  if found then
    perform private.add_audit_line('read', 'consultation_notes', p_user, p_user);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.read_medical_notes(p_user uuid)
 RETURNS TABLE(id uuid, title text, date date, content text, format text, author jsonb, addenda jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone constant text := private.known_zone(p_user);
begin
  return query
    with notes as (
      select medical.id, medical.title, medical.noted_on, medical.content, 'markdown' as format, medical.created_at,
        medical.author_name, medical.author_role, medical.signed_at
      from public.medical_notes as medical where medical.user_id = p_user
      union all
      select consultation.id,
        coalesce(consultation.title, types.name, 'Consultation Notes'),
        private.day_at(consultation.created_at, zone), consultation.notes, 'html', consultation.created_at,
        consultation.author_name, consultation.author_role, consultation.signed_at
      from public.consultation_notes as consultation
      left join public.appointment_types as types on types.slug = consultation.consultation_reference
      where consultation.user_id = p_user
    )
    select notes.id, notes.title, notes.noted_on, notes.content, notes.format,
      private.author_words(notes.author_name, notes.author_role, notes.signed_at), private.addenda_of(notes.id)
    from notes
    join public.customers on customers.user_id = p_user
    join public.invitations on invitations.email = customers.customer_email
    where invitations.revoked_at is null and customers.privacy_policy_accepted and customers.data_usage_consent
      and not private.is_withdrawn(notes.id)
    order by notes.noted_on desc, notes.created_at desc;
  if not found then
    return;
  end if;
  if exists (select from public.medical_notes as medical
    where medical.user_id = p_user and not private.is_withdrawn(medical.id)) then
    perform private.add_audit_line('read', 'medical_notes', p_user, p_user);
  end if;
  if exists (select from public.consultation_notes as consultation
    where consultation.user_id = p_user and not private.is_withdrawn(consultation.id)) then
    perform private.add_audit_line('read', 'consultation_notes', p_user, p_user);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.send_message(p_user uuid, p_thread uuid, p_topic text, p_text text, p_due_at timestamp with time zone, p_submission uuid, p_pictures uuid[] DEFAULT '{}'::uuid[], p_concern text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread public.message_threads;
  sent public.messages;
begin
  if not private.lock_account(p_user) then
    return jsonb_build_object('problem', 'no_access');
  end if;
  select * into sent from public.messages where user_id = p_user and submission_id = p_submission;
  if sent.id is null and cardinality(p_pictures) <> (select count(*) from private.clean_pictures(p_user, p_pictures)) then
    return jsonb_build_object('problem', 'unknown_picture');
  elsif p_thread is null and sent.id is null then
    insert into public.message_threads (user_id, topic) values (p_user, p_topic) on conflict do nothing;
  end if;
  select * into thread from public.message_threads
  where user_id = p_user and case when p_thread is null then topic = p_topic else id = p_thread end;
  if thread.id is null and sent.id is null then
    return jsonb_build_object('problem', 'unknown_thread');
  elsif sent.id is not null and (sent.thread_id is distinct from thread.id or sent.text <> p_text
    or p_pictures <> array(select id from public.message_pictures where message_id = sent.id order by place)) then
    return jsonb_build_object('problem', 'submission_reused');
  elsif sent.id is null then
    insert into public.messages (thread_id, user_id, place, sender, text, due_at, submission_id, concern)
    values (thread.id, p_user, coalesce((select max(place) from public.messages where thread_id = thread.id), 0) + 1, 'patient',
      p_text, case when not exists (select from private.waiting_messages(p_user) where thread_id = thread.id) then p_due_at end,
      p_submission, p_concern)
    returning * into sent;
    insert into public.message_pictures (id, message_id, user_id, place, name, type, bytes)
    select picture.id, sent.id, p_user, picture.place, picture.name, picture.type, picture.bytes
    from private.clean_pictures(p_user, p_pictures) as picture;
  end if;
  return jsonb_build_object('id', sent.id, 'threadId', thread.id,
    'dueAt', (select due_at from private.waiting_messages(p_user) where thread_id = thread.id));
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
    -- Two servers that look at once count the same hour.
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
  perform private.audit_reads('{access_log}', array(
    select distinct (line #>> '{patient,id}')::uuid from jsonb_array_elements(lines) as line
    where line #>> '{patient,id}' is not null));
  return jsonb_build_object('lines', lines, 'next', case when more then lines #>> '{-1,id}' end);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_agree(p_by uuid, p_person uuid, p_role text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{clinician}', p_person);
  perform private.team_member(p_person);
  update public.care_team set role = proposed_role, proposed_role = null, proposed_by = null
  where id = p_person and proposed_role = p_role;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This role was decided meanwhile.');
  end if;
  perform private.add_audit_line('update', 'team_role', p_person, p_by);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_answer_message(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_answer jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  thread public.message_threads;
  last public.messages;
  other public.messages;
  written public.messages;
begin
  if earlier is not null then
    return earlier;
  end if;
  thread := private.enter_thread((p_answer ->> 'threadId')::uuid);
  perform private.lock_messages(thread.user_id);
  select * into last from public.messages where thread_id = thread.id order by place desc limit 1;
  select * into other from public.messages
  where thread_id = thread.id and sender = 'team' and person_id <> person.id
    and place > coalesce((p_answer ->> 'seen')::integer, (
      select max(place) from public.message_reads where thread_id = thread.id and person_id = person.id), 0)
  order by place desc limit 1;
  if other.id is not null and (p_answer ->> 'seen' is not null or last.sender = 'team') then
    perform private.refuse_team('PT409', 'changed_meanwhile', format('%s already replied. Please read their reply first.', other.person_name));
  end if;
  insert into public.messages (thread_id, user_id, place, sender, text, by_phone, person_id, person_name, person_role)
  values (thread.id, thread.user_id, last.place + 1, 'team', p_answer ->> 'text',
    coalesce((p_answer ->> 'byPhone')::boolean, false), person.id, person.name, person.role)
  returning * into written;
  perform private.mark_team_reading(person, thread);
  if not written.by_phone then
    perform private.notify_of_message(thread.user_id, written.id, p_answer ->> 'notice', p_answer -> 'mail');
  end if;
  return private.keep_answer(p_request, jsonb_build_object('id', written.id, 'sentAt', written.created_at));
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
      when 'take-back' then perform private.undo_for_patient(patients[1], p_act, person);
      when 'clear-safety-check' then perform private.clear_safety_check(patients[1], p_act, person);
      else perform private.decide_outcome(patients[1], p_act, person.role);
    end case;
    answer := private.keep_answer(p_request, jsonb_build_object('ids', patients));
  end if;
  return case when cardinality(patients) = 1 then answer || private.care_state_for_person(patients[1]) else answer end;
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
    -- A booking that has begun is seen here, and one that begins later sees the absence.
    select * into person from public.care_team
    where id = (p_change ->> 'person')::uuid and role in ('coach', 'clinician') and deactivated_at is null for no key update;
    if not found then
      perform private.refuse_team('PT403', 'not_allowed', 'Absences are of coaches and clinicians of the team.');
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
  -- Patients' names are in no answer that is kept.
  select * into absence from public.absences where id = (earlier ->> 'id')::uuid;
  done := case when absence.id is null then '[]'
    else private.calendar_calls(reader, absence.host_id, greatest(absence.starts_at, now()), absence.ends_at, true) end;
  return earlier || jsonb_build_object('calls', done);
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
      perform private.refuse_team('PT409', 'already_invited', 'This address is invited already.');
    end if;
    perform public.invite_patient(p_change, true, p_change -> 'mail');
    perform private.add_audit_line('insert', 'invitation', private.invited_subject(invited_email), person.id);
  else
    -- In the order in which a change of address takes them, so that neither waits for the other.
    perform from auth.users where email = invited_email for update;
    invitation := private.require_invitation(invited_email);
    case p_change ->> 'action'
      when 'send-again' then
        if exists (select from public.customers where customer_email = invited_email) then
          perform private.refuse_team('PT409', 'changed_meanwhile', 'This patient has signed in meanwhile.');
        elsif invitation.emailed_at > now() - interval '1 day' then
          perform private.refuse_team('PT409', 'changed_meanwhile', 'We sent this email less than a day ago.');
        end if;
        perform private.email_invitation(invited_email, p_change -> 'mail');
        perform private.add_audit_line('update', 'invitation', private.invited_subject(invited_email), person.id);
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

CREATE OR REPLACE FUNCTION public.team_change_role(p_by uuid, p_person uuid, p_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.care_team;
  is_new boolean;
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', p_person);
  person := private.team_member(p_person);
  is_new := person.role is not distinct from person.proposed_role;
  if private.needs_agreement(p_by, p_person, p_role) and (is_new or p_role <> person.role) then
    update public.care_team set role = case when is_new then p_role else role end, proposed_role = p_role, proposed_by = p_by
    where id = p_person;
    perform private.add_audit_line('insert', 'team_role_proposal', p_person, p_by);
  else
    update public.care_team set role = p_role, proposed_role = null, proposed_by = null where id = p_person;
    perform private.add_audit_line('update', 'team_role', p_person, p_by);
  end if;
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
    perform private.email_update(patient, 'check-cleared:' || (p_act ->> 'check'), p_act -> 'mail');
    answer := private.keep_answer(p_request, jsonb_build_object('ids', jsonb_build_array(patient)));
  end if;
  return answer || private.care_state_for_person(patient);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_deactivate(p_by uuid, p_person uuid)
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
  update public.care_team set deactivated_at = now(), active = false, factor_id = null, proposed_role = null, proposed_by = null
  where id = p_person;
  delete from private.set_up_codes where person_id = p_person;
  delete from public.appointment_type_hosts where host_id = p_person;
  perform private.end_sign_in(private.accounts_of(person), person.email);
  perform pg_notify('realtime', json_build_object('kind', 'rights', 'topic', 'call:' || id)::text)
  from public.appointments where host_id = p_person and status = 'booked' and ends_at > now();
  perform private.add_audit_line('delete', 'team_member', p_person, p_by);
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
  last public.attention_decisions;
  seen integer;
begin
  if earlier is not null then
    return earlier;
  end if;
  if p_patient is not null and not private.may_decide(person, p_patient, p_act ->> 'key') then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such item.');
  elsif p_patient is not null then
    -- Whom something was handed to decides that, and opens nothing else.
    perform private.require_record(case when person.role = 'administrator' then 'kit'
      when person.role = 'coach' and not private.cares_for(person.id, p_patient) then 'identity' else 'attention' end, p_patient);
  end if;
  perform pg_advisory_xact_lock(hashtextextended('attention ' || (p_act ->> 'key'), 0));
  select * into last from public.attention_decisions where key = p_act ->> 'key' order by version desc limit 1;
  seen := coalesce((p_act ->> 'version')::integer,
    case when coalesce(last.person_id, person.id) = person.id or last.to_id = person.id or last.decision in ('reopen', 'done')
      then coalesce(last.version, 0) else -1 end);
  if coalesce(last.decision = 'done', false) <> (wanted = 'reopen') or seen <> coalesce(last.version, 0)
    or wanted = 'reopen' and last.decided_at <= private.undone_since()
    or wanted = 'take' and coalesce(last.decision = 'take' and last.person_id = person.id, false) then
    perform private.refuse_team('PT409', 'changed_meanwhile', case
      when last.decision is null then 'This item has changed meanwhile.'
      else format('%s already %s.', last.person_name, case last.decision
        when 'take' then 'took this' when 'done' then 'marked this done'
        when 'hand-over' then 'handed this off' else 'reopened this' end) end);
  end if;
  if wanted = 'hand-over' then
    if (p_act ->> 'to')::uuid = person.id then
      perform private.refuse_team('PT403', 'not_allowed', 'Hand this off to a colleague, not to yourself.');
    end if;
    perform from public.care_team as colleague where id = (p_act ->> 'to')::uuid and private.is_member(colleague) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer on the team.');
    end if;
  end if;
  insert into public.attention_decisions (key, version, user_id, decision, outcome, words, to_id, person_id, person_name, person_role,
    seen_until)
  values (p_act ->> 'key', coalesce(last.version, 0) + 1, p_patient, wanted, p_act ->> 'outcome', nullif(p_act ->> 'words', ''),
    (p_act ->> 'to')::uuid, person.id, person.name, person.role,
    case when wanted = 'done' then (p_act ->> 'seenUntil')::timestamptz end);
  return private.keep_answer(p_request, jsonb_build_object('key', p_act ->> 'key', 'version', coalesce(last.version, 0) + 1));
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
        and private.invitation_state(invitations, false) = ' || quote_literal(p_query ->> 'state') end;
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
        ''invitedAt'', invited_at, ''mailedAt'', emailed_at, ''signedInAt'', customers.created_at, ''patient'', customers.user_id,
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
  perform private.audit_reads('{administrative_summary}', array(
      select (row ->> 'patient')::uuid from jsonb_array_elements(rows) as row
      where row ->> 'patient' is not null and private.is_open_to_team((row ->> 'patient')::uuid))),
    private.audit_reads('{identity}', array(
      select subject from jsonb_array_elements(rows) as row
      cross join lateral (select private.invited_subject(row ->> 'email') as subject) as whose
      where subject is not null and not private.is_open_to_team(subject)));
  return jsonb_build_object('invitations', rows, 'next', case when more then rows #>> '{-1,email}' end);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_invite(p_by uuid, p_email text, p_name text, p_role text, p_time_zone text, p_code_hash text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.care_team;
  proposed text;
begin
  perform private.lock_care_team();
  select * into person from public.care_team where email = lower(trim(p_email)) for update;
  perform private.require_team_role(p_by, '{administrator}', person.id);
  begin
    perform pg_catalog.timezone(p_time_zone, timestamptz 'epoch');
  exception when invalid_parameter_value then
    perform private.refuse_team('PT400', 'invalid_input', 'timeZone: Please select a time zone');
  end;
  if person.joined_at is not null and person.deactivated_at is null then
    perform private.refuse_team('PT409', 'already_in_team', 'This person is in the team already.');
  end if;
  proposed := case when private.needs_agreement(p_by, person.id, p_role) then p_role end;
  insert into public.care_team as known
    (email, name, role, time_zone, invited_at, invited_by, proposed_role, proposed_by)
  values (lower(trim(p_email)), p_name, p_role, p_time_zone, now(), p_by, proposed, case when proposed is not null then p_by end)
  on conflict (email) do update set name = excluded.name, role = excluded.role, time_zone = excluded.time_zone,
    invited_at = excluded.invited_at, invited_by = excluded.invited_by, proposed_role = excluded.proposed_role,
    proposed_by = excluded.proposed_by, active = known.active or known.deactivated_at is not null,
    deactivated_at = null, joined_at = null, factor_id = null
  returning * into person;
  perform private.end_sign_in(private.accounts_of(person), person.email);
  perform private.set_up_code(person.id, p_code_hash);
  perform private.add_audit_line('insert', 'team_invitation', person.id, p_by);
  return person.id;
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
  perform private.email_update(p_patient, 'check-kept:' || id, p_act -> 'mail') from public.safety_checks
  where user_id = p_patient and id::text = split_part(p_act ->> 'key', ':', 2) and cleared_at is null;
  return private.keep_answer(p_request, answer);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_messages(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid DEFAULT NULL::uuid, p_thread uuid DEFAULT NULL::uuid, p_is_act boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  thread_of constant uuid := coalesce((select thread_id from public.messages where id = p_thread), p_thread);
  opened public.message_threads;
begin
  if thread_of is null then
    perform private.enter_record(p_patient, '{messages}');
  else
    opened := private.enter_thread(thread_of);
    perform private.lock_messages(opened.user_id);
    perform private.mark_team_reading(person, opened);
  end if;
  return jsonb_build_object(
    'threads', (
      select coalesce(jsonb_agg(jsonb_build_object('id', thread.id, 'patientId', thread.user_id, 'topic', topic,
        'readByPatient', (select coalesce(max(place), 0) from public.message_reads
          where thread_id = thread.id and reader = 'patient'),
        'lastAt', (select max(created_at) from public.messages where thread_id = thread.id),
        'waiting', (select jsonb_build_object('id', id, 'at', private.epoch_ms(created_at), 'dueAt', private.epoch_ms(due_at))
          from private.waiting_messages(thread.user_id) where thread_id = thread.id)) order by thread.created_at), '[]')
      from public.message_threads as thread
      where case when thread_of is null then user_id = p_patient else id = thread_of end),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'place', place, 'from', sender, 'byPhone', by_phone, 'text', text,
        'who', case when sender = 'team' then jsonb_build_object('name', person_name, 'role', person_role) end,
        'at', created_at, 'pictures', (
          select coalesce(jsonb_agg(jsonb_build_object('id', picture.id, 'type', type, 'bytes', bytes) order by picture.place), '[]')
          from public.message_pictures as picture where message_id = newest.id)) order by place), '[]')
      from (select * from public.messages where thread_id = thread_of order by place desc limit 200) as newest));
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
  coaches constant uuid[] := case when is_coach then private.coaches_covered_by(person.id) end;
  others constant uuid[] := case when is_coach then private.other_patients_open_to(person.id) end;
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
  perform private.audit_reads(array[case when is_administrator then 'administrative_summary' else 'summary' end],
      case when cardinality(tried) > page_size then opened else array(select unnest(opened) union select unnest(tried)) end),
    private.audit_reads('{identity}', array(select unnest(shown) except select unnest(opened)));

  return json_build_object('page', page, 'pages', pages, 'total', total,
    'patients', case when is_administrator then private.listed_administration(shown, opened)
      else private.listed_patients(shown, opened) end,
    'waiting', case when not is_administrator then private.waiting_among(opened) end);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_reset_factor(p_by uuid, p_person uuid, p_code_hash text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.care_team;
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator,clinician}', p_person);
  person := private.team_member(p_person);
  if person.role = 'administrator' then
    perform private.require_team_role(p_by, '{administrator}', p_person);
  end if;
  update public.care_team set factor_id = null where id = p_person;
  perform private.end_sign_in(private.accounts_of(person), person.email);
  perform private.set_up_code(p_person, p_code_hash);
  perform private.add_audit_line('delete', 'team_factor', p_person, p_by);
  perform private.email_person(person, 'Your authenticator app was reset', array[
    format('%s reset your authenticator app for the Béa team workspace, and you were signed out everywhere.',
      private.who_acts(p_by)),
    'To sign in again you need a new setup code, which we’ll give you in person.',
    'If you did not ask for this, ' || private.whom_to_contact(p_person)]);
  perform private.email_administrators(p_person, 'An authenticator app was reset', array[
    format('%s reset the authenticator app of %s, %s, for the Béa team workspace.', private.who_acts(p_by), person.name,
      person.email),
    private.whom_to_ask(p_by, person)]);
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
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this patient.');
  end if;
  perform private.enter_record(patient, array['kit']);
  update public.customers set tracking_url = p_kit ->> 'trackingUrl'
  where user_id = patient and tracking_url is not distinct from p_kit ->> 'seen';
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Someone else changed the link in the meantime.');
  end if;
  insert into public.kit_requests as kit (user_id, person_id, person_name, sent_on, sent_at)
  values (patient, person.id, person.name, (p_kit ->> 'sentOn')::date, now())
  on conflict (user_id) do update set sent_on = excluded.sent_on, sent_at = coalesce(kit.sent_at, excluded.sent_at);
  perform private.email_update(patient, 'kit-sent:' || patient, p_kit -> 'mail');
  return private.keep_answer(p_request, jsonb_build_object('id', patient));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_set_clinic(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_changes jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  change record;
begin
  if earlier is not null then
    return earlier;
  end if;
  lock table public.clinic_settings in share row exclusive mode;
  for change in
    select asked.*, kept.value as now from jsonb_to_recordset(p_changes) as asked (name text, kind text, before text, value text)
    left join public.clinic_settings as kept on kept.name = asked.name order by asked.name
  loop
    if change.before is distinct from change.now then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'A colleague changed these settings. Check them and save again.');
    end if;
    insert into public.clinic_settings (name, value) values (change.name, change.value)
    on conflict (name) do update set value = excluded.value, changed_at = now();
    perform private.add_audit_line('update', change.kind, person.id, person.id);
  end loop;
  return private.keep_answer(p_request, jsonb_build_object('settings', (
    select coalesce(jsonb_object_agg(name, value), '{}') from public.clinic_settings where value is not null)));
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
      'Calls are for coaches and clinicians who have set up their sign-in and whose role is agreed to.');
  elsif exists (select from unnest(p_kinds) as kind where kind not in (select slug from public.appointment_types)) then
    perform private.refuse_team('PT422', 'unknown_appointment_type', 'We can’t find this call type.');
  end if;
  delete from public.appointment_type_hosts where host_id = p_person;
  insert into public.appointment_type_hosts (appointment_type_id, host_id)
  select id, p_person from public.appointment_types where slug = any (p_kinds);
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
  -- Nearly every write is a patient's own, and needs no look at the team.
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

revoke all on function private.add_audit_line(text,text,uuid,uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.add_decided_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  standing record;
  today date := private.day_of_report(new.user_id, (now() at time zone 'UTC')::date);
begin
  select * into standing from private.care_status(new.user_id);
  if (new.status, standing.state) in
    (('Active', 'treatment'), ('Paused', 'paused'), ('Paused', 'after-loss'), ('Withdrawn', 'stopped')) then
    return null;
  end if;
  insert into public.outcome_events (user_id, kind, day, cycle, resolved_to)
  select new.user_id, kind, today, private.treatment_cycle(new.user_id), resolved_to
  from (values
    (1, 'Pregnant', 'resolve', 'pregnant'),
    (2, 'Active', 'resolve', 'treatment'),
    -- Nobody is paused from a pregnancy: it ended, and then treatment rests.
    (3, 'Paused', 'resolve', 'treatment'),
    (4, 'Paused', 'pause', null),
    (5, 'Withdrawn', 'stop', null)) as decisions (place, status, kind, resolved_to)
  where status = new.status and (place <> 3 or private.refuses_outcome(new.user_id, 'pause', 'patient'))
  order by place;
  return null;
end $function$
;

revoke all on function private.add_decided_status() from public, anon, authenticated, service_role;

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

revoke all on function private.audit_reads(text[],uuid[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.care_status(p_user uuid, OUT state text, OUT status text, OUT after_positive boolean, OUT after_loss boolean)
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
  loss_reported_at timestamptz;
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
    -- Since the last resume, in the same treatment cycle.
    after_positive := state = 'unsure' and coalesce(open_in = any (positive_in), false);
    last_sure := case state when 'unsure' then last_sure else state end;
  end loop;
  status := case last_sure
    when 'treatment' then 'Active' when 'pregnant' then 'Pregnant' when 'stopped' then 'Withdrawn' else 'Paused' end;
end $function$
;

revoke all on function private.care_status(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.cares_for(p_coach uuid, p_patient uuid)
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

revoke all on function private.cares_for(uuid,uuid) from public, anon, authenticated, service_role;

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
    -- `union` adds no line twice, so those who cover each other are an end, too.
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

revoke all on function private.coaches_covered_by(uuid,timestamp with time zone) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.email_about_lock(p_kind text, p_person public.care_team, p_subject text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_app constant boolean := p_kind = 'team_factor_lock';
  -- %s is whose app it is.
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

revoke all on function private.email_about_lock(text,public.care_team,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.email_about_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  had constant text := case when private.is_member(old) then old.role end;
  has constant text := case when private.is_member(new) then new.role end;
  -- Somebody new does it themselves, with the setup code.
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

revoke all on function private.email_about_role() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.email_administrators(p_but uuid, p_subject text, p_paragraphs text[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.email_person(person, p_subject, p_paragraphs) from public.care_team as person
  where role = 'administrator' and private.is_member(person) and id is distinct from p_but
$function$
;

revoke all on function private.email_administrators(uuid,text,text[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.email_clinicians()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.email_person(clinician, 'A role waits for your agreement', array[
    format('%s asks that %s, %s, has the role %s in the Béa team workspace. It counts once a clinician agrees.',
      private.who_acts(new.proposed_by), new.name, new.email, new.proposed_role),
    'If you know of no reason for it, ask an administrator first. If it is right, agree on Today, in the workspace. If Today does not '
      'offer that yet, ask the person who runs the server.'])
  from public.care_team as clinician where role = 'clinician' and private.is_member(clinician) and id <> new.id;
  return null;
end $function$
;

revoke all on function private.email_clinicians() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.email_invitation(p_email text, p_email_content jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html)
  values ('invitation:' || gen_random_uuid(), 'email', p_email, p_email_content ->> 'subject', p_email_content ->> 'body_text',
    p_email_content ->> 'body_html');
  update public.invitations set emailed_at = now() where email = p_email;
end $function$
;

revoke all on function private.email_invitation(text,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.email_news(p_patient uuid, p_about uuid, p_email_content jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.write_to_patient(p_patient, jsonb_build_array(p_email_content || jsonb_build_object('key', 'note:' || p_about,
    'channel', 'email', 'recipient', customer_email, 'purpose', 'reminder')))
  from public.customers where user_id = p_patient
$function$
;

revoke all on function private.email_news(uuid,uuid,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.email_page(p_title text, p_paragraphs text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format($html$<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>%1$s</title>
<style>
@media (prefers-color-scheme: dark) {
  .paper { background: #1f1520 !important; }
  .card { background: #2a1d2b !important; border-color: #46334a !important; }
  .ink { color: #f6ebdf !important; }
  .soft { color: #c9b9bf !important; }
  .brand { color: #f0b4c4 !important; }
  .panel { background: #3a2734 !important; color: #fbe9dc !important; }
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#fbf6ef;">
<div class="paper" style="background:#fbf6ef;padding:32px 16px;font-family:Figtree, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;">
<div class="card" style="max-width:480px;margin:0 auto;padding:32px 28px 12px;background:#fffdfa;border:1px solid #e8dfd3;border-radius:18px;">
<p class="brand" style="margin:0 0 24px;font-family:Fraunces, Georgia, 'Times New Roman', serif;font-size:22px;line-height:28px;font-weight:500;color:#7a2e4a;">Béa</p>
<h1 class="ink" style="margin:0 0 12px;font-family:Fraunces, Georgia, 'Times New Roman', serif;font-size:30px;line-height:38px;font-weight:500;color:#232a3d;">%1$s</h1>
%2$s
</div>
</div>
</body>
</html>
$html$, private.escape_html(p_title), (
    select string_agg('<p class="ink" style="margin:0 0 20px;font-size:16px;line-height:25px;color:#232a3d;">'
      || private.escape_html(words) || '</p>', E'\n' order by place)
    from unnest(p_paragraphs) with ordinality as paragraph (words, place)))
$function$
;

revoke all on function private.email_page(text,text[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.email_person(p_to public.care_team, p_subject text, p_paragraphs text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  words constant text[] := array['Hello ' || p_to.name || ',', p_paragraphs[1],
    'When: ' || private.moment_in_words(p_to.time_zone) || '.'] || p_paragraphs[2:];
begin
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, purpose)
  values (concat_ws(':', 'team', gen_random_uuid()), 'email', p_to.email, p_subject,
    array_to_string(words || 'Béa'::text, E'\n\n') || E'\n', private.email_page(p_subject, words), 'security');
end $function$
;

revoke all on function private.email_person(public.care_team,text,text[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.email_update(p_patient uuid, p_key text, p_email_content jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, user_id)
  select p_key, 'email', customer_email, p_email_content ->> 'subject', p_email_content ->> 'body_text', p_email_content ->> 'body_html', user_id
  from public.customers where user_id = p_patient and p_email_content is not null
  on conflict (key) do nothing
$function$
;

revoke all on function private.email_update(uuid,text,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.epoch_ms(p_moment timestamp with time zone)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return floor(extract(epoch from p_moment) * 1000);
end $function$
;

revoke all on function private.epoch_ms(timestamp with time zone) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.escape_html(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select replace(replace(replace(replace(replace(p_text, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'), '''', '&#39;')
$function$
;

revoke all on function private.escape_html(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.has_message_for_every_coach(p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from private.waiting_messages(p_user) as waiting where private.is_for_every_coach(waiting));
end $function$
;

revoke all on function private.has_message_for_every_coach(uuid) from public, anon, authenticated, service_role;

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
  -- The token itself says aal2: one from before the code of the app may be with someone who reads the mail.
  if auth.jwt() ->> 'aal' is distinct from 'aal2' or not private.has_session() then
    return false;
  end if;
  person := private.staff_of(auth.uid());
  select * into session from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid;
  return private.has_own_factor(session, person) and private.is_member(person)
    and exists (select from private.staff_session(session.id) where least(ends_at, idle_at) > now());
end $function$
;

revoke all on function private.has_team_session() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_for_every_coach(p_message public.messages)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select now() >= p_message.created_at + (p_message.due_at - p_message.created_at) / 2
$function$
;

revoke all on function private.is_for_every_coach(public.messages) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.last_undoable_act(p_user uuid)
 RETURNS TABLE(act uuid, phase_id text, cycle_number integer, until timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select last.act, last.phase_id, last.cycle_number, last.completed_at + interval '24 hours'
  from (
    select done.* from public.completed_phases as done
    join private.journey_steps as steps on steps.phase_id = done.phase_id
      and steps.cycle_number is not distinct from done.cycle_number
    where done.user_id = p_user order by steps.step desc limit 1) as last
  where last.act is not null and last.completed_at > now() - interval '24 hours'
    and (last.cycle_number is null or private.care_state(p_user) = 'treatment')
$function$
;

revoke all on function private.last_undoable_act(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.lock_account(p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_messages(p_user);
  perform from public.customers where user_id = p_user for key share;
  return found;
end $function$
;

revoke all on function private.lock_account(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.lock_messages(p_user uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('messages of ' || p_user, 0))
$function$
;

revoke all on function private.lock_messages(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.mark_own_reading(p_user uuid, p_thread uuid, p_place integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.message_reads (thread_id, user_id, reader, place)
  select p_thread, p_user, 'patient', least(p_place, max(place)) from public.messages
  where thread_id = p_thread and user_id = p_user
  having least(p_place, max(place)) > coalesce((
    select max(place) from public.message_reads where thread_id = p_thread and reader = 'patient'), 0)
  on conflict do nothing
$function$
;

revoke all on function private.mark_own_reading(uuid,uuid,integer) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.mark_team_reading(p_person public.care_team, p_thread public.message_threads)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.message_reads (thread_id, user_id, reader, person_id, place)
  select p_thread.id, p_thread.user_id, 'team', p_person.id, max(place) from public.messages where thread_id = p_thread.id
  having max(place) > 0
  on conflict do nothing
$function$
;

revoke all on function private.mark_team_reading(public.care_team,public.message_threads) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.may_download_own_record()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.customers
    join public.invitations on invitations.email = customers.customer_email
    where customers.user_id = auth.uid() and invitations.revoked_at is null
      and (customers.privacy_policy_accepted and customers.data_usage_consent
        or customers.consent_withdrawn_at is not null)
  )
$function$
;

revoke all on function private.may_download_own_record() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.other_patients_open_to(p_coach uuid)
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

revoke all on function private.other_patients_open_to(uuid) from public, anon, authenticated, service_role;

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
    -- The cycle is that of treatment.
    'uses', (select coalesce(jsonb_agg(jsonb_build_object('cycle', used.cycle, 'on', used.day, 'capInAt', used.cap_in_at)
        order by used.day), '[]')
      from (
        select cycle, on_day as day, at as cap_in_at from public.treatment_day_timers
        where user_id = patient and action = 'cap-in'
        union all
        select coalesce(cycle_number, 1), private.reported_day(answers ->> 0, zone), null from public.survey_responses
        where user_id = patient and survey = 'applicator-use') as used
      where used.day is not null),
    -- There is a note of the call that still holds.
    'held', (select coalesce(jsonb_agg(distinct notes.consultation_reference), '[]') from public.consultation_notes as notes
      where notes.user_id = patient
        and not exists (select from public.note_withdrawals as withdrawn where withdrawn.note_id = notes.id)),
    -- Its time has passed; nobody has said yet whether it took place.
    'past', (select coalesce(jsonb_object_agg(past.slug, past.at), '{}') from (
      select types.slug, max(calls.starts_at) as at from public.appointments as calls
      join public.appointment_types as types on types.id = calls.appointment_type_id
      where calls.user_id = patient and calls.status = 'booked' and calls.ends_at <= now()
      group by types.slug) as past));
end $function$
;

revoke all on function private.own_next_step_facts() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.publish_assigned_coach(p_patients uuid[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.customers set coach = told.coach
  from (
    select patient, (
      select jsonb_build_object('name', name, 'bio', bio, 'email', email, 'portrait', portrait)
      from public.coach_assignments join public.care_team on care_team.id = coach_id
      where coach_assignments.user_id = patient) as coach
    from unnest(p_patients) as patient) as told
  where user_id = patient and customers.coach is distinct from told.coach
$function$
;

revoke all on function private.publish_assigned_coach(uuid[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.publish_new_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.publish_assigned_coach(array(select user_id from public.coach_assignments where coach_id = new.id order by 1));
  return null;
end $function$
;

revoke all on function private.publish_new_profile() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.publish_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.send(jsonb_build_object('table', kind || '_notes'), 'change', 'patient:' || new.user_id, true)
  from private.written_notes where id = new.note_id;
  return null;
end $function$
;

revoke all on function private.publish_note() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.publish_office_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.publish_to_office();
  return null;
end $function$
;

revoke all on function private.publish_office_change() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.publish_office_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.user_id is null or private.is_office_message(new) then
    perform private.publish_to_office();
  end if;
  return null;
end $function$
;

revoke all on function private.publish_office_message() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.publish_team_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.publish_to_team();
  return null;
end $function$
;

revoke all on function private.publish_team_change() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.publish_to_office()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('portal.told_office', true) is distinct from txid_current()::text then
    perform set_config('portal.told_office', txid_current()::text, true),
      realtime.send('{}', 'change', 'team:office', true);
  end if;
end $function$
;

revoke all on function private.publish_to_office() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.publish_to_patient()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and old is not distinct from new then
    return null;
  end if;
  perform realtime.send(jsonb_build_object('table', tg_table_name), 'change',
    'patient:' || case when tg_op = 'DELETE' then old.user_id else new.user_id end, true);
  return null;
end $function$
;

revoke all on function private.publish_to_patient() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.publish_to_team()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('portal.told_team', true) is distinct from txid_current()::text then
    perform set_config('portal.told_team', txid_current()::text, true),
      realtime.send('{}', 'change', 'team:today', true);
  end if;
end $function$
;

revoke all on function private.publish_to_team() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.refuse_changed_note()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.refuse_team('PT409', 'changed_meanwhile', 'This note was changed meanwhile.')
$function$
;

revoke all on function private.refuse_changed_note() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.reported_day(p_reported text, p_zone text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case when p_reported ~ '^\d{4}-\d\d-\d\d$' then p_reported::date
    when p_reported ~ '^\d{4}-\d\d-\d\dT' then private.day_at(p_reported::timestamptz, p_zone) end;
exception when others then
  return null;
end $function$
;

revoke all on function private.reported_day(text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.set_latest_created_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- What arrives at the same moment queues here, before it locks anything else. FOR UPDATE would wait for the key locks of
  -- other writers' rows.
  perform from public.customers where user_id = new.user_id for no key update;
  -- A moment of the past is what a program says of another day.
  if new.created_at >= now() then
    new.created_at := greatest(clock_timestamp(), interval '1 millisecond' + greatest(
      (select max(created_at) from public.test_results where user_id = new.user_id and result_type = 'PREGNANCY'),
      (select max(created_at) from public.outcome_events where user_id = new.user_id)));
  end if;
  return new;
end $function$
;

revoke all on function private.set_latest_created_at() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.signed_note(p_note uuid)
 RETURNS private.written_notes
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  note private.written_notes;
begin
  perform pg_advisory_xact_lock(hashtextextended('note ' || p_note, 0));
  select * into note from private.written_notes where id = p_note;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such note.');
  end if;
  perform private.require_record(note.kind || '_notes', note.user_id);
  if private.is_withdrawn(p_note) then
    perform private.refuse_changed_note();
  end if;
  return note;
end $function$
;

revoke all on function private.signed_note(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.stamp_consent_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.privacy_policy_accepted and new.data_usage_consent then
    new.consent_withdrawn_at := null;
  elsif old.privacy_policy_accepted and old.data_usage_consent then
    new.consent_withdrawn_at := now();
  end if;
  return new;
end $function$
;

revoke all on function private.stamp_consent_withdrawal() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.stamp_shipping_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.shipping_changed_at := case when new.shipping_line1 is not null then now() end;
  return new;
end $function$
;

revoke all on function private.stamp_shipping_change() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.stamp_surrogacy_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if coalesce(new.family_set_up like '%surrogate%', false)
    <> (tg_op = 'UPDATE' and coalesce(old.family_set_up like '%surrogate%', false)) then
    update public.customers set surrogacy_changed_at = now() where user_id = new.user_id;
  end if;
  return null;
end $function$
;

revoke all on function private.stamp_surrogacy_change() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.undo_for_patient(p_patient uuid, p_act jsonb, p_person public.care_team)
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
      and (recorded_by_role = 'clinician' or created_at <= private.undone_since())) then
    perform private.refuse_team('PT403', 'not_allowed', 'A clinician undoes this loss.');
  end if;
  update public.outcome_events set withdrawn_at = now()
  where id = fact and user_id = p_patient and kind = 'loss' and withdrawn_at is null;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'There’s nothing left to undo. Please check the record again.');
  end if;
end $function$
;

revoke all on function private.undo_for_patient(uuid,jsonb,public.care_team) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.whom_to_contact(p_person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce('tell an administrator right away: ' || (
    select string_agg(name || ', ' || email, '; ' order by name, email) from (
      select name, email from public.care_team as person
      where role = 'administrator' and private.is_member(person) and id is distinct from p_person
      order by name, email limit 3) as administrators) || '.',
    'let us know right away by replying to this email.')
$function$
;

revoke all on function private.whom_to_contact(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.audit_read(p_kind text, p_subject uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.add_audit_line('read', p_kind, p_subject, p_subject)
$function$
;

revoke all on function public.audit_read(text,uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.complete_phases_before_applicators()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient uuid := auth.uid();
  at_step record;
  new_act uuid := gen_random_uuid();
  marked integer;
begin
  if patient is null or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients complete their own phases';
  end if;
  -- Before any phase, as whoever writes or takes back a result does.
  perform from public.customers where user_id = patient for no key update;
  if private.care_state(patient) <> 'treatment' then
    raise exception using errcode = '42501', message = 'Nothing of treatment is asked for now';
  end if;
  select steps.* into at_step from private.journey_steps as steps
  where not exists (
    select from public.completed_phases as done
    where done.user_id = patient and done.phase_id = steps.phase_id
      and done.cycle_number is not distinct from steps.cycle_number)
  order by step limit 1;
  if at_step.stage_number is distinct from 3 then
    raise exception using errcode = '42501', message = 'This phase is locked';
  end if;
  insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number, act)
  select patient, steps.phase_id, steps.stage_number, steps.cycle_number, new_act
  from private.journey_steps as steps
  where steps.stage_number = 3 and steps.cycle_number = at_step.cycle_number and steps.phase_number < (
    select phase_number from public.journey_phases where phase_id = 'applicators')
  order by steps.step
  on conflict do nothing;
  get diagnostics marked = row_count;
  return marked;
end $function$
;

revoke all on function public.complete_phases_before_applicators() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.mark_messages_read(p_user uuid, p_thread uuid, p_place integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.lock_account(p_user) then
    return jsonb_build_object('problem', 'no_access');
  elsif p_thread is not null and not exists (select from public.message_threads where id = p_thread and user_id = p_user) then
    return jsonb_build_object('problem', 'unknown_thread');
  elsif p_thread is not null then
    perform private.mark_own_reading(p_user, p_thread, p_place);
  end if;
  insert into private.portal_visits (user_id) values (p_user) on conflict (user_id) do update set here_at = now();
  update public.outbox set send_after = now() + interval '2 minutes'
  where user_id = p_user and purpose = 'message' and sent_at is null and dropped_at is null and parked_at is null
    and send_after < now() + interval '2 minutes';
  return (
    select jsonb_build_object('unread', count(*),
      'from', (array_agg(person_name order by created_at desc, id desc) filter (where not by_phone))[1])
    from public.messages as own
    where user_id = p_user and sender = 'team' and place > coalesce((
      select max(place) from public.message_reads as read where read.thread_id = own.thread_id and reader = 'patient'), 0));
end $function$
;

revoke all on function public.mark_messages_read(uuid,uuid,integer) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.mark_schedule_run(p_name text, p_status integer)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update private.schedule_runs set asked_at = now(), answered_at = now(), status = p_status,
    worked_at = case when p_status between 200 and 299 then now() else worked_at end
  where name = p_name
$function$
;

revoke all on function public.mark_schedule_run(text,integer) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.own_journey_facts()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with calls as (
    select types.slug, calls.starts_at, calls.outcome
    from public.appointments as calls
    join public.appointment_types as types on types.id = calls.appointment_type_id
    where calls.user_id = auth.uid() and calls.status = 'booked' and calls.ends_at <= now()
  ), notes as (
    select consultation_reference, author_role, signed_at
    from public.consultation_notes
    where user_id = auth.uid() and not private.is_withdrawn(id)
  )
  select jsonb_build_object(
    'hasAnswered', exists (select from public.onboarding_info where user_id = auth.uid()),
    'kit', private.own_kit(),
    'callsHeld', (select coalesce(jsonb_agg(held.type), '[]') from (
      select slug as type from calls where outcome = 'took-place'
      union
      select consultation_reference from notes) as held),
    'callsPast', (select coalesce(jsonb_object_agg(past.slug, past.at), '{}') from (
      select slug, max(starts_at) as at from calls where outcome is null group by slug) as past),
    'notes', (select coalesce(jsonb_agg(distinct consultation_reference), '[]') from notes),
    'hasNewNotes', exists (
      select from notes
      where author_role = 'clinician' and signed_at > now() - interval '14 days' and not exists (
        select from public.audit_log
        where subject_id = auth.uid() and actor_id = auth.uid() and action = 'read' and kind = 'consultation_notes'
          and at >= notes.signed_at)),
    'surveyedIn', (select coalesce(jsonb_agg(cycle_number), '[]') from public.survey_responses
      where user_id = auth.uid() and survey = 'applicator-use'),
    'periodOn', (select max(day) from public.periods
      where user_id = auth.uid() and body = private.present_body(auth.uid()) and withdrawn_at is null
        and kind <> 'bleed-with-loss'),
    'takeBack', (select jsonb_build_object('act', act, 'phaseId', phase_id, 'cycle', cycle_number, 'until', until)
      from private.last_undoable_act(auth.uid())))
  where private.has_consented()
$function$
;

revoke all on function public.own_journey_facts() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_appointment_types(p_user uuid, p_session uuid, p_roles text[], p_reads text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', shown.name) order by shown.name, slug), '[]')
    from public.appointment_types as kind, lateral (
      select case when person.role = 'administrator' then coalesce(kind.neutral_name, kind.name) else kind.name end as name) as shown);
end $function$
;

revoke all on function public.team_appointment_types(uuid,uuid,text[],text[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_audit_attempt(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patients uuid[])
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

revoke all on function public.team_audit_attempt(uuid,uuid,text[],text[],uuid[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_audit_patient_address(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  address constant text := lower(trim(p_email));
begin
  perform private.audit_reads('{identity}', array(
    select user_id from public.customers where customer_email = address
    union select id from private.patient_directory where email = address and not has_user));
  perform private.add_audit_line('read', 'refused_address_of_patient', person.id, null);
end $function$
;

revoke all on function public.team_audit_patient_address(uuid,uuid,text[],text[],text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_audit_refusal(p_user uuid, p_code text, p_at_entrance boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.care_team := private.staff_of(p_user);
begin
  if p_at_entrance and person.id is not null
    and (person.factor_id is null or person.role is not distinct from person.proposed_role) then
    return;
  elsif public.take_from_limit(concat_ws(':', 'team-refusal', p_user, p_code), 1, 900) > 0 then
    return;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role)
  values (coalesce(person.id, p_user), 'sign_in', 'read', 'refused_' || p_code, coalesce(person.id, p_user), person.name, person.role);
end $function$
;

revoke all on function public.team_audit_refusal(uuid,text,boolean) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_item_patients(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patients uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  coaches constant uuid[] := private.coaches_covered_by(person.id);
  shown constant uuid[] := array(
    select id from private.patient_directory
    where id = any (p_patients) and is_open and (person.role <> 'coach' or coach_id = any (coaches)
      or private.cares_for(person.id, id)
      or id in (select handed.user_id from private.hand_offs as handed where to_id = person.id)
      or private.has_message_for_every_coach(id)));
begin
  perform private.audit_reads(array[case when person.role = 'administrator' then 'administrative_items' else 'attention' end], shown);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'name', listed.name, 'email', listed.email, 'phone', customer_phone,
      'timeZone', private.zone_of_patient(listed.id))), '[]')
    from unnest(shown) as asked (id) join private.patient_directory as listed using (id) join public.customers on user_id = id);
end $function$
;

revoke all on function public.team_item_patients(uuid,uuid,text[],text[],uuid[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.undo_completion(p_act uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient uuid := auth.uid();
begin
  if patient is null or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients take back their own phases';
  end if;
  perform from public.customers where user_id = patient for no key update;
  if p_act is null or p_act is distinct from (select act from private.last_undoable_act(patient)) then
    raise exception using errcode = '42501', message = 'This can no longer be undone';
  end if;
  delete from public.completed_phases where user_id = patient and act = p_act;
end $function$
;

revoke all on function public.undo_completion(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.undo_outcome(p_user uuid, p_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  event public.outcome_events;
begin
  perform from public.customers where user_id = p_user for no key update;
  select * into event from public.outcome_events where id = p_id and user_id = p_user;
  if not found then
    return null;
  end if;
  if event.kind not in ('loss', 'stop') or event.recorded_by is not null
    or event.withdrawn_at is null and (
      event.created_at <= private.undone_since()
      or event.kind = 'stop' and private.care_state(p_user) <> 'stopped') then
    return false;
  end if;
  update public.outcome_events set withdrawn_at = now() where id = p_id and withdrawn_at is null;
  return true;
end $function$
;

revoke all on function public.undo_outcome(uuid,uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.undo_period(p_user uuid, p_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.customers where user_id = p_user for no key update;
  update public.periods set withdrawn_at = now() where id = p_id and user_id = p_user and withdrawn_at is null;
  return (select true from public.periods where id = p_id and user_id = p_user);
end $function$
;

revoke all on function public.undo_period(uuid,uuid) from public, anon, authenticated, service_role;

CREATE TRIGGER add_decided_status AFTER UPDATE OF status ON public.customers FOR EACH ROW WHEN (((CURRENT_USER <> 'authenticated'::name) AND (COALESCE(current_setting('portal.status_follows'::text, true), ''::text) <> 'yes'::text))) EXECUTE FUNCTION private.add_decided_status();

CREATE TRIGGER email_about_role AFTER UPDATE OF role, proposed_role, joined_at, deactivated_at ON public.care_team FOR EACH ROW EXECUTE FUNCTION private.email_about_role();

CREATE TRIGGER email_clinicians_of_change AFTER UPDATE OF proposed_role ON public.care_team FOR EACH ROW WHEN (((new.proposed_role IS NOT NULL) AND ((new.proposed_role IS DISTINCT FROM old.proposed_role) OR (new.invited_at IS DISTINCT FROM old.invited_at)))) EXECUTE FUNCTION private.email_clinicians();

CREATE TRIGGER email_clinicians_of_new AFTER INSERT ON public.care_team FOR EACH ROW WHEN ((new.proposed_role IS NOT NULL)) EXECUTE FUNCTION private.email_clinicians();

CREATE TRIGGER follow_undone_test AFTER DELETE ON public.test_results FOR EACH ROW WHEN ((old.result_type = 'PREGNANCY'::text)) EXECUTE FUNCTION private.follow_changed_fact();

create trigger publish_new_profile after update of name, bio, email, portrait on public.care_team
  for each row when ((old.name, old.bio, old.email, old.portrait) is distinct from (new.name, new.bio, new.email, new.portrait))
  execute function private.publish_new_profile();

CREATE TRIGGER publish_office_address AFTER UPDATE ON public.customers FOR EACH ROW WHEN ((old.shipping_changed_at IS DISTINCT FROM new.shipping_changed_at)) EXECUTE FUNCTION private.publish_office_change();

CREATE TRIGGER publish_to_office AFTER INSERT OR DELETE OR UPDATE ON public.absences FOR EACH STATEMENT EXECUTE FUNCTION private.publish_office_change();

CREATE TRIGGER publish_to_office AFTER INSERT OR DELETE OR UPDATE ON public.account_deletions FOR EACH STATEMENT EXECUTE FUNCTION private.publish_office_change();

CREATE TRIGGER publish_to_office AFTER INSERT OR DELETE OR UPDATE OF starts_at, ends_at, host_id, status ON public.appointments FOR EACH STATEMENT EXECUTE FUNCTION private.publish_office_change();

CREATE TRIGGER publish_to_office AFTER INSERT ON public.attention_decisions FOR EACH ROW WHEN ((new.person_role = 'administrator'::text)) EXECUTE FUNCTION private.publish_office_change();

CREATE TRIGGER publish_to_office AFTER INSERT OR DELETE OR UPDATE ON public.availability FOR EACH STATEMENT EXECUTE FUNCTION private.publish_office_change();

CREATE TRIGGER publish_to_office AFTER INSERT OR DELETE OR UPDATE ON public.coach_assignments FOR EACH STATEMENT EXECUTE FUNCTION private.publish_office_change();

create trigger publish_to_office after update of tracking_url, privacy_policy_accepted, data_usage_consent on public.customers
  for each row when ((old.tracking_url, old.privacy_policy_accepted, old.data_usage_consent)
    is distinct from (new.tracking_url, new.privacy_policy_accepted, new.data_usage_consent))
  execute function private.publish_office_change();

CREATE TRIGGER publish_to_office AFTER INSERT OR DELETE OR UPDATE ON public.days_off FOR EACH STATEMENT EXECUTE FUNCTION private.publish_office_change();

CREATE TRIGGER publish_to_office AFTER INSERT OR DELETE OR UPDATE ON public.invitations FOR EACH STATEMENT EXECUTE FUNCTION private.publish_office_change();

CREATE TRIGGER publish_to_office AFTER INSERT OR DELETE OR UPDATE ON public.kit_requests FOR EACH STATEMENT EXECUTE FUNCTION private.publish_office_change();

CREATE TRIGGER publish_to_office AFTER UPDATE OF parked_at ON public.outbox FOR EACH ROW WHEN ((old.parked_at IS DISTINCT FROM new.parked_at)) EXECUTE FUNCTION private.publish_office_message();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.applicator_agreements FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.appointments FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.completed_phases FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.consultation_notes FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.customers FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.kit_requests FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.medical_notes FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.message_pictures FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.message_reads FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.message_threads FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.messages FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_patient AFTER INSERT ON public.note_addenda FOR EACH ROW EXECUTE FUNCTION private.publish_note();

CREATE TRIGGER publish_to_patient AFTER INSERT ON public.note_withdrawals FOR EACH ROW EXECUTE FUNCTION private.publish_note();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.outcome_events FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.periods FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.safety_checks FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.test_results FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_patient AFTER INSERT OR DELETE OR UPDATE ON public.treatment_day_timers FOR EACH ROW EXECUTE FUNCTION private.publish_to_patient();

CREATE TRIGGER publish_to_team AFTER INSERT OR DELETE OR UPDATE ON public.absences FOR EACH STATEMENT EXECUTE FUNCTION private.publish_team_change();

CREATE TRIGGER publish_to_team AFTER INSERT OR DELETE OR UPDATE ON public.availability FOR EACH STATEMENT EXECUTE FUNCTION private.publish_team_change();

CREATE TRIGGER publish_to_team AFTER INSERT OR DELETE OR UPDATE ON public.days_off FOR EACH STATEMENT EXECUTE FUNCTION private.publish_team_change();

CREATE TRIGGER set_latest_created_at BEFORE INSERT ON public.outcome_events FOR EACH ROW EXECUTE FUNCTION private.set_latest_created_at();

CREATE TRIGGER set_latest_created_at BEFORE INSERT ON public.test_results FOR EACH ROW WHEN ((new.result_type = 'PREGNANCY'::text)) EXECUTE FUNCTION private.set_latest_created_at();

CREATE TRIGGER stamp_consent_withdrawal BEFORE UPDATE OF privacy_policy_accepted, data_usage_consent ON public.customers FOR EACH ROW EXECUTE FUNCTION private.stamp_consent_withdrawal();

create trigger stamp_shipping_change before update on public.customers
  for each row when ((old.shipping_line1, old.shipping_line2, old.shipping_city, old.shipping_state, old.shipping_zip)
    is distinct from (new.shipping_line1, new.shipping_line2, new.shipping_city, new.shipping_state, new.shipping_zip))
  execute function private.stamp_shipping_change();

CREATE TRIGGER stamp_surrogacy_change AFTER INSERT OR UPDATE OF family_set_up ON public.onboarding_info FOR EACH ROW EXECUTE FUNCTION private.stamp_surrogacy_change();

create policy "Patients read documents in their own folder" on storage.objects as permissive for select to authenticated using (((bucket_id = 'documents'::text) AND ((name COLLATE "C") > ( SELECT (auth.uid() || '/'::text))) AND ((name COLLATE "C") < ( SELECT (auth.uid() || '0'::text))) AND ( SELECT private.may_download_own_record() AS may_download_own_record)));

grant execute on function private.has_team_session() to authenticated;

grant execute on function private.may_download_own_record() to authenticated;

grant execute on function private.own_next_step_facts() to authenticated;

grant execute on function public.audit_read(text,uuid) to service_role;

grant execute on function public.complete_phases_before_applicators() to authenticated;

grant execute on function public.mark_messages_read(uuid,uuid,integer) to service_role;

grant execute on function public.mark_schedule_run(text,integer) to service_role;

grant execute on function public.own_journey_facts() to authenticated;

grant execute on function public.team_appointment_types(uuid,uuid,text[],text[]) to service_role;

grant execute on function public.team_audit_attempt(uuid,uuid,text[],text[],uuid[]) to service_role;

grant execute on function public.team_audit_patient_address(uuid,uuid,text[],text[],text) to service_role;

grant execute on function public.team_audit_refusal(uuid,text,boolean) to service_role;

grant execute on function public.team_item_patients(uuid,uuid,text[],text[],uuid[]) to service_role;

grant execute on function public.undo_completion(uuid) to authenticated;

grant execute on function public.undo_outcome(uuid,uuid) to service_role;

grant execute on function public.undo_period(uuid,uuid) to service_role;

grant update (message_emails) on public.customers to authenticated;

revoke all on function private.follow_care_state(uuid, uuid, boolean) from public, anon, authenticated, service_role;
revoke all on function private.notify_of_message(uuid, uuid, text, jsonb) from public, anon, authenticated, service_role;
revoke all on function public.invite_patient(jsonb, boolean, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.invite_patient(jsonb, boolean, jsonb) to service_role;
revoke all on function public.notify_late_caps(jsonb, jsonb, text) from public, anon, authenticated, service_role;
grant execute on function public.notify_late_caps(jsonb, jsonb, text) to service_role;

reset check_function_bodies;
