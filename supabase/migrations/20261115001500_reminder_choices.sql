-- What a patient is reminded of, and how. News of a call (booked, moved, cancelled) is always told.

alter table public.customers
  add column email_reminders boolean not null default true,
  -- Only beside the consent to texts, which is asked for separately.
  add column text_reminders boolean not null default true;
grant update (email_reminders, text_reminders) on public.customers to authenticated;

alter table public.outbox add column purpose text not null default 'news'
  check (purpose in ('news', 'reminder', 'deletion', 'deletion_code'));
update public.outbox set purpose = 'reminder' where key like 'day-before:%' or key like 'starting:%';

create or replace function private.add_messages(p_about public.appointments, p_messages jsonb) returns void
language sql set search_path = '' as $$
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, attachments, send_after, send_before,
    purpose, appointment_id, appointment_sequence, user_id)
  select message ->> 'key', message ->> 'channel', message ->> 'recipient', message ->> 'subject',
    message ->> 'body_text', message ->> 'body_html', coalesce(message -> 'attachments', '[]'),
    coalesce((message ->> 'send_after')::timestamptz, now()), (message ->> 'send_before')::timestamptz,
    coalesce(message ->> 'purpose', 'news'), p_about.id, p_about.sequence, p_about.user_id
  from jsonb_array_elements(p_messages) as message
$$;
