-- On Supabase no process runs all the time: pg_cron calls functions every minute. Elsewhere the server has workers, there
-- is no pg_cron, and nothing is scheduled here.

-- The address and the key are two secrets of the project's vault, because a migration is no place for a key. The key goes
-- into `apikey`: a project's secret key (sb_secret_…) is not a token and no bearer either. The vault's secret is named
-- service_role_key, and may also be the service role key of an older project.
create function private.call_function(p_name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url');
  secret_key text := (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key');
begin
  if address is null or secret_key is null then
    raise exception 'The vault needs the secrets project_url and service_role_key, or % is not called.', p_name;
  end if;
  perform net.http_post(
    url => address || '/functions/v1/' || p_name,
    headers => jsonb_build_object('Content-Type', 'application/json', 'apikey', secret_key),
    body => '{}'::jsonb,
    timeout_milliseconds => 30000);
end $$;
revoke all on function private.call_function(text) from public;

do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin')
    and 2 = (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net')) then
    create extension if not exists pg_cron;
    create extension if not exists pg_net;
  end if;
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('deliver-outbox', '* * * * *', 'select private.call_function(''deliver-outbox'')');
    perform cron.schedule('delete-due-accounts', '* * * * *', 'select private.call_function(''delete-due-accounts'')');
    perform cron.schedule('forget-old-limits', '17 * * * *', 'select public.forget_old_limits()');
  end if;
end $$;
