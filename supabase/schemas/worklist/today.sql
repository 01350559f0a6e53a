-- And those of a message whose time is half gone: it is shown to every coach, and nothing else of the patient's.
create function private.may_see_items(p_person public.care_team, p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.sees_patient(p_person, p_patient)
    or private.is_open_to_team(p_patient) and (private.has_message_for_everybody(p_patient)
      or exists (select from private.hand_offs where to_id = p_person.id and user_id = p_patient));
end $$;

-- With the patients of a message whose reply time is half over: those are for every coach.
create function private.patients_to_look_at(p_person public.care_team) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

-- The patient a fact is about, messages included; null for what is about no patient, and for what was undone.
create function private.patient_of_fact(p_key text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

-- What itemsOf needs, for this person; with a key, of that item's patient alone.
create function private.today_facts(p_person public.care_team, p_key text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
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
end $$;

-- Calls of this day in the person's own zone: their own; for administrators everybody's, without their kind.
create function private.calls_today(p_person public.care_team) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
  perform private.note_reads(array[case when is_administrator then 'call_times' else 'appointments' end],
    array(select distinct (line -> 'patient' ->> 'id')::uuid from jsonb_array_elements(found) as line));
  return found;
end $$;

-- Items that ended within the last day, of patients whom this person sees without a reason.
create function private.ended_today(p_person public.care_team) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', done.key, 'version', done.version, 'patientId', done.user_id,
      'outcome', done.outcome, 'by', done.person_name, 'at', done.decided_at) order by done.decided_at desc, done.key), '[]')
    from public.attention_decisions as done
    where decision = 'done' and decided_at > private.undone_since()
      and (person_role = 'administrator') = (p_person.role = 'administrator')
      and not exists (select from public.attention_decisions as later where later.key = done.key and later.version > done.version)
      and (user_id is null or private.sees_patient(p_person, user_id)));
end $$;

-- A colleague who is away is not on duty.
create function public.team_today(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_key text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  if p_key is not null then
    return private.today_facts(person, p_key);
  end if;
  return private.today_facts(person, null) || jsonb_build_object(
    'calls', private.calls_today(person),
    'ended', private.ended_today(person),
    'onDuty', (
      select coalesce(jsonb_agg(name order by name), '[]') from public.care_team as member
      where role in ('coach', 'clinician') and private.is_member(member)
        and not exists (select from public.days_off where host_id = member.id and day = (now() at time zone time_zone)::date)
        and not exists (select from public.absences where host_id = member.id and starts_at <= now() and ends_at > now())
        and (not exists (select from public.availability where host_id = member.id)
          or exists (select from public.availability
            where host_id = member.id and weekday = date_part('isodow', now() at time zone time_zone)))),
    'colleagues', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'role', role) order by name, id), '[]')
      from public.care_team as member where private.is_member(member) and id <> person.id),
    'proposals', case when person.role = 'clinician' then (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'role', proposed_role) order by name, id), '[]')
      from public.care_team where proposed_role is not null and deactivated_at is null and id <> person.id) else '[]' end);
end $$;
revoke all on function public.team_today(uuid, uuid, text[], text[], text) from public, anon, authenticated, service_role;
grant execute on function public.team_today(uuid, uuid, text[], text[], text) to service_role;

-- Who the patients are whose items are shown, and a line in the log for each. Who may be shown is private.may_see_items, asked of the
-- directory for all at once.
create function public.team_show_items(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patients uuid[])
returns jsonb language plpgsql security definer set search_path = '' as $$
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
end $$;
revoke all on function public.team_show_items(uuid, uuid, text[], text[], uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.team_show_items(uuid, uuid, text[], text[], uuid[]) to service_role;

-- Decides about one item: done, taken, reminded or handed off, never to oneself.
create function public.team_decide(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_act jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
      when person.role = 'coach' and not private.looks_after(person.id, p_patient) then 'identity' else 'attention' end, p_patient);
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
end $$;
revoke all on function public.team_decide(uuid, uuid, text[], text[], uuid, jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_decide(uuid, uuid, text[], text[], uuid, jsonb, jsonb) to service_role;

-- How a call went. Its host says so once it has begun, and may correct it for a day.
create function public.team_call_outcome(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_call uuid, p_outcome text,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  call public.appointments;
begin
  if earlier is not null then
    return earlier;
  end if;
  select * into call from public.appointments where id = p_call for no key update;
  if call.host_id is distinct from person.id then
    perform private.refuse_team('PT403', 'not_allowed', 'This is no call of yours.');
  end if;
  perform private.require_record('appointments', call.user_id);
  if call.status <> 'booked' or call.starts_at > now() or call.outcome_at <= private.undone_since() then
    perform private.refuse_team('PT409', 'changed_meanwhile', case
      when call.status <> 'booked' then 'This call was cancelled.'
      when call.starts_at > now() then 'This call has not begun.'
      else 'The outcome of this call was set more than a day ago.' end);
  end if;
  update public.appointments set outcome = p_outcome, outcome_at = coalesce(outcome_at, now()) where id = p_call;
  return private.keep_answer(p_request, jsonb_build_object('id', p_call));
end $$;
revoke all on function public.team_call_outcome(uuid, uuid, text[], text[], uuid, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_call_outcome(uuid, uuid, text[], text[], uuid, text, jsonb) to service_role;

-- The same for a channel, which has a token and no function in front of it.
create function private.is_at_work() returns boolean
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
grant execute on function private.is_at_work() to authenticated;

-- A hand-off opens one item to one colleague while it is open, and nothing else of the patient, before or after.
-- Hand-offs that last: no one but the colleague has decided since, and it has not ended. One to oneself, as rows from before may be,
-- opens nothing.
create view private.hand_offs as
  select handed.key, handed.user_id, handed.to_id from public.attention_decisions as handed
  where handed.decision = 'hand-over' and handed.to_id <> handed.person_id and not exists (
    select from public.attention_decisions as later
    where later.key = handed.key and later.version > handed.version
      and not (later.decision = 'take' and later.person_id = handed.to_id));
revoke all on private.hand_offs from public, anon, authenticated, service_role;

-- Which item: of a patient whom they do not care for, a coach decides what was handed to them, and a message that is for every coach.
create function private.may_decide(p_person public.care_team, p_patient uuid, p_key text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.sees_patient(p_person, p_patient)
    or private.is_open_to_team(p_patient) and (
      exists (select from private.hand_offs where to_id = p_person.id and key = p_key and user_id = p_patient)
      or exists (
        select from private.waiting_messages(p_patient) as waiting
        where 'message-waits:' || waiting.id = p_key and private.is_everybodys(waiting)));
end $$;
revoke all on function private.may_decide(public.care_team, uuid, text) from public;
