create table private.conversations (
  thread_id uuid primary key references public.message_threads on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  last_at timestamptz not null,
  -- Who of the team wrote in it last.
  replied_by uuid,
  -- The message whose clock runs.
  waiting_id uuid
);
alter table private.conversations alter column user_id set statistics 0;
alter table private.conversations enable row level security;
revoke all on private.conversations from public, anon, authenticated, service_role;
create index conversations_newest on private.conversations (last_at desc, thread_id desc);
create index conversations_waiting on private.conversations (last_at desc, thread_id desc) where waiting_id is not null;
create index conversations_of_patient on private.conversations (user_id);


drop function private.has_message_for_every_coach(uuid);

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
          'signs', signs, 'strength', strength)), '[]')
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
          'outcome', outcome, 'isCleared', cleared_at is not null, 'reasons', reasons, 'answers', answers)), '[]')
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
    where thread_id = thread.id and private.is_message_for(person.id, waiting)) then
    perform private.add_audit_line('read', 'messages', thread.user_id, null);
  else
    perform private.enter_record(thread.user_id, '{messages}');
  end if;
  return thread;
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
        where 'message-waits:' || waiting.id = p_key and private.is_message_for(p_person.id, waiting)));
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
    or private.is_open_to_team(p_patient) and (private.has_message_for(p_person.id, p_patient)
      or exists (select from private.hand_offs where to_id = p_person.id and user_id = p_patient));
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
      or private.has_message_for(p_person.id, user_id)
      or user_id in (
        select followed.user_id from private.open_follow_ups as followed where to_id = p_person.id and person_id <> to_id)
      or user_id in (select hosted.user_id from private.patients_of_hosts as hosted where host_id = p_person.id)));
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
  if p_answer ? 'patientId' then
    thread := private.begin_thread((p_answer ->> 'patientId')::uuid, p_answer ->> 'topic');
  else
    thread := private.enter_thread((p_answer ->> 'threadId')::uuid);
    perform private.lock_messages(thread.user_id);
  end if;
  select * into last from public.messages where thread_id = thread.id order by place desc limit 1;
  select * into other from public.messages
  where thread_id = thread.id and sender = 'team' and person_id <> person.id
    and place > coalesce((p_answer ->> 'seen')::integer, (
      select max(place) from public.message_reads where thread_id = thread.id and person_id = person.id), 0)
  order by place desc limit 1;
  if other.id is not null and (p_answer ->> 'seen' is not null or last.sender = 'team') then
    perform private.refuse_team('PT409', 'changed_meanwhile', format('%s already replied. Read their reply first.', other.person_name));
  end if;
  insert into public.messages (thread_id, user_id, place, sender, text, by_phone, person_id, person_name, person_role)
  values (thread.id, thread.user_id, coalesce(last.place, 0) + 1, 'team', p_answer ->> 'text',
    coalesce((p_answer ->> 'byPhone')::boolean, false), person.id, person.name, person.role)
  returning * into written;
  perform private.mark_team_reading(person, thread);
  if not written.by_phone then
    perform private.notify_of_message(thread.user_id, written.id, p_answer ->> 'notice', p_answer -> 'mail');
  end if;
  return private.keep_answer(p_request, jsonb_build_object('id', written.id, 'threadId', thread.id, 'sentAt', written.created_at));
end $function$
;

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
      or private.has_message_for(person.id, id)));
begin
  perform private.audit_reads(array[case when person.role = 'administrator' then 'administrative_items' else 'attention' end], shown);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'name', private.listed_name(listed), 'email', listed.email,
      'birthDate', listed.birth_date, 'phone', customer_phone,
      'timeZone', private.zone_of_patient(listed.id))), '[]')
    from unnest(shown) as asked (id) join private.patient_directory as listed using (id) join public.customers on user_id = id);
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
    'patient', case when opened.id is not null then private.patient_of_thread(person, opened) end,
    'threads', (
      select coalesce(jsonb_agg(jsonb_build_object('id', thread.id, 'patientId', thread.user_id, 'topic', topic,
        'readByPatient', (select coalesce(max(place), 0) from public.message_reads
          where thread_id = thread.id and reader = 'patient'),
        'lastAt', (select max(created_at) from public.messages where thread_id = thread.id),
        'waiting', (select jsonb_build_object('id', id, 'at', private.epoch_ms(created_at), 'dueAt', private.epoch_ms(due_at),
            'version', (select coalesce(max(version), 0) from public.attention_decisions where key = 'message-waits:' || waiting.id))
          from private.waiting_messages(thread.user_id) as waiting where thread_id = thread.id),
        'settled', private.settled_in(thread)) order by thread.created_at), '[]')
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

CREATE OR REPLACE FUNCTION private.begin_thread(p_patient uuid, p_topic text)
 RETURNS public.message_threads
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread public.message_threads;
begin
  -- The account first, as in private.enter_thread.
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

revoke all on function private.begin_thread(uuid,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.has_message_for(p_person uuid, p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from private.waiting_messages(p_user) as waiting where private.is_message_for(p_person, waiting));
end $function$
;

revoke all on function private.has_message_for(uuid,uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.holder_of_message(p_message public.messages)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select person_id from private.kept_before(p_message)
    where at > p_message.created_at - interval '24 hours' order by at desc limit 1);
end $function$
;

revoke all on function private.holder_of_message(public.messages) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.is_message_for(p_person uuid, p_message public.messages)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.is_for_every_coach(p_message) or private.holder_of_message(p_message) = p_person or exists (
    select from private.hand_offs where to_id = p_person and key = 'message-waits:' || p_message.id);
end $function$
;

revoke all on function private.is_message_for(uuid,public.messages) from public, anon, authenticated, service_role;

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
    (select reply.person_id, reply.created_at as at from public.messages as reply
      where reply.user_id = p_message.user_id and reply.thread_id = p_message.thread_id and reply.sender = 'team'
        and reply.place < p_message.place
      order by reply.place desc limit 1)
    union all
    (select handed.to_id, handed.decided_at from public.attention_decisions as handed
      where handed.user_id = p_message.user_id and handed.decision = 'hand-over' and handed.decided_at < p_message.created_at
        and handed.decided_at > p_message.created_at - interval '24 hours'
        and exists (select from public.messages as own
          where own.thread_id = p_message.thread_id and 'message-waits:' || own.id = handed.key)
        -- Someone else has decided since: the hand-off is over.
        and not exists (select from public.attention_decisions as later
          where later.key = handed.key and later.version > handed.version and later.person_id <> handed.to_id)
      order by handed.decided_at desc limit 1)) as kept
  join public.care_team as member on member.id = kept.person_id
  where private.is_member(member) and member.role in ('coach', 'clinician');
end $function$
;

revoke all on function private.kept_before(public.messages) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.list_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.conversations as listed (thread_id, user_id, last_at, replied_by, waiting_id)
  values (new.thread_id, new.user_id, new.created_at, new.person_id,
    (select id from private.waiting_messages(new.user_id) where thread_id = new.thread_id))
  on conflict (thread_id) do update set last_at = excluded.last_at, waiting_id = excluded.waiting_id,
    replied_by = coalesce(excluded.replied_by, listed.replied_by);
  return null;
end $function$
;

revoke all on function private.list_conversation() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.list_settled_conversation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread constant uuid := (
    select thread_id from public.messages where user_id = new.user_id and 'message-waits:' || id = new.key);
begin
  update private.conversations
  set waiting_id = (select id from private.waiting_messages(new.user_id) where thread_id = thread)
  where thread_id = thread;
  return null;
end $function$
;

revoke all on function private.list_settled_conversation() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.listed_conversations(p_person public.care_team, p_threads uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', thread.id,
      'patient', jsonb_build_object('id', patient.id, 'name', private.listed_name(patient)),
      'topic', thread.topic, 'at', last.created_at, 'from', last.sender, 'who', last.person_name,
      'firstWords', left(regexp_replace(trim(last.text), '\s+', ' ', 'g'), 120),
      'isUnread', exists (
        select from public.messages as own
        where own.user_id = thread.user_id and own.thread_id = thread.id and own.sender = 'patient' and own.place > coalesce((
          select max(place) from public.message_reads as read
          where read.thread_id = thread.id and read.person_id = p_person.id), 0)),
      'waiting', case when waiting.id is not null then jsonb_build_object(
        'at', private.epoch_ms(waiting.created_at), 'dueAt', private.epoch_ms(waiting.due_at)) end)
      order by listed.last_at desc, listed.thread_id desc), '[]')
    from private.conversations as listed
    join public.message_threads as thread on thread.id = listed.thread_id
    join private.patient_directory as patient on patient.id = listed.user_id
    cross join lateral (
      select * from public.messages where thread_id = listed.thread_id order by place desc limit 1) as last
    left join public.messages as waiting on waiting.id = listed.waiting_id
    where listed.thread_id = any (p_threads));
end $function$
;

revoke all on function private.listed_conversations(public.care_team,uuid[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.patient_of_thread(p_person public.care_team, p_thread public.message_threads)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient constant uuid := p_thread.user_id;
  named constant jsonb := (
    select jsonb_build_object('id', id, 'name', private.listed_name(listed),
      'firstName', coalesce(preferred_name, customer_first_name, ''))
    from private.patient_directory as listed join public.customers on user_id = id where id = patient);
begin
  if not private.sees_patient(p_person, patient) and private.reason_of(p_person.id, patient) is null then
    return named;
  end if;
  perform private.audit_reads('{summary,patient_alerts}', array[patient]);
  return named || jsonb_build_object('careState', private.care_state(patient), 'alerts', (
    select coalesce(jsonb_agg(alert ->> 'text'), '[]') from jsonb_array_elements(private.alerts_of(patient)) as alert));
end $function$
;

revoke all on function private.patient_of_thread(public.care_team,public.message_threads) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_conversations(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb, p_is_act boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  page_size constant integer := 50;
  is_coach constant boolean := person.role = 'coach';
  coaches constant uuid[] := case when is_coach then private.coaches_covered_by(person.id) end;
  others constant uuid[] := case when is_coach then private.other_patients_open_to(person.id) end;
  is_search constant boolean := private.search_conditions(p_query ->> 'search') is not null;
  found constant uuid[] := case when is_search
    then private.find_patients(jsonb_build_object('search', p_query ->> 'search'), coaches, others, false, true, 1000, 0) end;
  show constant text := coalesce(p_query ->> 'show', 'needs-reply');
  before_at constant timestamptz := coalesce(split_part(p_query ->> 'before', '~', 1)::timestamptz, 'infinity');
  before_id constant uuid := coalesce(split_part(p_query ->> 'before', '~', 2)::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  page private.conversations[];
begin
  page := array(
    select listed from private.conversations as listed
    join private.patient_directory as patient on patient.id = listed.user_id
    left join public.messages as waiting on waiting.id = listed.waiting_id
    where (listed.last_at, listed.thread_id) < (before_at, before_id) and patient.is_open
      and (not is_search or listed.user_id = any (found))
      and (show <> 'needs-reply' or listed.waiting_id is not null)
      and (not is_coach or patient.coach_id = any (coaches) or patient.id = any (others)
        or waiting.id is not null and private.is_message_for(person.id, waiting))
      and (show <> 'mine' or listed.replied_by = person.id or patient.coach_id = person.id
        or waiting.id is not null and private.holder_of_message(waiting) = person.id)
    order by listed.last_at desc, listed.thread_id desc limit page_size + 1);
  perform private.audit_reads('{messages}', array(
    select distinct user_id from unnest(page) with ordinality as shown where ordinality <= page_size));
  return jsonb_build_object(
    'conversations', private.listed_conversations(person, array(
      select thread_id from unnest(page) with ordinality as shown where ordinality <= page_size)),
    'next', case when cardinality(page) > page_size
      then to_char(page[page_size].last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '~' || page[page_size].thread_id end);
end $function$
;

revoke all on function public.team_conversations(uuid,uuid,text[],text[],jsonb,boolean) from public, anon, authenticated, service_role;

CREATE TRIGGER list_conversation AFTER INSERT ON public.messages FOR EACH ROW EXECUTE FUNCTION private.list_conversation();

CREATE TRIGGER list_settled_conversation AFTER INSERT ON public.attention_decisions FOR EACH ROW WHEN (((new.key ~~ 'message-waits:%'::text) AND (new.decision = ANY (ARRAY['done'::text, 'reopen'::text])))) EXECUTE FUNCTION private.list_settled_conversation();

grant execute on function public.team_conversations(uuid,uuid,text[],text[],jsonb,boolean) to service_role;

insert into private.conversations (thread_id, user_id, last_at, replied_by, waiting_id)
select thread.id, thread.user_id, (select max(created_at) from public.messages where thread_id = thread.id),
  (select person_id from public.messages where thread_id = thread.id and sender = 'team' order by place desc limit 1),
  (select waiting.id from private.waiting_messages(thread.user_id) as waiting where thread_id = thread.id)
from public.message_threads as thread
where exists (select from public.messages where thread_id = thread.id);
