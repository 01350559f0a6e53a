-- The outbox: emails and texts to send. Each is written in the same transaction as what it is about, and a worker delivers it.
create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  -- One row for each message, no matter how often the same request arrives.
  key text not null unique check (length(key) <= 200),
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null
    constraint recipient_ends check (length(recipient) <= 254)
    constraint recipient_is_plain check (private.is_plain_line(recipient)),
  subject text
    constraint subject_ends check (length(subject) <= 1000)
    constraint subject_is_plain check (private.is_plain_line(subject)),
  body_text text not null constraint body_text_ends check (length(body_text) <= 100000),
  body_html text constraint body_html_ends check (length(body_html) <= 500000),
  attachments jsonb not null default '[]' constraint attachments_end check (length(attachments::text) <= 1000000),
  appointment_id uuid references public.appointments on delete cascade,
  -- The version of the appointment that this message is about. A newer version makes the message stale.
  appointment_sequence integer,
  user_id uuid references public.customers on delete cascade,
  send_after timestamptz not null default now(),
  -- After this moment the message is useless, and is dropped.
  send_before timestamptz,
  attempts integer not null default 0,
  leased_until timestamptz,
  lease uuid,
  sent_at timestamptz,
  dropped_at timestamptz,
  parked_at timestamptz,
  last_error text constraint last_error_ends check (length(last_error) <= 200),
  created_at timestamptz not null default now(),
  purpose text not null default 'news',
  constraint outbox_purpose_check
    check (purpose in
      ('news', 'reminder', 'treatment_reminder', 'message', 'deletion', 'deletion_code', 'phone_code', 'security'))
);
alter table public.outbox alter column user_id set statistics 0;
alter table public.outbox enable row level security;
revoke all on public.outbox from anon, authenticated, service_role;
grant select, insert, update, delete on public.outbox to service_role;
create index outbox_waiting on public.outbox (send_after)
  where sent_at is null and dropped_at is null and parked_at is null;
create index outbox_of_appointment on public.outbox (appointment_id);
create index outbox_of_patient on public.outbox (user_id);
create index outbox_of_invitation on public.outbox (recipient, created_at desc) where starts_with(key, 'invitation:');

-- Operators watch for messages that need a person, and that query must not read every message ever sent.
create index outbox_parked on public.outbox (parked_at) where parked_at is not null;

-- Adds messages about an appointment. This fills in the appointment's id and sequence.
create function private.add_messages(p_about public.appointments, p_messages jsonb) returns void
language sql set search_path = '' as $$
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, attachments, send_after, send_before,
    purpose, appointment_id, appointment_sequence, user_id)
  select message ->> 'key', message ->> 'channel', message ->> 'recipient', message ->> 'subject',
    message ->> 'body_text', message ->> 'body_html', coalesce(message -> 'attachments', '[]'),
    coalesce((message ->> 'send_after')::timestamptz, now()), (message ->> 'send_before')::timestamptz,
    coalesce(message ->> 'purpose', 'news'), p_about.id, p_about.sequence, p_about.user_id
  from jsonb_array_elements(p_messages) as message
$$;

-- Wakes workers that listen before their next poll.
create function private.announce_messages() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('outbox', '');
  return null;
end $$;

create trigger announce_messages after insert on public.outbox
  for each statement execute function private.announce_messages();

-- Whether a waiting notification must no longer be sent: its patient withdrew consent, turned it off, or is in a care state that forbids
-- it, or the clinic sends patients no texts, but for security notices. domain/care-state/surfaces.ts (`mails`, `calendar`) has the care states, and supabase/tests/outbox.test.ts compares the two.
create function private.is_unwanted(p_message public.outbox) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.customers
    left join public.account_deletions as leaving using (user_id)
    left join public.invitations on invitations.email = customer_email and revoked_at is null
    where customers.user_id = p_message.user_id and (
      -- The patient requests the code that confirms a number, so it needs no consent to texts.
      (p_message.channel = 'sms' and p_message.purpose not in ('message', 'phone_code') and not sms_consent)
      or (p_message.channel = 'sms' and p_message.purpose <> 'security'
        and exists (select from public.clinic_settings where name = 'texts' and value = 'off'))
      or (p_message.channel = 'sms' and p_message.purpose <> 'phone_code' and phone_changed_by_team)
      or (p_message.purpose = 'reminder'
        and not case p_message.channel when 'email' then email_reminders else text_reminders end)
      or (p_message.purpose = 'treatment_reminder'
        and (not (testing_reminders or applicator_reminders)
          or not (privacy_policy_accepted and data_usage_consent)
          or private.care_state(p_message.user_id) <> 'treatment'))
      or (p_message.purpose = 'message'
        and (not case p_message.channel when 'email' then message_emails else message_texts end
          or not (privacy_policy_accepted and data_usage_consent)
          or not private.has_unseen_message(p_message.user_id)))
      or (p_message.channel = 'sms' or p_message.recipient = customer_email)
        and (invitations.email is null or leaving.delete_after is not null
          and p_message.purpose not like 'deletion%' and p_message.purpose <> 'security')))
  or p_message.user_id is null and exists (
    select from public.invitations where email = p_message.recipient and revoked_at is not null)
$$;

-- Leases messages that are due, so that two workers never take the same one. Drops messages about an appointment that was since canceled
-- or moved, messages the reader no longer wants, and those the clinic has no service for.
create function public.lease_outbox(p_count integer, p_seconds integer, p_channels text[] default '{email,sms}')
returns setof public.outbox
language plpgsql security definer set search_path = '' as $$
declare
  due uuid[];
begin
  loop
    due := array(
      select id from public.outbox
      where sent_at is null and dropped_at is null and parked_at is null and send_after <= now()
        and (leased_until is null or leased_until <= now())
      order by send_after limit p_count for update skip locked);
    exit when due = '{}';
    update public.outbox as message set dropped_at = now(), lease = null, leased_until = null
    where id = any (due) and (send_before <= now() or channel <> all (p_channels)
      or exists (select from public.appointments
        where appointments.id = message.appointment_id and appointments.sequence <> message.appointment_sequence)
      or private.is_unwanted(message));
    -- After eight attempts without a result, workers keep stopping while they send it. A person has to look.
    update public.outbox set parked_at = now(), lease = null, leased_until = null
    where id = any (due) and dropped_at is null and attempts >= 8;
    return query
      update public.outbox set
        attempts = attempts + 1,
        lease = gen_random_uuid(),
        leased_until = now() + make_interval(secs => p_seconds)
      where id = any (due) and dropped_at is null and parked_at is null
      returning *;
    -- If all of these were dropped or parked, look for others that are due.
    exit when found;
  end loop;
end $$;
revoke all on function public.lease_outbox(integer, integer, text[]) from public, anon, authenticated, service_role;
grant execute on function public.lease_outbox(integer, integer, text[]) to service_role;

-- Which of these messages are reminders written in another time zone than the one that holds now. Moments are
-- milliseconds since 1970.
create function public.outdated_zones(p_messages uuid[]) returns table (id uuid, starts_at double precision, written_in text, zone text)
language sql stable security definer set search_path = '' as $$
  select message.id, 1000 * extract(epoch from appointments.starts_at)::double precision, appointments.time_zone, known.zone
  from public.outbox as message
  join public.appointments on appointments.id = message.appointment_id
  cross join lateral (select private.known_zone(appointments.user_id) as zone) as known
  where message.id = any (p_messages) and message.purpose = 'reminder' and known.zone <> appointments.time_zone
$$;
revoke all on function public.outdated_zones(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.outdated_zones(uuid[]) to service_role;

-- Records whether a leased message was sent. A worker whose lease has expired changes nothing.
create function public.settle_outbox(p_id uuid, p_lease uuid, p_error text) returns boolean
language sql security definer set search_path = '' as $$
  update public.outbox set
    sent_at = case when p_error is null then now() end,
    last_error = left(p_error, 200),
    lease = null,
    leased_until = null,
    -- Waits 1, 2, 4 … minutes, up to an hour. After the eighth failure a person has to look.
    send_after = case when p_error is null then send_after
      else now() + least(interval '1 hour', interval '30 seconds' * power(2, attempts)) end,
    parked_at = case when p_error is not null and attempts >= 8 then now() end
  where id = p_id and lease = p_lease
  returning true
$$;
revoke all on function public.settle_outbox(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.settle_outbox(uuid, uuid, text) to service_role;

-- Removes a code from the outbox as soon as it was sent.
create function private.forget_sent_code() returns trigger language plpgsql set search_path = '' as $$
begin
  new.body_text := '';
  new.body_html := null;
  return new;
end $$;

create trigger forget_sent_code before update on public.outbox for each row
  when (new.purpose in ('deletion_code', 'phone_code') and coalesce(new.sent_at, new.dropped_at, new.parked_at) is not null)
  execute function private.forget_sent_code();
