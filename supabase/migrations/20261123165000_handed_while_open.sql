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

-- Same as 20261119101430_messages_in_today.sql, without what was handed off: this is whom a person cares for.
create or replace function private.sees_patient(p_person public.care_team, p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_open_to_team(p_patient) and (p_person.role <> 'coach' or private.looks_after(p_person.id, p_patient));
end $$;

create or replace function private.may_see_items(p_person public.care_team, p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.sees_patient(p_person, p_patient)
    or private.is_open_to_team(p_patient) and (private.has_message_for_everybody(p_patient)
      or exists (select from private.hand_offs where to_id = p_person.id and user_id = p_patient));
end $$;

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

create or replace function private.patients_to_look_at(p_person public.care_team) returns uuid[]
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
      or user_id in (
        select user_id from public.appointments where host_id = p_person.id and status = 'booked' and ends_at > now() - interval '30 days')));
end $$;

create or replace function public.team_show_items(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patients uuid[])
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
      'timeZone', coalesce(
        (select taken_zone from public.test_results where user_id = listed.id and taken_zone is not null
          order by created_at desc limit 1),
        (select reminder_zone from public.customers where user_id = listed.id),
        (select time_zone from public.appointments where user_id = listed.id order by created_at desc limit 1)))), '[]')
    from unnest(shown) as asked (id) join private.patient_directory as listed using (id) join public.customers on user_id = id);
end $$;

-- Same as 20261119100500_attention.sql; `to` is also known once the colleague has taken it.
create or replace function private.last_decisions(p_users uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', last.key, 'version', last.version, 'decision', last.decision,
      'at', private.in_ms(last.decided_at),
      'by', (select jsonb_build_object('id', id, 'name', name) from public.care_team
        where id = last.person_id and deactivated_at is null),
      'to', (select jsonb_build_object('id', id, 'name', name) from private.hand_offs as handed join public.care_team on id = to_id
        where handed.key = last.key and deactivated_at is null),
      'handover', (
        select jsonb_build_object('by', person_name, 'words', words, 'at', private.in_ms(decided_at))
        from public.attention_decisions as handed where handed.key = last.key and decision = 'hand-over'
        order by version desc limit 1))), '[]')
    from (
      select distinct on (key) * from (
        select decided.* from unnest(p_users) as asked (id)
        cross join lateral (select * from public.attention_decisions where user_id = asked.id) as decided
        union all
        select * from public.attention_decisions where user_id is null) as known
      order by key, version desc) as last);
end $$;

-- Same as 20261120050000_messages_of_an_account_that_goes.sql, while the hand-off lasts.
create or replace function private.enter_thread(p_thread uuid) returns public.message_threads
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.named_person();
  thread public.message_threads;
begin
  select * into thread from public.message_threads where id = p_thread;
  -- The account first, as whatever deletes it does.
  perform from public.customers where user_id = thread.user_id for key share;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such conversation.');
  elsif person.role = 'coach' and private.is_open_to_team(thread.user_id) and exists (
    select from private.waiting_messages(thread.user_id) as waiting
    where thread_id = thread.id and (private.is_everybodys(waiting) or exists (
      select from private.hand_offs where to_id = person.id and key = 'message-waits:' || waiting.id))) then
    perform private.note_in_audit('read', 'messages', thread.user_id, null);
  else
    perform private.enter_record(thread.user_id, '{messages}');
  end if;
  return thread;
end $$;

-- Same as 20261123150000_words_of_a_refused_decision.sql, by the item, and never to oneself.
create or replace function public.team_decide(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_act jsonb,
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
    or wanted = 'reopen' and last.decided_at <= now() - interval '1 day'
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
  insert into public.attention_decisions (key, version, user_id, decision, outcome, words, to_id, person_id, person_name, person_role)
  values (p_act ->> 'key', coalesce(last.version, 0) + 1, p_patient, wanted, p_act ->> 'outcome', nullif(p_act ->> 'words', ''),
    (p_act ->> 'to')::uuid, person.id, person.name, person.role);
  return private.keep_answer(p_request, jsonb_build_object('key', p_act ->> 'key', 'version', coalesce(last.version, 0) + 1));
end $$;

revoke all on function private.may_decide(public.care_team, uuid, text) from public;
