-- A schedule that has not had its first turn is not late: it is expected from the day it was set up.
alter table private.schedule_runs add column expected_from timestamptz not null default now();

-- As in 20261123070040_schedule_runs.sql, with the time from which each is expected.
create or replace function public.team_schedules(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
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
