-- When the patient last had the portal open.
create table private.portal_visits (
  user_id uuid primary key references public.customers on delete cascade,
  here_at timestamptz not null default now()
);
alter table private.portal_visits alter column user_id set statistics 0;
alter table private.portal_visits enable row level security;
revoke all on private.portal_visits from public, anon, authenticated, service_role;

-- Whether the team wrote something that the patient has neither read nor seen arrive. A reply by phone doesn't count.
create function private.has_unseen_message(p_user uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  here constant timestamptz := coalesce((select here_at from private.portal_visits where user_id = p_user), '-infinity');
begin
  return exists (
    select from public.messages as own
    where user_id = p_user and sender = 'team' and not by_phone and created_at > here and place > coalesce((
      select max(place) from public.message_reads as read where read.thread_id = own.thread_id and reader = 'patient'), 0));
end $$;

-- The number as text services accept it; null if it cannot be one. domain/notifications/appointment-texts.ts has the same rule.
create function private.text_number(p_phone text) returns text
language sql immutable set search_path = '' as $$
  select digits
  from regexp_replace(p_phone, '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff().-]', '', 'g') as digits
  where digits ~ '^\+?[0-9]{6,15}$'
$$;

-- Records that the portal is open, which delays notifications, and, with a thread, how far the patient has read it. Returns how many
-- replies are unread and who wrote the newest. A phone call that the team noted is not a new message.
create function public.mark_messages_read(p_user uuid, p_thread uuid, p_place integer) returns jsonb
language plpgsql security definer set search_path = '' as $$
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
      'settled', (
        select coalesce(jsonb_agg(id), '[]') from (
          select id from private.unanswered_messages(p_user) as own where private.is_settled(id) order by created_at desc limit 200) as newest),
      'from', (array_agg(person_name order by created_at desc, id desc) filter (where not by_phone))[1])
    from public.messages as own
    where user_id = p_user and sender = 'team' and place > coalesce((
      select max(place) from public.message_reads as read where read.thread_id = own.thread_id and reader = 'patient'), 0));
end $$;
revoke all on function public.mark_messages_read(uuid, uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.mark_messages_read(uuid, uuid, integer) to service_role;

-- The email has its own text; the text message says only that there is a message.
create function private.notify_of_message(p_user uuid, p_about uuid, p_words text, p_email_content jsonb default '{}') returns void
language sql security definer set search_path = '' as $$
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
$$;
revoke all on function private.notify_of_message(uuid, uuid, text, jsonb) from public;
