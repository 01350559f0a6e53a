alter table public.customers add column phone_changed_by_team boolean not null default false;

CREATE OR REPLACE FUNCTION private.ask_follow_up(p_patient uuid, p_act jsonb, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  colleague constant uuid := coalesce((p_act ->> 'to')::uuid, p_person.id);
  role_of_colleague text := p_person.role;
begin
  perform private.require_record('follow_ups', p_patient);
  if colleague <> p_person.id then
    select role into role_of_colleague from public.care_team as member
    where id = colleague and role in ('coach', 'clinician') and private.is_member(member) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer on the care team.');
    end if;
  end if;
  if role_of_colleague = 'coach' and p_person.role = 'coach' and not private.is_assigned(p_person.id, p_patient)
    and not private.cares_for(colleague, p_patient) then
    perform private.refuse_team('PT403', 'not_allowed',
      'This patient is assigned to another coach. Ask that coach or a clinician to follow up.');
  end if;
  insert into public.follow_ups (user_id, due_at, text, to_id, person_id, person_name, person_role)
  values (p_patient, (p_act ->> 'at')::timestamptz, p_act ->> 'words', colleague, p_person.id, p_person.name, p_person.role);
end $function$
;

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
$function$
;

CREATE OR REPLACE FUNCTION private.kept_before(p_message public.messages)
 RETURNS TABLE(person_id uuid, at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
  select kept.person_id, kept.at
  from (
    (select reply.person_id, reply.created_at as at from public.messages as reply
      where reply.user_id = p_message.user_id and reply.thread_id = p_message.thread_id and reply.sender = 'team'
        and reply.place < p_message.place
      order by reply.place desc limit 1)
    union all
    (select handed.to_id, handed.decided_at from public.attention_decisions as handed
      where handed.user_id = p_message.user_id and handed.decision = 'hand-over' and handed.decided_at < p_message.created_at
        and handed.decided_at > p_message.created_at - interval '24 hours'
        and exists (select from public.messages as own
          where own.thread_id = p_message.thread_id and 'message-waits:' || own.id = handed.key)
        -- Someone else has decided since: the hand-off is over.
        and not exists (select from public.attention_decisions as later
          where later.key = handed.key and later.version > handed.version and later.person_id <> handed.to_id)
      order by handed.decided_at desc limit 1)) as kept
  join public.care_team as member on member.id = kept.person_id
  where private.is_member(member) and member.role in ('coach', 'clinician')
    and not exists (select from public.absences where host_id = member.id and starts_at <= now() and ends_at > now());
end $function$
;

CREATE OR REPLACE FUNCTION private.set_identity(p_patient uuid, p_identity jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  address constant jsonb := p_identity -> 'address';
  phone_before text;
begin
  select customer_phone into phone_before from public.customers where user_id = p_patient for update;
  update public.customers set
    preferred_name = case when p_identity ? 'preferredName' then p_identity ->> 'preferredName' else preferred_name end,
    pronouns = case when p_identity ? 'pronouns' then p_identity ->> 'pronouns' else pronouns end,
    birth_date = case when p_identity ? 'birthDate' then (p_identity ->> 'birthDate')::date else birth_date end,
    customer_phone = case when p_identity ? 'phone' then p_identity ->> 'phone' else customer_phone end,
    programme_name = case when p_identity ? 'program' then p_identity ->> 'program' else programme_name end
  where user_id = p_patient;
  if p_identity ? 'phone' and private.text_number(p_identity ->> 'phone') is distinct from private.text_number(phone_before) then
    perform private.phone_changed_by_team(p_patient);
  end if;
  if p_identity ? 'address' then
    update public.customers set shipping_line1 = address ->> 'line1', shipping_line2 = address ->> 'line2',
      shipping_city = address ->> 'city', shipping_state = address ->> 'state', shipping_zip = address ->> 'zip'
    where user_id = p_patient;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.confirm_phone(p_user_id uuid, p_code_hash text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  confirmed text;
begin
  -- Many at once wait for each other: each is judged by a code that knows of the tries before it.
  perform from private.phone_codes where user_id = p_user_id for update;
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
  update public.customers set customer_phone = confirmed, phone_changed_by_team = false where user_id = p_user_id;
  return confirmed;
end $function$
;

CREATE OR REPLACE FUNCTION private.phone_changed_by_team(p_patient uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update public.customers set phone_changed_by_team = customer_phone is not null where user_id = p_patient;
  insert into public.outbox (key, channel, recipient, purpose, user_id, send_before, subject, body_text, body_html)
  select 'phone-changed:' || gen_random_uuid(), 'email', customer_email, 'security', p_patient, now() + interval '7 days',
    subject, array_to_string(words, E'\n\n') || E'\n', private.email_page(subject, words)
  from public.customers,
    (values ('Your phone number has changed', array[
      'Hello,',
      'Your care team changed the phone number on your Béa account.',
      'A new number gets texts only after you confirm it on My Account.',
      'If you didn’t ask for this, reply to this email and let us know right away.',
      'Béa'])) as email (subject, words)
  where user_id = p_patient
$function$
;

revoke all on function private.phone_changed_by_team(uuid) from public, anon, authenticated, service_role;
