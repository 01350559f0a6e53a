-- A patient confirms a phone number by a code that is texted to it.
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

alter table public.outbox
  drop constraint outbox_purpose_check,
  add constraint outbox_purpose_check
    check (purpose in
      ('news', 'reminder', 'treatment_reminder', 'message', 'deletion', 'deletion_code', 'phone_code', 'security'));

drop trigger forget_sent_code on public.outbox;

CREATE OR REPLACE FUNCTION private.is_unwanted(p_message public.outbox)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.customers
    left join public.account_deletions as leaving using (user_id)
    left join public.invitations on invitations.email = customer_email and revoked_at is null
    where customers.user_id = p_message.user_id and (
      -- The patient asks for the code that confirms a number, so it needs no consent to texts.
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
$function$
;

CREATE OR REPLACE FUNCTION private.message_for(p_message public.outbox, p_address text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.delete_account(p_user_id uuid, p_lease uuid, p_calls jsonb, p_messages jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  addresses text[] := array(
    select customer_email from public.customers where user_id = p_user_id
    union select lower(email) from auth.users where id = p_user_id);
  nobody uuid := gen_random_uuid();
begin
  perform from public.account_deletions
  where user_id = p_user_id and lease = p_lease and delete_after <= now() for update;
  if not found then
    return false;
  end if;
  -- A booking at the same time waits for this row, and then finds no patient.
  perform from public.customers where user_id = p_user_id for update;
  if exists (select from private.files_of(p_user_id))
    or exists (select from public.appointments
      where user_id = p_user_id and status = 'booked' and ends_at > now()
        and not p_calls @> jsonb_build_array(jsonb_build_object('id', id, 'sequence', sequence))) then
    return false;
  end if;
  delete from public.outbox where user_id = p_user_id or recipient = any (addresses);
  delete from private.limits where key in (
    select encode(sha256(convert_to(name, 'UTF8')), 'hex') from unnest(
      array['deletion-code:' || p_user_id, 'data-export:' || p_user_id, 'phone-code:' || p_user_id]
      || array(select 'validate-email:' || address from unnest(addresses) as address)) as name);
  -- Every other row of the patient is deleted by cascade from these.
  delete from auth.refresh_tokens where user_id = p_user_id::text;
  delete from auth.users where id = p_user_id;
  delete from public.invitations where email = any (addresses);
  -- Supabase's own log of sign-ins, where there is one.
  if to_regclass('auth.audit_log_entries') is not null then
    execute 'delete from auth.audit_log_entries where payload ->> ''actor_id'' = $1' using p_user_id::text;
  end if;
  update public.audit_log
  set subject_id = nobody, actor_id = case when actor_id = p_user_id then nobody else actor_id end
  where subject_id = p_user_id;
  perform private.forget_signals(p_user_id);
  perform private.write_to_patient(null, p_messages);
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.next_phone_code_at(p_code private.phone_codes)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_code.sent_at + least(interval '1 hour',
    interval '1 minute' * 2 ^ least(6, greatest(0, p_code.wrong_in_a_row / 5 - 2)))
$function$
;

revoke all on function private.next_phone_code_at(private.phone_codes) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.ask_phone_code(p_user_id uuid, p_phone text, p_code_hash text, p_messages jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.phone_codes as code (user_id, phone, code_hash) values (p_user_id, p_phone, p_code_hash)
  on conflict (user_id) do update
  set phone = excluded.phone, code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
    wrong_tries = 0
  where private.next_phone_code_at(code) <= now();
  if not found then
    return (select greatest(1, ceil(extract(epoch from private.next_phone_code_at(code) - now())))::integer
      from private.phone_codes as code where user_id = p_user_id);
  end if;
  perform private.write_to_patient(p_user_id, p_messages);
  return 0;
end $function$
;

revoke all on function public.ask_phone_code(uuid,text,text,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.confirm_phone(p_user_id uuid, p_code_hash text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  confirmed text;
begin
  delete from private.phone_codes
  where user_id = p_user_id and code_hash = p_code_hash and expires_at > now()
  returning phone into confirmed;
  if confirmed is null then
    update private.phone_codes set
      wrong_tries = wrong_tries + 1,
      wrong_in_a_row = wrong_in_a_row + 1,
      code_hash = case when wrong_tries + 1 < 5 then code_hash end
    where user_id = p_user_id and code_hash is not null and expires_at > now();
    return null;
  end if;
  update public.customers set customer_phone = confirmed where user_id = p_user_id;
  return confirmed;
end $function$
;

revoke all on function public.confirm_phone(uuid,text) from public, anon, authenticated, service_role;

CREATE TRIGGER forget_sent_code BEFORE UPDATE ON public.outbox FOR EACH ROW WHEN (((new.purpose = ANY (ARRAY['deletion_code'::text, 'phone_code'::text])) AND (COALESCE(new.sent_at, new.dropped_at, new.parked_at) IS NOT NULL))) EXECUTE FUNCTION private.forget_sent_code();

grant execute on function public.ask_phone_code(uuid,text,text,jsonb) to service_role;

grant execute on function public.confirm_phone(uuid,text) to service_role;
