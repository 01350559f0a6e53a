-- Who may have a session, and what ends it. A token is valid for ten minutes; its session may end sooner. Our own server checks
-- auth.sessions before every request; on Supabase, PostgREST calls private.check_request.
-- Whether a user has an invitation that was not revoked. A record keeps its invitation even if the account's address changes.
create function private.may_sign_in(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.invitations
    where revoked_at is null and email = coalesce(
      (select customer_email from public.customers where user_id = p_user_id),
      (select lower(email) from auth.users where id = p_user_id))
  ) or private.is_of_care_team(p_user_id)
$$;

create function private.refuse_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_sign_in(new.user_id) then
    raise exception using errcode = '42501', message = 'This email is not authorized to use the application.';
  end if;
  return new;
end $$;

create trigger refuse_session before insert on auth.sessions
  for each row execute function private.refuse_session();

create function private.has_session() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.sessions
    where id = substring(auth.jwt() ->> 'session_id' from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')::uuid
      and user_id = auth.uid() and (not_after is null or not_after > now())
  ) and private.may_sign_in(auth.uid())
$$;
grant execute on function private.has_session() to authenticated;

-- PostgREST calls it first, in the caller's role. API keys have no session.
create function private.check_request() returns void
language plpgsql stable set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    if not private.has_session() then
      raise exception using errcode = 'PT401', message = 'Session from session_id claim in JWT does not exist';
    end if;
  end if;
end $$;
grant execute on function private.check_request() to anon, authenticated, service_role;

-- The end of an invitation also ends everything that could open a session again: sessions, codes, and an unfinished change of address,
-- which would otherwise work again if the person is invited again.
create function private.end_access() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;

create trigger end_access after update or delete on public.invitations
  for each row execute function private.end_access();

-- The role exists only where PostgREST runs. If we may not change its settings, the operator does (docs/deploy-supabase.md).
do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request to 'private.check_request';
    notify pgrst, 'reload config';
  end if;
exception when insufficient_privilege then
  raise warning 'authenticator: %; set pgrst.db_pre_request to private.check_request yourself', sqlerrm;
end $$;
