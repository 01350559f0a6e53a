CREATE OR REPLACE FUNCTION private.end_sign_in(p_users uuid[], p_email text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions where user_id = any (p_users);
  delete from auth.mfa_factors where user_id = any (p_users);
  delete from auth.webauthn_challenges where user_id = any (p_users);
  delete from auth.webauthn_credentials where user_id = any (p_users);
  -- When the codes were sent is kept, for the minute between two mails.
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = '',
    email_change_confirm_status = 0
  where id = any (p_users)
    and (email_change <> '' or email_change_token_new <> '' or email_change_token_current <> '');
  -- Supabase's auth service keeps its codes here, in both places.
  if to_regclass('auth.one_time_tokens') is not null then
    delete from auth.one_time_tokens where user_id = any (p_users);
    update auth.users set confirmation_token = '', recovery_token = '', reauthentication_token = ''
    where id = any (p_users)
      and (confirmation_token <> '' or recovery_token <> '' or reauthentication_token <> '');
  end if;
  -- Our own server keeps them here, also for somebody who has never signed in.
  if exists (select from pg_catalog.pg_namespace where nspname = 'portal_server') then
    delete from portal_server.sign_in_codes where email = p_email;
    delete from portal_server.sign_in_clients where email = p_email;
    delete from portal_server.email_change_guesses where user_id = any (p_users);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.email_about_new_passkey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.email_about_passkey(new.user_id, 'insert');
  return null;
end $function$
;

revoke all on function private.email_about_new_passkey() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.email_about_passkey(p_user_id uuid, p_action text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  claims constant text := coalesce(current_setting('request.jwt.claims', true), '');
  is_added constant boolean := p_action = 'insert';
  subject constant text := case when is_added then 'A passkey was added' else 'A passkey was removed' end;
  words constant text[] := array['Hello,',
    case when is_added then 'A passkey was added to your Béa account. It opens your account without a code.'
      else 'A passkey was removed from your Béa account. It no longer opens your account, and where it did you’re signed out.' end,
    case when is_added then 'If you didn’t add it, remove it on My Account, and reply to this email right away.'
      else 'You can always sign in with a code by email. If you didn’t remove it, reply to this email right away.' end];
begin
  insert into public.outbox (key, channel, recipient, purpose, user_id, send_before, subject, body_text, body_html)
  select 'passkey:' || gen_random_uuid(), 'email', customer_email, 'security', user_id, now() + interval '7 days', subject,
    array_to_string(words || 'Béa'::text, E'\n\n') || E'\n', private.email_page(subject, words)
  from public.customers where user_id = p_user_id;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', p_user_id, 'role', 'authenticated')::text, true);
  perform private.add_audit_line(p_action, 'passkey', p_user_id, p_user_id);
  perform set_config('request.jwt.claims', claims, true);
end $function$
;

revoke all on function private.email_about_passkey(uuid,text) from public, anon, authenticated, service_role;

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
  return new;
end $function$
;

revoke all on function private.refuse_passkey() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.remove_passkey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

revoke all on function private.remove_passkey() from public, anon, authenticated, service_role;

CREATE TRIGGER email_about_new_passkey AFTER INSERT ON auth.webauthn_credentials FOR EACH ROW EXECUTE FUNCTION private.email_about_new_passkey();

CREATE TRIGGER refuse_passkey BEFORE INSERT ON auth.webauthn_credentials FOR EACH ROW EXECUTE FUNCTION private.refuse_passkey();

CREATE TRIGGER remove_passkey BEFORE DELETE ON auth.webauthn_credentials FOR EACH ROW EXECUTE FUNCTION private.remove_passkey();
