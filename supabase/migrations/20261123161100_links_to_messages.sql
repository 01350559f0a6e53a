-- The email about a message has a link, and Home names who wrote last.

-- As in 20261119101410_message_notices.sql; the email has words of its own, the text message stays as it was.
drop function private.notify_of_message(uuid, uuid, text);
create function private.notify_of_message(p_user uuid, p_about uuid, p_words text, p_mail jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, purpose, user_id, send_after)
  select concat_ws(':', 'message', p_about, way.channel), way.channel, recipient,
    case way.channel when 'email' then p_words end,
    coalesce(case way.channel when 'email' then p_mail ->> 'body_text' end, p_words),
    case way.channel when 'email' then p_mail ->> 'body_html' end, 'message', p_user,
    greatest(now(), (select here_at + interval '2 minutes' from private.portal_visits where user_id = p_user),
      (select max(coalesce(sent_at, send_after)) + interval '1 hour' from public.outbox
        where user_id = p_user and purpose = 'message' and channel = way.channel and dropped_at is null))
  from public.customers cross join lateral (
    values ('email', customer_email, message_mails), ('sms', private.text_number(customer_phone), message_texts))
    as way (channel, recipient, chosen)
  where customers.user_id = p_user and chosen and recipient is not null
    and not exists (select from public.outbox
      where user_id = p_user and purpose = 'message' and channel = way.channel
        and sent_at is null and dropped_at is null and parked_at is null)
  on conflict (key) do nothing
$$;
revoke all on function private.notify_of_message(uuid, uuid, text, jsonb) from public;

-- As in 20261119101420_team_messages.sql, with the email.
create or replace function public.team_answer_message(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_answer jsonb,
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

-- As in 20261120050000_messages_of_an_account_that_goes.sql, with who wrote the newest of what is left to read. What was said by
-- phone is no new message.
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
  return (
    select jsonb_build_object('unread', count(*),
      'from', (array_agg(person_name order by created_at desc, id desc) filter (where not by_phone))[1])
    from public.messages as own
    where user_id = p_user and sender = 'team' and place > coalesce((
      select max(place) from public.message_reads as read where read.thread_id = own.thread_id and reader = 'patient'), 0));
end $$;
