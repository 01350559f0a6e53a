-- Patients' passkeys. The auth service (GoTrue on Supabase, ours elsewhere) checks the ceremonies and writes auth.webauthn_credentials. Who
-- may have a passkey, how many, what ends with one, and who is told is decided here, in the same transaction, in every deployment.
-- Emails the patient and adds a line to the log. The email leaves out the passkey's name, because anyone with a session can set it. The auth
-- service's transactions have no claims, so this names the patient itself.
create function private.email_about_passkey(p_user_id uuid, p_action text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  is_added constant boolean := p_action = 'insert';
  subject constant text := case when is_added then 'A passkey was added' else 'A passkey was removed' end;
  words constant text[] := array['Hello,',
    case when is_added then 'A passkey was added to your Béa account. You can now sign in with it, without a code.'
      else 'A passkey was removed from your Béa account. You can no longer sign in with it, and any device that signed in with it was signed out.' end,
    case when is_added then 'If you didn’t add it, remove it on My Account, and reply to this email right away.'
      else 'You can always sign in with a code we email you. If you didn’t remove the passkey, reply to this email right away.' end];
begin
  insert into public.outbox (key, channel, recipient, purpose, user_id, send_before, subject, body_text, body_html)
  select 'passkey:' || gen_random_uuid(), 'email', customer_email, 'security', user_id, now() + interval '7 days', subject,
    array_to_string(words || 'Béa'::text, E'\n\n') || E'\n', private.email_page(subject, words)
  from public.customers where user_id = p_user_id;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_user_id, 'role', 'authenticated')::text, true);
  perform private.add_audit_line(p_action, 'passkey', p_user_id, p_user_id);
  perform set_config('request.jwt.claims', claims, true);
end $$;
revoke all on function private.email_about_passkey(uuid, text) from public, anon, authenticated, service_role;

-- The same people as for a code, except the care team, whose sign-in needs the mailbox. At most ten for each patient. Their row is
-- locked, so that if two are added at the same time, the second counts the first.
-- Ten new ones a day: each one, and its removal, is emailed and logged, and no one may bury a notice under a hundred others.
create function private.may_add_passkey(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (
    select from private.limits
    where key = encode(sha256(convert_to('new-passkey:' || p_user_id, 'UTF8')), 'hex') and used >= 10 and window_ends_at > now())
$$;
revoke all on function private.may_add_passkey(uuid) from public, anon, authenticated, service_role;

create function private.refuse_passkey() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from auth.users where id = new.user_id for no key update;
  if not private.may_sign_in(new.user_id) or private.is_of_care_team(new.user_id) then
    raise exception using errcode = '42501', message = 'This account cannot have a passkey.';
  elsif (select count(*) from auth.webauthn_credentials where user_id = new.user_id) >= 10 then
    raise exception using errcode = 'PT422', message = 'You have reached the maximum number of passkeys.';
  end if;
  perform private.require_limit('new-passkey:' || new.user_id, 10, 86400);
  return new;
end $$;
revoke all on function private.refuse_passkey() from public;

create trigger refuse_passkey before insert on auth.webauthn_credentials
  for each row execute function private.refuse_passkey();

create function private.email_about_new_passkey() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.email_about_passkey(new.user_id, 'insert');
  return null;
end $$;
revoke all on function private.email_about_new_passkey() from public;

create trigger email_about_new_passkey after insert on auth.webauthn_credentials
  for each row execute function private.email_about_new_passkey();

-- Ends the sessions that the passkey opened. GoTrue doesn't store which those are, so on Supabase every passkey session of this patient ends.
-- If the account or its access ended, no one gets an email about the passkey.
create function private.remove_passkey() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('portal_server.passkey_sessions') is not null then
    delete from auth.sessions where id in (
      select session_id from portal_server.passkey_sessions where passkey_id = old.id);
  else
    delete from auth.sessions where user_id = old.user_id and id in (
      select session_id from auth.mfa_amr_claims where authentication_method = 'passkey');
  end if;
  if exists (select from auth.users where id = old.user_id) and private.may_sign_in(old.user_id) then
    perform private.email_about_passkey(old.user_id, 'delete');
  end if;
  return old;
end $$;
revoke all on function private.remove_passkey() from public;

create trigger remove_passkey before delete on auth.webauthn_credentials
  for each row execute function private.remove_passkey();
