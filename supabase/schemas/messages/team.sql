-- How the care team reads and answers messages. After half of its reply time, a message is every coach's: any of them may open
-- that one thread and reply.
create function private.is_for_every_coach(p_message public.messages, p_at timestamptz default now()) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return p_at >= p_message.created_at + (p_message.due_at - p_message.created_at) / 2;
end $$;

-- Whether this reply answered a message that was already every coach's.
create function private.answered_for_every_coach(p_reply public.messages) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.messages as asked
    where asked.user_id = p_reply.user_id and asked.thread_id = p_reply.thread_id and asked.sender = 'patient'
      and asked.place < p_reply.place and private.is_for_every_coach(asked, p_reply.created_at)
      and not exists (select from public.messages as between_them
        where between_them.user_id = asked.user_id and between_them.thread_id = asked.thread_id and between_them.sender = 'team'
          and between_them.place > asked.place and between_them.place < p_reply.place));
end $$;
revoke all on function private.answered_for_every_coach(public.messages) from public;

-- The team member who replied last before this message, and the one who got the conversation by hand-off in the 24 hours before it. Leaves
-- out people who are away, and coaches who could reply only because of a reason, a cover or a follow-up that has since ended.
create function private.kept_before(p_message public.messages) returns table (person_id uuid, at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
revoke all on function private.kept_before(public.messages) from public;

-- Who holds a message until it is every coach's, as in domain/messages/holder.ts. Null means the patient's coach.
create function private.holder_of_message(p_message public.messages) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select person_id from private.kept_before(p_message)
    where at > p_message.created_at - interval '24 hours' order by at desc limit 1);
end $$;
revoke all on function private.holder_of_message(public.messages) from public;

-- Whether this person may answer an unanswered message of any coach's patient: it was handed off to them, they replied
-- last, or it is every coach's.
create function private.is_message_for(p_person uuid, p_message public.messages) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_for_every_coach(p_message) or private.holder_of_message(p_message) = p_person or exists (
    select from private.hand_offs where to_id = p_person and key = 'message-waits:' || p_message.id);
end $$;
revoke all on function private.is_message_for(uuid, public.messages) from public;

-- A thread that this transaction's person may open; logged as a read.
create function private.enter_thread(p_thread uuid) returns public.message_threads
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- Starts a conversation for the care team, without a reply clock. The person has to read what the patient already wrote about
-- the topic first.
create function private.begin_thread(p_patient uuid, p_topic text) returns public.message_threads
language plpgsql security definer set search_path = '' as $$
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
end $$;
revoke all on function private.begin_thread(uuid, text) from public;

create function private.mark_team_reading(p_person public.care_team, p_thread public.message_threads) returns void
language sql security definer set search_path = '' as $$
  insert into public.message_reads (thread_id, user_id, reader, person_id, place)
  select p_thread.id, p_thread.user_id, 'team', p_person.id, max(place) from public.messages where thread_id = p_thread.id
  having max(place) > 0
  on conflict do nothing
$$;

-- Whether the patient asked for a person since the last reply. That has its own item instead of a reply clock.
create function private.asks_in(p_thread public.message_threads) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.messages
    where thread_id = p_thread.id and concern is not null and due_at is null and place > coalesce((
      select max(place) from public.messages where thread_id = p_thread.id and sender = 'team'), 0))
$$;
revoke all on function private.asks_in(public.message_threads) from public;

-- The newest 'No reply needed' of a thread that can still be undone.
create function private.settled_in(p_thread public.message_threads) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('key', done.key, 'version', done.version, 'by', done.person_name, 'at', done.decided_at)
    from private.unanswered_messages(p_thread.user_id) as own
    join lateral (
      select * from public.attention_decisions where key = 'message-waits:' || own.id order by version desc limit 1) as done
      on done.decision = 'done' and done.decided_at > private.undone_since()
    where own.thread_id = p_thread.id
    order by own.place desc limit 1);
end $$;
revoke all on function private.settled_in(public.message_threads) from public;

-- The patient as shown next to the reply box; only the name if the record is not open to this
-- person.
create function private.patient_of_thread(p_person public.care_team, p_thread public.message_threads) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
  perform private.audit_reads('{identity,summary,patient_alerts}', array[patient]);
  return named || private.in_sight(patient);
end $$;
revoke all on function private.patient_of_thread(public.care_team, public.message_threads) from public;

-- A thread with its messages and the ids of their pictures, which are downloaded separately. Items on Today name a message, so a
-- thread can be looked up by any of its messages.
create function public.team_messages(p_user uuid, p_session uuid, p_roles text[], p_reads text[],
  p_patient uuid default null, p_thread uuid default null, p_is_act boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
        'lastFrom', (select sender from public.messages where thread_id = thread.id order by place desc limit 1),
        'asks', private.asks_in(thread),
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
end $$;
revoke all on function public.team_messages(uuid, uuid, text[], text[], uuid, uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_messages(uuid, uuid, text[], text[], uuid, uuid, boolean) to service_role;

create function public.team_answer_message(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_answer jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
  if p_answer ? 'files' then
    perform private.add_team_files(written, array(select id::uuid from jsonb_array_elements_text(p_answer -> 'files') as id), p_user);
  end if;
  perform private.mark_team_reading(person, thread);
  if not written.by_phone then
    perform private.notify_of_message(thread.user_id, written.id, p_answer ->> 'notice', p_answer -> 'mail');
  end if;
  return private.keep_answer(p_request, jsonb_build_object('id', written.id, 'threadId', thread.id, 'sentAt', written.created_at));
end $$;
revoke all on function public.team_answer_message(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_answer_message(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;
