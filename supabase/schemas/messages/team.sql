-- What the care team reads and answers of messages. Half of the time gone, a message is every coach's: whoever sees it may
-- open that one thread and answer.
create function private.is_everybodys(p_message public.messages) returns boolean
language sql stable security definer set search_path = '' as $$
  select now() >= p_message.created_at + (p_message.due_at - p_message.created_at) / 2
$$;

-- A thread that the person of this transaction may open; noted as read.
create function private.enter_thread(p_thread uuid) returns public.message_threads
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

create function private.note_team_reading(p_person public.care_team, p_thread public.message_threads) returns void
language sql security definer set search_path = '' as $$
  insert into public.message_reads (thread_id, user_id, reader, person_id, place)
  select p_thread.id, p_thread.user_id, 'team', p_person.id, max(place) from public.messages where thread_id = p_thread.id
  having max(place) > 0
  on conflict do nothing
$$;

-- Says which pictures a message has; each is downloaded by itself. A thread is found by any of its messages too, which is what an item of
-- Today names.
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
    perform private.in_turn_with_messages(opened.user_id);
    perform private.note_team_reading(person, opened);
  end if;
  return jsonb_build_object(
    'threads', (
      select coalesce(jsonb_agg(jsonb_build_object('id', thread.id, 'patientId', thread.user_id, 'topic', topic,
        'readByPatient', (select coalesce(max(place), 0) from public.message_reads
          where thread_id = thread.id and reader = 'patient'),
        'lastAt', (select max(created_at) from public.messages where thread_id = thread.id),
        'waiting', (select jsonb_build_object('id', id, 'at', private.in_ms(created_at), 'dueAt', private.in_ms(due_at))
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
  thread := private.enter_thread((p_answer ->> 'threadId')::uuid);
  perform private.in_turn_with_messages(thread.user_id);
  select * into last from public.messages where thread_id = thread.id order by place desc limit 1;
  select * into other from public.messages
  where thread_id = thread.id and sender = 'team' and person_id <> person.id
    and place > coalesce((p_answer ->> 'seen')::integer, (
      select max(place) from public.message_reads where thread_id = thread.id and person_id = person.id), 0)
  order by place desc limit 1;
  if other.id is not null and (p_answer ->> 'seen' is not null or last.sender = 'team') then
    perform private.refuse_team('PT409', 'changed_meanwhile', format('%s has answered. Please read it first.', other.person_name));
  end if;
  insert into public.messages (thread_id, user_id, place, sender, text, by_phone, person_id, person_name, person_role)
  values (thread.id, thread.user_id, last.place + 1, 'team', p_answer ->> 'text',
    coalesce((p_answer ->> 'byPhone')::boolean, false), person.id, person.name, person.role)
  returning * into written;
  perform private.note_team_reading(person, thread);
  if not written.by_phone then
    perform private.notify_of_message(thread.user_id, written.id, p_answer ->> 'notice', p_answer -> 'mail');
  end if;
  return private.keep_answer(p_request, jsonb_build_object('id', written.id, 'sentAt', written.created_at));
end $$;
revoke all on function public.team_answer_message(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_answer_message(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;
