-- On Supabase nothing runs all the time: pg_cron calls the function deliver-outbox every minute. Elsewhere the server has a
-- worker, there is no pg_cron, and nothing here does anything.

-- Where to call and with which key are two secrets of the project's vault, because a migration is no place for a key.
create function private.call_deliver_outbox() returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url');
  service_key text := (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key');
begin
  if address is null or service_key is null then
    raise exception 'The vault needs the secrets project_url and service_role_key, or no mail is sent.';
  end if;
  perform net.http_post(
    url => address || '/functions/v1/deliver-outbox',
    headers => jsonb_build_object('Content-Type', 'application/json', 'Authorization', 'Bearer ' || service_key),
    body => '{}'::jsonb,
    timeout_milliseconds => 30000);
end $$;
revoke all on function private.call_deliver_outbox() from public;

do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin')
    and 2 = (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net')) then
    create extension if not exists pg_cron;
    create extension if not exists pg_net;
  end if;
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('deliver-outbox', '* * * * *', 'select private.call_deliver_outbox()');
    perform cron.schedule('forget-old-limits', '17 * * * *', 'select public.forget_old_limits()');
  end if;
end $$;
