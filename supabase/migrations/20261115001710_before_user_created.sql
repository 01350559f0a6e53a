-- On Supabase the auth service asks this before it makes a user or sends a code, so that an address without an invitation
-- hears a plain refusal. The trigger on auth.users stays the last word.

create function private.before_user_created(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (
    select from public.invitations where email = lower(event #>> '{user,email}') and revoked_at is null
  ) then
    return '{}';
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 403, 'message', 'This email is not authorized to use the application.'));
end $$;
revoke all on function private.before_user_created(jsonb) from public;

do $$
begin
  -- The auth service's own role, which exists on Supabase alone.
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.before_user_created(jsonb) to supabase_auth_admin;
  end if;
end $$;
