-- After the migrations: what lets our own server stand in for GoTrue, PostgREST and Storage in front of a project of Supabase's
-- shapes. GoTrue fills these columns itself; our server leaves them to defaults.
alter table auth.users
  alter id set default gen_random_uuid(),
  alter aud set default 'authenticated',
  alter role set default 'authenticated',
  alter raw_app_meta_data set default '{"provider":"email","providers":["email"]}',
  alter raw_user_meta_data set default '{}',
  alter created_at set default now(),
  alter updated_at set default now();
alter table auth.sessions
  alter id set default gen_random_uuid(),
  alter created_at set default now(),
  alter updated_at set default now();
alter table auth.refresh_tokens
  alter revoked set default false,
  alter created_at set default now();

-- Storage says before each removal that it is the one who asks. Our server removes in its caller's role, and whatever
-- else deletes is still refused.
create or replace function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true'
    and current_user not in ('anon', 'authenticated', 'service_role') then
    raise exception using errcode = '42501',
      message = 'Direct deletion from storage tables is not allowed. Use the Storage API instead.';
  end if;
  return null;
end $$;

-- On Supabase everyone may execute it, and policies on realtime.messages decide; our server's own is for a
-- few.
grant execute on function realtime.send(jsonb, text, text, boolean) to supabase_postgres;

-- Elsewhere our server's tables and the migrations have the same owner.
grant usage on schema portal_server to supabase_postgres;
grant select, delete on portal_server.sign_in_codes, portal_server.sign_in_clients, portal_server.email_change_guesses,
  portal_server.passkey_sessions to supabase_postgres;
