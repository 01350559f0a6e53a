-- A token lives ten minutes, its session perhaps not so long. Our own server looks into auth.sessions before every request;
-- on Supabase PostgREST does, by this function, and GoTrue opens no session for somebody whose access has ended.

-- Who may have a session at all: whoever has an invitation that stands. A record keeps its invitation even where the
-- account has moved to another address.
create function private.may_sign_in(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.invitations
    where revoked_at is null and email = coalesce(
      (select customer_email from public.customers where user_id = p_user_id),
      (select lower(email) from auth.users where id = p_user_id))
  )
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

-- PostgREST calls it in the caller's role, before anything else. Keys have no session.
create function private.check_request() returns void
language plpgsql stable set search_path = '' as $$
begin
  if current_user = 'authenticated' then
    if not private.has_session() then
      raise exception using errcode = 'PT401', message = 'Session from session_id claim in JWT does not exist';
    end if;
  end if;
end $$;

revoke all on function private.may_sign_in(uuid), private.refuse_session(), private.has_session(), private.check_request()
  from public, anon, authenticated, service_role;
grant usage on schema private to anon, authenticated, service_role;
grant execute on function private.has_session() to authenticated;
grant execute on function private.check_request() to anon, authenticated, service_role;

-- Where no PostgREST stands in front there is no such role. Where its settings are not ours to choose, they are the
-- operator's: docs/deploy-supabase.md.
do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request to 'private.check_request';
    notify pgrst, 'reload config';
  end if;
exception when insufficient_privilege then
  raise warning 'authenticator: %; set pgrst.db_pre_request to private.check_request yourself', sqlerrm;
end $$;
