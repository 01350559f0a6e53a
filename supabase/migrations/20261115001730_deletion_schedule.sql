-- On Supabase pg_cron also calls delete-due-accounts each minute, with the secrets that deliver-outbox is called with.

create function private.call_function(p_name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url');
  service_key text := (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key');
begin
  if address is null or service_key is null then
    raise exception 'The vault needs the secrets project_url and service_role_key, or % is not called.', p_name;
  end if;
  perform net.http_post(
    url => address || '/functions/v1/' || p_name,
    headers => jsonb_build_object('Content-Type', 'application/json', 'Authorization', 'Bearer ' || service_key),
    body => '{}'::jsonb,
    timeout_milliseconds => 30000);
end $$;
revoke all on function private.call_function(text) from public;
drop function private.call_deliver_outbox();

do $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('deliver-outbox', '* * * * *', 'select private.call_function(''deliver-outbox'')');
    perform cron.schedule('delete-due-accounts', '* * * * *', 'select private.call_function(''delete-due-accounts'')');
  end if;
end $$;
