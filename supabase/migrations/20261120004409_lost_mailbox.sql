create table private.email_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  new_email text not null
    constraint new_email_is_an_address check (new_email = lower(new_email) and new_email ~ '^[^@\s]+@[^@\s]+$')
    constraint new_email_ends check (length(new_email) <= 254)
    constraint new_email_is_plain check (private.is_plain_line(new_email)),
  how_checked text not null
    constraint how_checked_ends check (length(how_checked) between 1 and 500)
    constraint how_checked_is_plain check (private.is_plain_line(how_checked)),
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  agreed_by uuid,
  agreed_at timestamptz,
  changes_at timestamptz,
  -- A keyed hash of the secret in the emailed link.
  stop_hash text constraint stop_hash_ends check (length(stop_hash) <= 64),
  ended_at timestamptz,
  outcome text constraint outcome_known check (outcome in ('changed', 'stopped', 'expired', 'impossible')),
  constraint two_people_agree check (agreed_by <> asked_by),
  constraint agreed_as_a_whole check (num_nulls(agreed_by, agreed_at, changes_at) in (0, 3)),
  constraint waits_72_hours check (changes_at >= agreed_at + interval '72 hours'),
  constraint ended_as_a_whole check (num_nulls(ended_at, outcome) in (0, 2)),
  constraint changed_when_due check (outcome <> 'changed' or coalesce(ended_at >= changes_at, false))
);
alter table private.email_changes alter column user_id set statistics 0;
alter table private.email_changes enable row level security;
revoke all on private.email_changes from public, anon, authenticated, service_role;

create unique index email_changes_of_patient on private.email_changes (user_id) where ended_at is null;
create unique index email_changes_to_address on private.email_changes (new_email) where ended_at is null;
create index email_changes_asked on private.email_changes (user_id, asked_at);
create unique index email_changes_link on private.email_changes (stop_hash);

CREATE OR REPLACE FUNCTION private.correct_invited_address(p_email text, p_to text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.customers where customer_email = p_email) then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This patient has signed in and can change the address on My Account. If they lost their mailbox, select Change email for patient in their record.');
  elsif exists (select from public.invitations where email = p_to) or exists (select from public.customers where customer_email = p_to) then
    perform private.refuse_team('PT409', 'already_invited', 'This address is already invited.');
  end if;
  -- Someone may have requested a code for the wrong address. Deleting the user makes that code useless.
  delete from auth.users where email = p_email and not exists (select from public.customers where customers.user_id = users.id);
  update public.invitations set email = p_to where email = p_email;
  update public.outbox set dropped_at = now()
  where recipient = p_email and starts_with(key, 'invitation:') and sent_at is null and dropped_at is null;
end $function$
;

CREATE OR REPLACE FUNCTION private.end_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' or new.revoked_at is not null or new.email <> old.email then
    -- The record still has the invitation's address, even if the account's address has changed since.
    perform private.end_sign_in(array(
      select id from auth.users where email = old.email
      union
      select user_id from public.customers where customer_email = old.email), old.email);
    if tg_op = 'UPDATE' and new.revoked_at is not null then
      update private.email_changes set ended_at = now(), outcome = 'stopped'
      where ended_at is null and user_id in (select user_id from public.customers where customer_email = new.email);
    end if;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_new_address()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims text := coalesce(current_setting('request.jwt.claims', true), '');
  old_address text := coalesce(
    (select customer_email from public.customers where user_id = new.id), lower(old.email));
  new_address text := lower(new.email);
  is_own boolean := lower(old.email_change) = new_address;
begin
  -- This also ends the sessions (private.end_access). The auth service then opens a new one for the patient.
  update public.invitations set email = new_address where email = old_address;
  delete from auth.sessions where user_id = new.id;
  -- The auth service's transactions have no claims, so these name the patient to the audit log.
  if is_own then
    perform set_config('request.jwt.claims',
      jsonb_build_object('sub', new.id, 'role', 'authenticated')::text, true);
  end if;
  -- Someone who proves both mailboxes has not lost theirs.
  update private.email_changes set ended_at = now(), outcome = 'stopped' where user_id = new.id and ended_at is null;
  update public.customers set customer_email = new_address where user_id = new.id;
  if found then
    perform private.add_audit_line('update', 'email_address', new.id, auth.uid());
    -- Pending emails go to the new address, and sent ones stay in the patient's export.
    update public.outbox set recipient = new_address where user_id = new.id and recipient = old_address;
    perform private.notify_of_new_address(new.id, array[old_address, new_address]);
  end if;
  perform set_config('request.jwt.claims', claims, true);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_usable_address(p_email text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(p_email = lower(p_email) and p_email ~ '^[^@\s]+@[^@\s]+$' and length(p_email) <= 254, false)
    and not exists (select from public.invitations where email = p_email)
    and not exists (select from public.customers where customer_email = p_email)
    and not exists (select from auth.users where lower(email) = p_email)
    and not exists (select from public.care_team where lower(email) = p_email)
    and not exists (select from private.email_changes where new_email = p_email and ended_at is null)
$function$
;

CREATE OR REPLACE FUNCTION private.kind_for_office(p_kind text, p_staff_role text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_staff_role is null or starts_with(p_kind, 'team_') or starts_with(p_kind, 'refused_') then p_kind
    when p_kind in ('access_log', 'account_deletions', 'call_guest', 'call_room', 'call_times', 'coach_assignments', 'email_address', 'email_change',
      'identity',
      'invitation', 'kit_requests', 'printed_record', 'record_openings', 'summary') then p_kind
    -- When coaches or clinicians do these, they are part of a visit to the record.
    when p_staff_role = 'administrator' and p_kind in ('administrative_items', 'administrative_summary', 'appointments',
      'attention_decisions', 'consents', 'contact', 'customers', 'kit', 'mails') then p_kind
    else 'care_record' end
$function$
;

CREATE OR REPLACE FUNCTION private.refuse_passkey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from auth.users where id = new.user_id for no key update;
  if not private.may_sign_in(new.user_id) or private.is_of_care_team(new.user_id) then
    raise exception using errcode = '42501', message = 'This account cannot have a passkey.';
  elsif (select count(*) from auth.webauthn_credentials where user_id = new.user_id) >= 10 then
    raise exception using errcode = 'PT422', message = 'You have reached the maximum number of passkeys.';
  end if;
  perform private.require_limit('new-passkey:' || new.user_id, 10, 86400);
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_lock(p_user uuid, p_session uuid, p_roles text[], p_reads text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  insert into private.staff_activity (session_id, locked_at) values (p_session, now())
  on conflict (session_id) do update set locked_at = excluded.locked_at;
  -- Open channels of this session end right away.
  perform pg_notify('realtime', json_build_object('kind', 'lock', 'id', p_session)::text);
end $function$
;

CREATE OR REPLACE FUNCTION private.agree_to_new_email(p_by public.care_team, p_change uuid, p_stop_hash text, p_messages jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  change private.email_changes;
begin
  perform private.refuse_unless_role(p_by, 'clinician');
  select * into change from private.email_changes where id = p_change and ended_at is null and agreed_at is null for update;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Someone already decided on this request.');
  elsif change.asked_by = p_by.id then
    perform private.refuse_team('PT403', 'not_allowed', 'You asked for this. Someone else has to agree.');
  end if;
  update private.email_changes set agreed_by = p_by.id, agreed_at = now(), changes_at = now() + interval '72 hours', stop_hash = p_stop_hash
  where id = p_change;
  perform private.write_to_patient(change.user_id, p_messages);
  perform private.add_audit_line('update', 'email_change', change.user_id, p_by.id);
end $function$
;

revoke all on function private.agree_to_new_email(public.care_team,uuid,text,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.announce_email_change()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.publish_to_office(), realtime.send('{}', 'change', 'team:today', true);
end $function$
;

revoke all on function private.announce_email_change() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.apply_email_change(p_change private.email_changes)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.email_changes set ended_at = now(), outcome = 'changed' where id = p_change.id;
  perform set_config('portal.staff_id', p_change.agreed_by::text, true);
  update auth.users set email = p_change.new_email, email_change = '', email_change_token_new = '', email_change_token_current = '',
    email_change_confirm_status = 0, updated_at = now()
  where id = p_change.user_id;
  -- Supabase's auth service keeps the address here as well.
  if to_regclass('auth.identities') is not null then
    execute 'update auth.identities set identity_data = identity_data || jsonb_build_object(''email'', $2::text), updated_at = now()
      where user_id = $1 and provider = ''email''' using p_change.user_id, p_change.new_email;
  end if;
  perform set_config('portal.staff_id', '', true);
end $function$
;

revoke all on function private.apply_email_change(private.email_changes) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.ask_for_new_email(p_by public.care_team, p_patient uuid, p_email text, p_how text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  change uuid;
begin
  perform private.refuse_unless_role(p_by, 'administrator');
  perform private.require_record('identity', p_patient);
  -- The same locks in the same order as the patient's own change.
  perform from auth.users where id = p_patient for update;
  perform pg_advisory_xact_lock(hashtextextended('email change to ' || p_email, 0));
  if not exists (
    select from public.customers join public.invitations on invitations.email = customer_email
    where user_id = p_patient and revoked_at is null
  ) then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this patient, or their access has ended.');
  elsif exists (select from private.email_changes where user_id = p_patient and ended_at is null) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This patient’s email address is already being changed.');
  elsif (select count(*) from private.email_changes where user_id = p_patient and asked_at > now() - interval '30 days') >= 3 then
    perform private.refuse_team('PT409', 'not_now', 'You can ask for this three times in 30 days. Talk to a clinician about what to do next.');
  elsif not private.is_usable_address(p_email, p_patient) then
    perform private.refuse_team('PT409', 'already_invited', 'This address is already in use.');
  end if;
  insert into private.email_changes (user_id, new_email, how_checked, asked_by) values (p_patient, p_email, p_how, p_by.id)
  returning id into change;
  perform private.add_audit_line('insert', 'email_change', p_patient, p_by.id);
  perform private.email_person(clinician, 'A patient’s email change needs a clinician', array[
    format('%s asked to change a patient’s email address in the Béa team workspace.', p_by.name),
    'Before you agree on Today, talk to the patient yourself, by phone or in person. The address changes 72 hours after you agree.'])
  from public.care_team as clinician where role = 'clinician' and private.is_member(clinician);
  return change;
end $function$
;

revoke all on function private.ask_for_new_email(public.care_team,uuid,text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.may_add_passkey(p_user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (
    select from private.limits
    where key = encode(sha256(convert_to('new-passkey:' || p_user_id, 'UTF8')), 'hex') and used >= 10 and window_ends_at > now())
$function$
;

revoke all on function private.may_add_passkey(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.refuse_unless_role(p_person public.care_team, p_role text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_person.role <> p_role then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
end $function$
;

revoke all on function private.refuse_unless_role(public.care_team,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.require_fresh_code(p_session uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (
    select from auth.mfa_amr_claims
    where session_id = p_session and authentication_method in ('totp', 'mfa/webauthn') and updated_at > now() - interval '5 minutes'
  ) then
    perform private.refuse_team('PT403', 'fresh_code_required', 'Enter a new code from your app to confirm that it’s you.');
  end if;
end $function$
;

revoke all on function private.require_fresh_code(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.stop_email_change(p_change private.email_changes, p_words text, p_actor uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  words constant text[] := array['Hello,',
    'The email address on your Béa account stays the same. The change that we told you about was stopped.',
    'If you have questions, reply to this email.'];
  subject constant text := 'Your email address stays the same';
begin
  update private.email_changes set ended_at = now(), outcome = 'stopped' where id = p_change.id;
  if p_change.agreed_at is not null then
    insert into public.outbox (key, channel, recipient, purpose, user_id, send_before, subject, body_text, body_html)
    select 'email-change-stopped:' || p_change.id, 'email', customer_email, 'security', user_id, now() + interval '7 days', subject,
      array_to_string(words || 'Béa'::text, E'\n\n') || E'\n', private.email_page(subject, words)
    from public.customers where user_id = p_change.user_id;
  end if;
  -- What still waits to be sent about the change is no longer true.
  update public.outbox set dropped_at = now()
  where user_id = p_change.user_id and starts_with(key, 'email-change:' || p_change.id) and sent_at is null and dropped_at is null;
  perform private.team_words_on_stop(p_change, p_words);
  if p_actor is null then
    -- Under a role that the team's log shows: a patient's own acts are in the patient's log alone.
    insert into public.audit_log (actor_id, actor_role, action, kind, subject_id)
    values (p_change.user_id, 'sign_in', 'delete', 'email_change', p_change.user_id);
  else
    perform private.add_audit_line('delete', 'email_change', p_change.user_id, p_actor);
  end if;
  perform private.announce_email_change();
end $function$
;

revoke all on function private.stop_email_change(private.email_changes,text,uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.team_words_on_stop(p_change private.email_changes, p_words text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.email_person(person, 'An email change was stopped', array[p_words,
    'The patient still signs in with their old address. If you don’t know why, talk to the patient, by phone or in person.'])
  from public.care_team as person
  where private.is_member(person) and (person.role = 'administrator' or person.id in (p_change.asked_by, p_change.agreed_by))
$function$
;

revoke all on function private.team_words_on_stop(private.email_changes,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.change_due_emails()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due private.email_changes;
  changed integer := 0;
begin
  update private.email_changes set ended_at = now(), outcome = 'expired'
  where ended_at is null and agreed_at is null and asked_at <= now() - interval '72 hours';
  for due in select * from private.email_changes where ended_at is null and changes_at <= now() order by changes_at limit 100 loop
    perform from auth.users where id = due.user_id for update;
    continue when not exists (select from private.email_changes where id = due.id and ended_at is null for update);
    begin
      if not private.may_sign_in(due.user_id) then
        raise exception using errcode = 'PT422', message = 'The access of this patient has ended.';
      end if;
      perform private.apply_email_change(due);
      changed := changed + 1;
    exception when sqlstate 'PT422' or unique_violation then
      update private.email_changes set ended_at = now(), outcome = 'impossible' where id = due.id;
      perform private.team_words_on_stop(due, 'A change of a patient’s email address was due, but the new address can no longer be used.');
    end;
  end loop;
  return changed;
end $function$
;

revoke all on function public.change_due_emails() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.own_email_change()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select changes_at from private.email_changes
  where user_id = auth.uid() and private.has_access() and agreed_at is not null and ended_at is null
$function$
;

revoke all on function public.own_email_change() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.stop_own_email_change(p_user_id uuid, p_stop_hash text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  change private.email_changes;
begin
  select * into change from private.email_changes
  where agreed_at is not null and (stop_hash = p_stop_hash or user_id = p_user_id and ended_at is null) for update;
  if not found then
    return 'none';
  elsif change.outcome = 'stopped' then
    return 'stopped';
  elsif change.ended_at is not null or change.changes_at <= now() then
    return 'late';
  end if;
  perform private.stop_email_change(change, 'The patient stopped a change of their email address.', null);
  return 'stopped';
end $function$
;

revoke all on function public.stop_own_email_change(uuid,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_change_email(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  acting constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  changed uuid := (p_change ->> 'id')::uuid;
  change private.email_changes;
begin
  if earlier is not null then
    return earlier;
  end if;
  if p_change ->> 'action' <> 'stop' then
    perform private.require_fresh_code(p_session);
  end if;
  case p_change ->> 'action'
    when 'ask' then
      changed := private.ask_for_new_email(acting, (p_change ->> 'patient')::uuid, p_change ->> 'email', p_change ->> 'howChecked');
    when 'agree' then
      perform private.agree_to_new_email(acting, changed, p_change ->> 'stopHash', p_change -> 'messages');
    when 'stop' then
      select * into change from private.email_changes
      where id = changed and ended_at is null and (changes_at is null or changes_at > now()) for update;
      if not found then
        perform private.refuse_team('PT409', 'changed_meanwhile', 'This request has already ended.');
      end if;
      perform private.stop_email_change(change, format('%s stopped a change of a patient’s email address.', acting.name), acting.id);
  end case;
  perform private.announce_email_change();
  return private.keep_answer(p_request, jsonb_build_object('id', changed));
end $function$
;

revoke all on function public.team_change_email(uuid,uuid,text[],text[],jsonb,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_email_changes(p_user uuid, p_session uuid, p_roles text[], p_reads text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  rows constant jsonb := (
    select coalesce(jsonb_agg(jsonb_build_object('id', change.id, 'newEmail', new_email, 'howChecked', how_checked,
      'patient', jsonb_build_object('id', change.user_id,
        'name', coalesce(nullif(concat_ws(' ', customer_first_name, customer_last_name), ''), customer_email)),
      'email', customer_email, 'firstName', customer_first_name, 'timeZone', private.known_zone(change.user_id),
      'phone', case when sms_consent and not phone_changed_by_team then private.text_number(customer_phone) end,
      'askedBy', asker.name, 'askedAt', asked_at, 'agreedBy', agreer.name, 'changesAt', changes_at,
      'mayAgree', person.role = 'clinician' and agreed_at is null and asked_by <> person.id) order by asked_at), '[]')
    from private.email_changes as change join public.customers using (user_id)
    left join public.care_team as asker on asker.id = asked_by
    left join public.care_team as agreer on agreer.id = agreed_by
    where ended_at is null);
begin
  perform private.audit_reads('{identity}', array(
    select (row #>> '{patient,id}')::uuid from jsonb_array_elements(rows) as row));
  return rows;
end $function$
;

revoke all on function public.team_email_changes(uuid,uuid,text[],text[]) from public, anon, authenticated, service_role;

grant execute on function public.change_due_emails() to service_role;

grant execute on function public.own_email_change() to authenticated;

grant execute on function public.stop_own_email_change(uuid,text) to service_role;

grant execute on function public.team_change_email(uuid,uuid,text[],text[],jsonb,jsonb) to service_role;

grant execute on function public.team_email_changes(uuid,uuid,text[],text[]) to service_role;
