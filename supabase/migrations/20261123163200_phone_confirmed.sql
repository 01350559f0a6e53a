-- A patient enters a phone number and confirms it with a code that was sent there. Until then it is kept here alone, and gets that code
-- and no other text.

-- Never the digits, only their keyed hash, and null once the code was used or killed. As private.deletion_codes.
create table private.phone_codes (
  user_id uuid primary key references auth.users on delete cascade,
  phone text not null constraint phone_is_a_number check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  code_hash text,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '10 minutes',
  wrong_tries integer not null default 0,
  -- Over all codes since the last right one, so that a few guesses at each of many codes are slowed down too.
  wrong_in_a_row integer not null default 0
);
alter table private.phone_codes alter column user_id set statistics 0;
alter table private.phone_codes enable row level security;
revoke all on private.phone_codes from public, anon, authenticated, service_role;

-- A minute between two texts; from fifteen wrong tries on, twice as long for every five more, up to an hour.
create function private.next_phone_code_at(p_code private.phone_codes) returns timestamptz
language sql immutable set search_path = '' as $$
  select p_code.sent_at + least(interval '1 hour',
    interval '1 minute' * 2 ^ least(6, greatest(0, p_code.wrong_in_a_row / 5 - 2)))
$$;

-- Keeps the new code and its text. Returns 0, or the seconds to wait for another one.
create function public.ask_phone_code(p_user uuid, p_phone text, p_code_hash text, p_messages jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.phone_codes as code (user_id, phone, code_hash) values (p_user, p_phone, p_code_hash)
  on conflict (user_id) do update
  set phone = excluded.phone, code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
    wrong_tries = 0
  where private.next_phone_code_at(code) <= now();
  if not found then
    return (select greatest(1, ceil(extract(epoch from private.next_phone_code_at(code) - now())))::integer
      from private.phone_codes as code where user_id = p_user);
  end if;
  perform private.write_to_patient(p_user, p_messages);
  return 0;
end $$;

-- The right code makes the number the patient's own. Null means that it was not the right one; the fifth wrong try kills it.
create function public.confirm_phone(p_user uuid, p_code_hash text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  confirmed text;
begin
  update private.phone_codes set code_hash = null, wrong_in_a_row = 0
  where user_id = p_user and code_hash = p_code_hash and expires_at > now()
  returning phone into confirmed;
  if confirmed is null then
    update private.phone_codes set
      wrong_tries = wrong_tries + 1,
      wrong_in_a_row = wrong_in_a_row + 1,
      code_hash = case when wrong_tries + 1 < 5 then code_hash end
    where user_id = p_user and code_hash is not null and expires_at > now();
    return null;
  end if;
  update public.customers set customer_phone = confirmed where user_id = p_user;
  delete from private.phone_codes where user_id = p_user;
  return confirmed;
end $$;

alter table public.outbox
  drop constraint outbox_purpose_check,
  add constraint outbox_purpose_check check (purpose in
    ('news', 'reminder', 'treatment_reminder', 'message', 'deletion', 'deletion_code', 'phone_code', 'security'));
drop trigger forget_sent_code on public.outbox;
create trigger forget_sent_code before update on public.outbox for each row
  when (new.purpose in ('deletion_code', 'phone_code') and coalesce(new.sent_at, new.dropped_at, new.parked_at) is not null)
  execute function private.forget_sent_code();

-- Same as 20261119101410_message_notices.sql: the code that confirms a number is asked for by the patient, and needs no consent to texts.
create or replace function private.is_unwanted(p_message public.outbox) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.customers
    left join public.account_deletions as leaving using (user_id)
    left join public.invitations on invitations.email = customer_email and revoked_at is null
    where customers.user_id = p_message.user_id and (
      (p_message.channel = 'sms' and p_message.purpose not in ('message', 'phone_code') and not sms_consent)
      or (p_message.purpose = 'reminder'
        and not case p_message.channel when 'email' then email_reminders else text_reminders end)
      or (p_message.purpose = 'treatment_reminder'
        and (not (testing_reminders or applicator_reminders)
          or not (privacy_policy_accepted and data_usage_consent)
          or private.care_state(p_message.user_id) <> 'treatment'))
      or (p_message.purpose = 'message'
        and (not case p_message.channel when 'email' then message_mails else message_texts end
          or not (privacy_policy_accepted and data_usage_consent)
          or not private.has_unseen_message(p_message.user_id)))
      or (p_message.channel = 'sms' or p_message.recipient = customer_email)
        and (invitations.email is null or leaving.delete_after is not null
          and p_message.purpose not like 'deletion%' and p_message.purpose <> 'security')))
  or p_message.user_id is null and exists (
    select from public.invitations where email = p_message.recipient and revoked_at is not null)
$$;

-- Same as 20261115102100_data_export.sql, for both codes.
create or replace function private.message_for(p_message public.outbox, p_address text) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when p_message.recipient is distinct from p_address and p_message.channel <> 'sms'
      and p_message.purpose <> 'security' then jsonb_build_object(
      'id', p_message.id, 'channel', p_message.channel, 'recipient', 'your care team', 'purpose', p_message.purpose,
      'subject', p_message.subject, 'created_at', p_message.created_at, 'send_after', p_message.send_after,
      'send_before', p_message.send_before, 'sent_at', p_message.sent_at, 'dropped_at', p_message.dropped_at,
      'parked_at', p_message.parked_at)
    else to_jsonb(p_message) - '{lease,leased_until,last_error}'::text[] || case
      when p_message.purpose in ('deletion_code', 'phone_code') then '{"body_text": "", "body_html": null}'::jsonb else '{}' end
  end
$$;

revoke all on function private.next_phone_code_at(private.phone_codes) from public;
revoke all on function public.ask_phone_code(uuid, text, text, jsonb), public.confirm_phone(uuid, text)
  from public, anon, authenticated, service_role;
grant execute on function public.ask_phone_code(uuid, text, text, jsonb), public.confirm_phone(uuid, text) to service_role;
