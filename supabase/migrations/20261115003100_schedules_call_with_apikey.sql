-- A project's key goes into `apikey`: those of today are no tokens, and no bearer either. The vault's secret keeps its name,
-- and is one of the project's secret keys (sb_secret_…) or, in older projects, the service role key.
create or replace function private.call_function(p_name text) returns void
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
