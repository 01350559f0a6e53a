-- A Supabase project before its first migration, as hosted Supabase hands it over, with auth.sql,
-- storage.sql and supautils.sql next to it: its schemas and helpers. Nothing of ours. `supabase_postgres`
-- stands for Supabase's role `postgres`, which runs migrations, is no superuser and owns nothing of auth,
-- storage and realtime; here that name is taken by the cluster's own superuser. cron, net and vault are
-- Supabase's extensions, as far as they can be seen from a migration; what they are asked for is kept in a
-- table instead of done.

create schema extensions authorization supabase_postgres;
grant usage on schema extensions to anon, authenticated, service_role;
create extension pgcrypto with schema extensions;
grant usage on schema public to anon, authenticated, service_role;
-- Since October 30, 2026 no project grants new tables to these roles by default; each migration grants what is meant.

create schema realtime authorization supabase_realtime_admin;
grant usage on schema realtime to anon, authenticated, service_role, supabase_postgres;
set role supabase_realtime_admin;
create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  primary key (id, inserted_at)
);
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to anon, authenticated, service_role;
grant all on realtime.messages to supabase_postgres;
create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')::text
$$;
create function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
language plpgsql as $$
begin
  insert into realtime.messages (payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception when others then
  raise warning 'ErrorSendingBroadcastMessage: %', sqlerrm;
end $$;
reset role;
create publication supabase_realtime;
alter publication supabase_realtime owner to supabase_postgres;

create schema vault;
create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text not null);
create view vault.decrypted_secrets as select name, secret as decrypted_secret from vault.secrets;
create function vault.create_secret(new_secret text, new_name text) returns uuid language sql security definer as $$
  insert into vault.secrets (name, secret) values (new_name, new_secret) returning id
$$;
create function vault.update_secret(secret_id uuid, new_secret text) returns void language sql security definer as $$
  update vault.secrets set secret = new_secret where id = secret_id
$$;
create schema net;
create table net.asked (id bigint generated always as identity, url text, headers jsonb, body jsonb);
create table net._http_response (id bigint, status_code integer, content_type text, headers jsonb, content text,
  timed_out boolean, error_msg text, created timestamptz not null default now());
create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
  timeout_milliseconds integer default 5000) returns bigint language sql as $$
  insert into net.asked (url, headers, body) values (url, headers, body) returning id
$$;
create schema cron;
create table cron.job (jobname text primary key, schedule text, command text);
create table cron.job_run_details (runid bigint primary key, status text, start_time timestamptz);
create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
  insert into cron.job values (job_name, schedule, command)
  on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command returning 1::bigint
$$;
grant usage on schema vault, net, cron to supabase_postgres;
grant select on vault.secrets, vault.decrypted_secrets to supabase_postgres;
grant all on net.asked, net._http_response, cron.job, cron.job_run_details to supabase_postgres;
