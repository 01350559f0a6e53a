-- On Supabase, no process of ours runs all the time, so pg_cron calls functions every minute. Our own server has timers.
-- The address and the key are two secrets in the project's vault, because a migration must not contain a key. The key goes into the header
-- `apikey`, because a project's secret key (sb_secret_…) is not a token. The vault's secret is named service_role_key, and may be the
-- service role key of an older project. The request's id is stored, so that its answer can be read later.
create function private.call_function(p_name text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  address text := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url');
  secret_key text := (select decrypted_secret from vault.decrypted_secrets where name = 'service_role_key');
  request bigint;
begin
  if address is null or secret_key is null then
    raise exception 'The vault needs the secrets project_url and service_role_key, or % is not called.', p_name;
  end if;
  perform private.read_function_answers();
  request := net.http_post(
    url => rtrim(address, '/') || '/functions/v1/' || p_name,
    headers => jsonb_build_object('Content-Type', 'application/json', 'apikey', secret_key),
    body => '{}'::jsonb,
    timeout_milliseconds => 30000);
  update private.schedule_runs set asked_at = now(), request_id = request where name = p_name;
end $$;
revoke all on function private.call_function(text) from public;

-- When each schedule last succeeded. pg_cron counts every call as a success, so this reads the answers that pg_net keeps for some hours.
-- Our own server records its calls itself.
create table private.schedule_runs (
  name text primary key check (length(name) <= 60),
  every_minutes integer not null,
  asked_at timestamptz,
  -- The request's id in pg_net, until its answer was read.
  request_id bigint,
  answered_at timestamptz,
  -- The HTTP status; null if there was no answer.
  status integer,
  worked_at timestamptz,
  -- When it was set up; its first call is expected from then on.
  expected_from timestamptz not null default now()
);
alter table private.schedule_runs enable row level security;
revoke all on private.schedule_runs from public, anon, authenticated, service_role;

insert into private.schedule_runs (name, every_minutes) values
  ('deliver-outbox', 1), ('delete-due-accounts', 1), ('watch-attention', 1), ('send-cycle-reminders', 5), ('read-busy-times', 1), ('forget-old-limits', 60),
  ('forget-old-drafts', 60);

create function public.mark_schedule_run(p_name text, p_status integer) returns void
language sql security definer set search_path = '' as $$
  update private.schedule_runs set asked_at = now(), answered_at = now(), status = p_status,
    worked_at = case when p_status between 200 and 299 then now() else worked_at end
  where name = p_name
$$;
revoke all on function public.mark_schedule_run(text, integer) from public, anon, authenticated, service_role;
grant execute on function public.mark_schedule_run(text, integer) to service_role;

create function private.read_function_answers() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if to_regclass('net._http_response') is not null then
    execute 'update private.schedule_runs as run set answered_at = answer.created, status = answer.status_code, request_id = null,
        worked_at = case when answer.status_code between 200 and 299 then answer.created else run.worked_at end
      from net._http_response as answer where answer.id = run.request_id';
  end if;
end $$;

-- For administrators: each schedule with the time since which it is expected. Our own server sends email right away, without a schedule.
create function public.team_schedules(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  perform private.read_function_answers();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', name, 'everyMinutes', every_minutes, 'workedAt', worked_at,
      'answeredAt', answered_at, 'status', status, 'expectedFrom', expected_from) order by name), '[]')
    from private.schedule_runs
    where name <> 'deliver-outbox' or to_regclass('cron.job') is not null);
end $$;
revoke all on function public.team_schedules(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_schedules(uuid, uuid, text[], text[]) to service_role;

-- pg_cron and pg_net exist on Supabase alone; our own server has timers (server/).
do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin')
    and 2 = (select count(*) from pg_available_extensions where name in ('pg_cron', 'pg_net')) then
    create extension if not exists pg_cron;
    create extension if not exists pg_net with schema extensions;
  end if;
  if to_regprocedure('cron.schedule(text, text, text)') is not null then
    perform cron.schedule('deliver-outbox', '* * * * *', 'select private.call_function(''deliver-outbox'')');
    perform cron.schedule('delete-due-accounts', '* * * * *', 'select private.call_function(''delete-due-accounts'')');
    perform cron.schedule('forget-old-limits', '17 * * * *', 'select public.forget_old_limits()');
    perform cron.schedule('send-cycle-reminders', '*/5 * * * *', 'select private.call_function(''send-cycle-reminders'')');
    perform cron.schedule('read-busy-times', '* * * * *', 'select private.call_function(''read-busy-times'')');
    perform cron.schedule('watch-attention', '* * * * *', 'select private.call_function(''watch-attention'')');
    perform cron.schedule('forget-old-drafts', '27 * * * *', 'select public.forget_old_drafts()');
  end if;
end $$;
