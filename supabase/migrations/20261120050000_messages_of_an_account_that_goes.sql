-- An account can go while its patient writes or reads. Whoever comes first is done, and the other finds what is left: a message
-- that is stored goes with the account, and one that comes after is told that there is no account any more.

-- Takes its turn, and keeps the account until the end of the transaction; false where it has gone.
create function private.in_turn_with_account(p_user uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.in_turn_with_messages(p_user);
  perform from public.customers where user_id = p_user for key share;
  return found;
end $$;

-- As in 20261119101600_message_pictures.sql.
create or replace function public.send_message(p_user uuid, p_thread uuid, p_topic text, p_text text, p_due_at timestamptz,
  p_submission uuid, p_pictures uuid[] default '{}')
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  thread public.message_threads;
  sent public.messages;
begin
  if not private.in_turn_with_account(p_user) then
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
    insert into public.messages (thread_id, user_id, place, sender, text, due_at, submission_id)
    values (thread.id, p_user, coalesce((select max(place) from public.messages where thread_id = thread.id), 0) + 1, 'patient',
      p_text, case when not exists (select from private.waiting_messages(p_user) where thread_id = thread.id) then p_due_at end,
      p_submission)
    returning * into sent;
    insert into public.message_pictures (id, message_id, user_id, place, name, type, bytes)
    select picture.id, sent.id, p_user, picture.place, picture.name, picture.type, picture.bytes
    from private.clean_pictures(p_user, p_pictures) as picture;
  end if;
  return jsonb_build_object('id', sent.id, 'threadId', thread.id,
    'dueAt', (select due_at from private.waiting_messages(p_user) where thread_id = thread.id));
end $$;

-- As in 20261119101410_message_notices.sql.
create or replace function public.note_messages_read(p_user uuid, p_thread uuid, p_place integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  if not private.in_turn_with_account(p_user) then
    return jsonb_build_object('problem', 'no_access');
  elsif p_thread is not null and not exists (select from public.message_threads where id = p_thread and user_id = p_user) then
    return jsonb_build_object('problem', 'unknown_thread');
  elsif p_thread is not null then
    perform private.note_own_reading(p_user, p_thread, p_place);
  end if;
  insert into private.portal_visits (user_id) values (p_user) on conflict (user_id) do update set here_at = now();
  update public.outbox set send_after = now() + interval '2 minutes'
  where user_id = p_user and purpose = 'message' and sent_at is null and dropped_at is null and parked_at is null
    and send_after < now() + interval '2 minutes';
  return jsonb_build_object('unread', (
    select count(*) from public.messages as own
    where user_id = p_user and sender = 'team' and place > coalesce((
      select max(place) from public.message_reads as read where read.thread_id = own.thread_id and reader = 'patient'), 0)));
end $$;

-- As in 20261119101420_team_messages.sql.
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
      select from public.attention_decisions where key = 'message-waits:' || waiting.id and to_id = person.id))) then
    perform private.note_in_audit('read', 'messages', thread.user_id, null);
  else
    perform private.enter_record(thread.user_id, '{messages}');
  end if;
  return thread;
end $$;

revoke all on all functions in schema private from public;
