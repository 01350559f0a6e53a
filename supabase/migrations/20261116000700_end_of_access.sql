-- Whatever ends somebody's access ends all that could open it again, in one place: sessions, codes, and a change of address
-- under way, which would otherwise wait for the day on which they are invited again.

create function private.end_access() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- The record names the invitation even where the account has since moved to another address.
  accounts constant uuid[] := array(
    select id from auth.users where email = old.email
    union
    select user_id from public.customers where customer_email = old.email);
begin
  if tg_op = 'UPDATE' and new.revoked_at is null and new.email = old.email then
    return null;
  end if;
  delete from auth.sessions where user_id = any (accounts);
  -- When the codes were sent is kept: it is the minute between two mails.
  update auth.users set email_change = '', email_change_token_new = '', email_change_token_current = '',
    email_change_confirm_status = 0
  where id = any (accounts)
    and (email_change <> '' or email_change_token_new <> '' or email_change_token_current <> '');
  -- Supabase's auth service keeps its codes here, in both places.
  if to_regclass('auth.one_time_tokens') is not null then
    delete from auth.one_time_tokens where user_id = any (accounts);
    update auth.users set confirmation_token = '', recovery_token = '', reauthentication_token = ''
    where id = any (accounts)
      and (confirmation_token <> '' or recovery_token <> '' or reauthentication_token <> '');
  end if;
  -- Our own server keeps them here, also for somebody who has never signed in.
  if exists (select from pg_catalog.pg_namespace where nspname = 'portal_server') then
    delete from portal_server.sign_in_codes where email = old.email;
    delete from portal_server.sign_in_clients where email = old.email;
    delete from portal_server.email_change_guesses where user_id = any (accounts);
  end if;
  return null;
end $$;
revoke all on function private.end_access() from public, anon, authenticated, service_role;

drop trigger end_sessions on public.invitations;
drop function private.end_sessions();
create trigger end_access after update or delete on public.invitations
  for each row execute function private.end_access();
