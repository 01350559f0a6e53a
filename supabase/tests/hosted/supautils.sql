-- What supautils lets `postgres` do on Supabase although it owns none of these tables: write their policies, and choose
-- PostgREST's settings. A plain PostgreSQL asks a policy's author to own the table, so for the time of such a command
-- alone, and of no other, `supabase_postgres` is a member of the owners. PostgreSQL 15 has memberships without choices:
-- there the member could also become the owner for that time, and `createrole` alone lets it set up `authenticator`.

create schema supautils;
create function supautils.lend() returns event_trigger language plpgsql security definer set search_path = '' as $$
begin
  execute 'grant supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to supabase_postgres'
    || case when current_setting('server_version_num')::integer >= 160000 then ' with inherit true, set false' else '' end;
end $$;
create function supautils.end_loan() returns event_trigger language plpgsql security definer set search_path = '' as $$
begin
  revoke supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin from supabase_postgres;
end $$;
create event trigger lend_policies on ddl_command_start when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY')
  execute function supautils.lend();
create event trigger take_policies_back on ddl_command_end when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY')
  execute function supautils.end_loan();

do $$
begin
  if current_setting('server_version_num')::integer >= 160000 then
    execute 'grant authenticator to supabase_postgres with admin true, inherit false, set false';
  end if;
end $$;
grant set on parameter "pgrst.db_pre_request" to supabase_postgres;
