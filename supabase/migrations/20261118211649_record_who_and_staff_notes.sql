alter table public.customers
  add column preferred_name text
    constraint preferred_name_ends check (length(preferred_name) <= 100)
    constraint preferred_name_is_plain check (private.is_plain_line(preferred_name))
    constraint preferred_name_has_words check (trim(preferred_name) <> ''),
  add column pronouns text
    constraint pronouns_end check (length(pronouns) <= 40)
    constraint pronouns_are_plain check (private.is_plain_line(pronouns))
    constraint pronouns_have_words check (trim(pronouns) <> ''),
  add column birth_date date constraint birth_date_is_plausible check (birth_date between '1900-01-01' and '2099-12-31');

alter table private.patient_directory add column birth_date date;

alter table public.patient_contacts
  add column direction text check (direction in ('incoming', 'outgoing')),
  add column result text check (result in ('spoke', 'voicemail', 'no-answer')),
  add column recorded_at timestamptz,
  add column withdrawn_at timestamptz;
update public.patient_contacts set recorded_at = contacted_at where true;
alter table public.patient_contacts alter column recorded_at set default now(), alter column recorded_at set not null;

create table public.staff_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  text text not null check (length(text) between 1 and 2000),
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 100),
  person_role text not null check (person_role in ('coach', 'clinician')),
  written_at timestamptz not null default now(),
  -- Its author undoes it within a day, for what was written in the wrong record.
  withdrawn_at timestamptz
);
alter table public.staff_notes alter column user_id set statistics 0;
alter table public.staff_notes enable row level security;
revoke all on public.staff_notes from anon, authenticated, service_role;
create index staff_notes_newest on public.staff_notes (user_id, written_at desc);


create table public.patient_alerts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  text text not null check (length(text) between 1 and 120),
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 100),
  person_role text not null check (person_role in ('coach', 'clinician')),
  added_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by_name text check (length(removed_by_name) <= 100),
  removed_by_role text check (removed_by_role in ('coach', 'clinician'))
);
alter table public.patient_alerts alter column user_id set statistics 0;
alter table public.patient_alerts enable row level security;
revoke all on public.patient_alerts from anon, authenticated, service_role;
create index patient_alerts_newest on public.patient_alerts (user_id, added_at desc);


create table public.follow_ups (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  due_at timestamptz not null,
  text text not null check (length(text) between 1 and 2000),
  -- Whose it is: the writer, or a colleague.
  to_id uuid not null references public.care_team on delete cascade,
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 100),
  person_role text not null check (person_role in ('coach', 'clinician')),
  asked_at timestamptz not null default now()
);
alter table public.follow_ups alter column user_id set statistics 0;
alter table public.follow_ups enable row level security;
revoke all on public.follow_ups from anon, authenticated, service_role;
create index follow_ups_newest on public.follow_ups (user_id, asked_at desc);
create index follow_ups_of_person on public.follow_ups (to_id, user_id);


drop trigger list_customer on public.customers;

CREATE OR REPLACE FUNCTION private.administrative_record(p_patient uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      select jsonb_build_object('startsAt', starts_at, 'status', status)
      from public.appointments where user_id = p_patient order by starts_at desc limit 1000));
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
        select coalesce(json_agg(json_build_object('id', id, 'day', day, 'kind', kind)), '[]')
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
          'firstWords', left(regexp_replace(trim(text), '\s+', ' ', 'g'), 120))), '[]')
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
  select coalesce(jsonb_agg(jsonb_build_object('id', own.id, 'patient', jsonb_build_object('id', listed.id, 'name', private.listed_name(listed)),
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

CREATE OR REPLACE FUNCTION private.cares_for(p_coach uuid, p_patient uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select private.has_assignment(p_coach, p_patient)
      or exists (select from private.patients_of_hosts where host_id = p_coach and user_id = p_patient)
      or exists (select from private.open_follow_ups where to_id = p_coach and user_id = p_patient));
end $function$
;

CREATE OR REPLACE FUNCTION private.list_invited(p_emails text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from private.patient_directory as known
  where not has_user and email = any (p_emails) and (
    not exists (select from public.invitations where email = known.email and revoked_at is null)
    or exists (select from public.customers where customer_email = known.email));
  insert into private.patient_directory as known
  select private.invited_id(email), email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status, coach_id,
    birth_date
  from private.patients_to_list where email = any (p_emails) and not has_user
  on conflict (email) where not has_user do update
  set name = excluded.name, sort_name = excluded.sort_name, search_text = excluded.search_text;
end $function$
;

CREATE OR REPLACE FUNCTION private.list_patient(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from private.patient_directory where id = p_user for update;
  if not exists (select from public.customers where user_id = p_user) then
    delete from private.patient_directory where id = p_user;
    return;
  end if;
  insert into private.patient_directory as known select * from private.patients_to_list where id = p_user
  on conflict (id) do update set email = excluded.email, name = excluded.name, sort_name = excluded.sort_name,
    search_text = excluded.search_text, is_open = excluded.is_open, stage = excluded.stage, cycle = excluded.cycle,
    phase = excluded.phase, status = excluded.status, coach_id = excluded.coach_id, birth_date = excluded.birth_date
  where known is distinct from excluded;
end $function$
;

CREATE OR REPLACE FUNCTION private.listed_administration(p_page uuid[], p_opened uuid[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(json_agg(case when id = any (p_opened)
      then json_build_object('id', id, 'name', name, 'birthDate', birth_date, 'administration', private.administrative_summary(id))
      else json_build_object('id', id, 'name', private.listed_name(listed)) end order by sort_name, id), '[]')
    from private.patient_directory as listed where id = any (p_page));
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

CREATE OR REPLACE FUNCTION private.other_patients_open_to(p_coach uuid)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return array(
    select user_id from private.patients_of_hosts where host_id = p_coach
    union select user_id from public.record_openings where person_id = p_coach and ends_at > now()
    union select user_id from private.open_follow_ups where to_id = p_coach);
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
    (select user_id from public.follow_ups where id = fact),
    (select user_id from public.outbox where id = fact),
    (select user_id from public.customers where user_id = fact));
end $function$
;

CREATE OR REPLACE FUNCTION private.patient_profile(p_patient uuid, p_person public.care_team)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
      or user_id in (select followed.user_id from private.open_follow_ups as followed where to_id = p_person.id)
      or user_id in (select hosted.user_id from private.patients_of_hosts as hosted where host_id = p_person.id)));
end $function$
;

CREATE OR REPLACE FUNCTION private.rebuild_directory()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  lock table private.patient_directory in share row exclusive mode;
  delete from private.patient_directory where true;
  delete from private.directory_counts where true;
  insert into private.patient_directory
  select coalesce(id, private.invited_id(email)), email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status,
    coach_id, birth_date
  from private.patients_to_list;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_facts(p_patient uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reader constant uuid := (private.named_person()).id;
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
          select id, how, words, contacted_at as at, json_build_object('name', person_name, 'role', person_role) as who,
            direction, result, person_id = reader and recorded_at > private.undone_since() as "canUndo"
          from public.patient_contacts where user_id = p_patient and withdrawn_at is null order by contacted_at desc limit 1000) as line) as contacts,
        (select coalesce(json_agg(line), '[]') from (
          select id, text, written_at as at, json_build_object('name', person_name, 'role', person_role) as who,
            person_id = reader and written_at > private.undone_since() as "canUndo"
          from public.staff_notes where user_id = p_patient and withdrawn_at is null
          order by written_at desc limit 1000) as line) as "staffNotes",
        (select coalesce(json_agg(line), '[]') from (
          select id, text, added_at as at, json_build_object('name', person_name, 'role', person_role) as who,
            case when removed_at is not null then json_build_object('at', removed_at, 'who',
              json_build_object('name', removed_by_name, 'role', removed_by_role)) end as removed
          from public.patient_alerts where user_id = p_patient order by added_at desc limit 1000) as line) as alerts,
        (select coalesce(json_agg(line), '[]') from (
          select follow_up.id, text, due_at as "dueAt", asked_at as at, colleague.name as "to",
            json_build_object('name', person_name, 'role', person_role) as who,
            not exists (select from private.open_follow_ups as still where still.id = follow_up.id) as "isDone"
          from public.follow_ups as follow_up join public.care_team as colleague on colleague.id = to_id
          where user_id = p_patient order by asked_at desc limit 1000) as line) as "followUps",
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
          order by safety_checks.created_at desc limit 1000) as line) as "safetyChecks",
        (select coalesce(json_agg(line), '[]') from (
          select id, key, decision, outcome, words, remind_at as "remindAt", decided_at as at,
            (select name from public.care_team where care_team.id = to_id) as "to",
            json_build_object('name', person_name, 'role', person_role) as who
          from public.attention_decisions where user_id = p_patient and person_role <> 'administrator'
          order by decided_at desc limit 1000) as line) as decisions
    ) as facts);
end $function$
;

CREATE OR REPLACE FUNCTION private.search_patterns(p_search text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return nullif(array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(private.unaccented(private.search_words(p_search)), '\s+') as word where word <> ''), '{}');
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
         ''patient'', case when listed.id is not null then jsonb_build_object(''id'', listed.id, ''name'', private.listed_name(listed))
           when since.id is not null then jsonb_build_object(''id'', since.id, ''name'', private.listed_name(since)) end,
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
        insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role, contacted_at, direction, result)
        values (patients[1], p_act ->> 'how', p_act ->> 'words', person.id, person.name, person.role,
          coalesce((p_act ->> 'at')::timestamptz, now()), p_act ->> 'direction', p_act ->> 'result');
      when 'log' then perform private.log_for_patient(patients[1], p_act);
      when 'staff-note' then perform private.staff_note(patients[1], p_act, person);
      when 'alert' then perform private.change_alert(patients[1], p_act, person);
      when 'remove-alert' then perform private.change_alert(patients[1], p_act, person);
      when 'follow-up' then perform private.ask_follow_up(patients[1], p_act, person);
      when 'undo-entry' then perform private.undo_own_entry(patients[1], p_act, person);
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
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'name', private.listed_name(listed), 'email', listed.email,
      'phone', customer_phone,
      'timeZone', private.zone_of_patient(listed.id))), '[]')
    from unnest(shown) as asked (id) join private.patient_directory as listed using (id) join public.customers on user_id = id);
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
    return json_build_object('id', known.id, 'name', private.listed_name(known), 'email', known.email, 'access', 'identity');
  elsif person.role = 'administrator' then
    perform private.enter_record(p_patient, '{identity,contact,consents,kit,mails,call_times}');
    return jsonb_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'administration')
      || private.administrative_record(p_patient);
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
        private.record_facts(p_patient) as facts,
        private.treatment_cycle(p_patient) as "treatmentCycle",
        private.drafts_for(person, p_patient) as drafts,
        json_build_object('role', person.role, 'timeZone', person.time_zone) as reader) as record);
end $function$
;

CREATE OR REPLACE FUNCTION private.alerts_of(p_patient uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'text', text,
      'who', jsonb_build_object('name', person_name, 'role', person_role), 'at', added_at) order by added_at), '[]')
    from (select * from public.patient_alerts where user_id = p_patient and removed_at is null
      order by added_at desc limit 20) as alert);
end $function$
;

revoke all on function private.alerts_of(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.ask_follow_up(p_patient uuid, p_act jsonb, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  colleague constant uuid := coalesce((p_act ->> 'to')::uuid, p_person.id);
begin
  perform private.require_record('follow_ups', p_patient);
  if colleague <> p_person.id then
    perform from public.care_team as member
    where id = colleague and role in ('coach', 'clinician') and private.is_member(member) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer on the care team.');
    elsif p_person.role = 'coach' and not private.is_assigned(p_person.id, p_patient)
      and not private.cares_for(colleague, p_patient) then
      perform private.refuse_team('PT403', 'not_allowed',
        'This patient is assigned to another coach. Ask that coach or a clinician to follow up.');
    end if;
  end if;
  insert into public.follow_ups (user_id, due_at, text, to_id, person_id, person_name, person_role)
  values (p_patient, (p_act ->> 'at')::timestamptz, p_act ->> 'words', colleague, p_person.id, p_person.name, p_person.role);
end $function$
;

revoke all on function private.ask_follow_up(uuid,jsonb,public.care_team) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.change_alert(p_patient uuid, p_act jsonb, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_record('patient_alerts', p_patient);
  if p_act ->> 'action' = 'alert' then
    insert into public.patient_alerts (user_id, text, person_id, person_name, person_role)
    values (p_patient, p_act ->> 'words', p_person.id, p_person.name, p_person.role);
    return;
  end if;
  update public.patient_alerts set removed_at = now(), removed_by_name = p_person.name, removed_by_role = p_person.role
  where id = (p_act ->> 'alert')::uuid and user_id = p_patient and removed_at is null;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'A colleague already removed this alert.');
  end if;
end $function$
;

revoke all on function private.change_alert(uuid,jsonb,public.care_team) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.identity_of(p_patient uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object('preferredName', preferred_name, 'pronouns', pronouns, 'birthDate', birth_date,
      'phone', customer_phone, 'program', programme_name)
    from public.customers where user_id = p_patient);
end $function$
;

revoke all on function private.identity_of(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.listed_name(p_listed private.patient_directory)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_listed.birth_date is not null and exists (
    select from private.patient_directory as other
    where other.sort_name = p_listed.sort_name and other.id <> p_listed.id) then
    return p_listed.name || ', born ' || to_char(p_listed.birth_date, 'FMMonth FMDD, YYYY');
  end if;
  return p_listed.name;
end $function$
;

revoke all on function private.listed_name(private.patient_directory) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.search_words(p_search text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  typed constant text := trim(coalesce(p_search, ''));
begin
  if typed ~ '^[+(]?[0-9][0-9().+ -]{3,}$' and typed !~ '^[0-9]{4}-[0-9]{1,2}(-|$)' then
    return regexp_replace(typed, '\D', '', 'g');
  end if;
  return regexp_replace(
    regexp_replace(replace(typed, ',', ' '), '\m([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})\M', '\3-0\1-0\2', 'g'),
    '\m([0-9]{4})-0*([0-9]{2}|0[0-9])-0*([0-9]{2}|0[0-9])\M', '\1-\2-\3', 'g');
end $function$
;

revoke all on function private.search_words(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.set_identity(p_patient uuid, p_identity jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant jsonb := p_identity -> 'address';
begin
  update public.customers set
    preferred_name = case when p_identity ? 'preferredName' then p_identity ->> 'preferredName' else preferred_name end,
    pronouns = case when p_identity ? 'pronouns' then p_identity ->> 'pronouns' else pronouns end,
    birth_date = case when p_identity ? 'birthDate' then (p_identity ->> 'birthDate')::date else birth_date end,
    customer_phone = case when p_identity ? 'phone' then p_identity ->> 'phone' else customer_phone end,
    programme_name = case when p_identity ? 'program' then p_identity ->> 'program' else programme_name end
  where user_id = p_patient;
  if p_identity ? 'address' then
    update public.customers set shipping_line1 = address ->> 'line1', shipping_line2 = address ->> 'line2',
      shipping_city = address ->> 'city', shipping_state = address ->> 'state', shipping_zip = address ->> 'zip'
    where user_id = p_patient;
  end if;
end $function$
;

revoke all on function private.set_identity(uuid,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.staff_note(p_patient uuid, p_act jsonb, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_record('staff_notes', p_patient);
  insert into public.staff_notes (user_id, text, person_id, person_name, person_role)
  values (p_patient, p_act ->> 'words', p_person.id, p_person.name, p_person.role);
end $function$
;

revoke all on function private.staff_note(uuid,jsonb,public.care_team) from public, anon, authenticated, service_role;

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
  update public.patient_contacts set withdrawn_at = now()
  where id = entry and user_id = p_patient and person_id = p_person.id and withdrawn_at is null
    and recorded_at > private.undone_since();
  if not found then
    update public.staff_notes set withdrawn_at = now()
    where id = entry and user_id = p_patient and person_id = p_person.id and withdrawn_at is null
      and written_at > private.undone_since();
  end if;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Only its author can undo this, within a day.');
  end if;
end $function$
;

revoke all on function private.undo_own_entry(uuid,jsonb,public.care_team) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_set_identity(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_identity jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
begin
  if earlier is not null then
    return earlier;
  end if;
  perform private.require_record('contact', p_patient);
  perform private.set_identity(p_patient, p_identity);
  return private.keep_answer(p_request, jsonb_build_object('id', p_patient));
end $function$
;

revoke all on function public.team_set_identity(uuid,uuid,text[],text[],uuid,jsonb,jsonb) from public, anon, authenticated, service_role;

create or replace view private.export_patient_contacts as
  select user_id, contacted_at as moment, id, case when withdrawn_at is not null
    then to_jsonb(own) || '{"words": ""}' else to_jsonb(own) end as line from public.patient_contacts as own;

create or replace view private.patients_to_list as
  select id, email, has_user, name, private.unaccented(trim(last_name || ' ' || first_name)) as sort_name,
    private.unaccented(concat_ws(' ', name, email, preferred_name, regexp_replace(phone, '\D', '', 'g'), searched_day))
      as search_text, is_open, stage, cycle, phase, status, coach_id, birth_date
  from (
    select customers.user_id as id, customers.customer_email as email, true as has_user,
      coalesce(customer_first_name, first_name, '') as first_name, coalesce(customer_last_name, last_name, '') as last_name,
      record.is_open,
      case when record.is_open then coalesce(step.stage_number, 4) end as stage,
      case when record.is_open then step.cycle_number end as cycle,
      case when record.is_open then step.phase_id end as phase,
      case when record.is_open then customers.status end as status,
      coalesce(coach_id, '00000000-0000-0000-0000-000000000000') as coach_id, birth_date,
      -- Until both consents are given, a patient is found by name and address alone.
      case when record.is_open then preferred_name end as preferred_name,
      case when record.is_open then customer_phone end as phone,
      case when record.is_open then to_char(birth_date, 'YYYY-MM-DD') end as searched_day
    from public.customers
    left join public.invitations on invitations.email = customer_email
    left join public.coach_assignments on coach_assignments.user_id = customers.user_id
    cross join lateral (
      select coalesce(invitations.email is not null and revoked_at is null
        and privacy_policy_accepted and data_usage_consent, false) as is_open) as record
    -- The first step that is not done, as in domain/journey/progress.ts; a pregnancy ends treatment.
    left join lateral (
      select stage_number, cycle_number, phase_id from private.journey_steps as open_step
      where (customers.status <> 'Pregnant' or stage_number = 4) and not exists (
        select from public.completed_phases as done
        where done.user_id = customers.user_id and done.phase_id = open_step.phase_id
          and (open_step.cycle_number is null or done.cycle_number = open_step.cycle_number))
      order by step limit 1) as step on true
    union all
    select null, email, false, first_name, last_name, false, null, null, null, null, '00000000-0000-0000-0000-000000000000',
      null, null, null, null
    from public.invitations
    where revoked_at is null and not exists (select from public.customers where customer_email = invitations.email)
  ) as patient
  cross join lateral (select coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name) as named;

create or replace view private.export_follow_ups as
  select user_id, asked_at as moment, id, to_jsonb(own) as line from public.follow_ups as own;

revoke all on private.export_follow_ups from public, anon, authenticated, service_role;

create or replace view private.export_patient_alerts as
  select user_id, added_at as moment, id, to_jsonb(own) as line from public.patient_alerts as own;

revoke all on private.export_patient_alerts from public, anon, authenticated, service_role;

create or replace view private.export_staff_notes as
  select user_id, written_at as moment, id, case when withdrawn_at is not null
    then to_jsonb(own) || '{"text": ""}' else to_jsonb(own) end as line from public.staff_notes as own;

revoke all on private.export_staff_notes from public, anon, authenticated, service_role;

create or replace view private.open_follow_ups as
  select follow_up.id, user_id, to_id, due_at, text, asked_at
  from public.follow_ups as follow_up
  where coalesce((
    select decision from public.attention_decisions as last
    where last.key = 'follow-up:' || follow_up.id order by version desc limit 1), 'none') <> 'done';

revoke all on private.open_follow_ups from public, anon, authenticated, service_role;

CREATE TRIGGER list_customer AFTER INSERT OR DELETE OR UPDATE OF customer_email, customer_first_name, customer_last_name, status, privacy_policy_accepted, data_usage_consent, preferred_name, customer_phone, birth_date ON public.customers FOR EACH ROW EXECUTE FUNCTION private.list_customer();

CREATE TRIGGER audit_follow_ups AFTER INSERT OR DELETE OR UPDATE ON public.follow_ups FOR EACH ROW EXECUTE FUNCTION private.audit_change();

CREATE TRIGGER audit_patient_alerts AFTER INSERT OR DELETE OR UPDATE ON public.patient_alerts FOR EACH ROW EXECUTE FUNCTION private.audit_change();

CREATE TRIGGER audit_staff_notes AFTER INSERT OR DELETE OR UPDATE ON public.staff_notes FOR EACH ROW EXECUTE FUNCTION private.audit_change();

CREATE TRIGGER look_at_added AFTER INSERT ON public.follow_ups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.look_at_changed();

CREATE TRIGGER look_at_removed AFTER DELETE ON public.follow_ups REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.look_at_changed();

CREATE TRIGGER look_at_updated AFTER UPDATE ON public.follow_ups REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION private.look_at_changed();

grant execute on function public.team_set_identity(uuid,uuid,text[],text[],uuid,jsonb,jsonb) to service_role;

grant update (birth_date) on public.customers to authenticated;

grant update (preferred_name) on public.customers to authenticated;

grant update (pronouns) on public.customers to authenticated;

-- Phone numbers are searched from now on.
select private.rebuild_directory();

insert into private.export_parts (place, name, needs_consent, max_lines) values
  (141, 'staff_notes', true, 10000), (142, 'patient_alerts', true, 1000), (143, 'follow_ups', true, 10000);
