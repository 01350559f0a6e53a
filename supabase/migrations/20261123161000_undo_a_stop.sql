-- A patient can undo a stop of their own for a day, like a loss.

-- As in 20261117100000_outcomes.sql, with stops. What has changed the care state since a stop, as a positive test or the care team
-- does, is not undone with it. Whatever follows from the care state (status, reminders, items of the care team) follows the
-- withdrawal, too.
create or replace function public.take_back_outcome(p_user uuid, p_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  event public.outcome_events;
begin
  perform from public.customers where user_id = p_user for no key update;
  select * into event from public.outcome_events where id = p_id and user_id = p_user;
  if not found then
    return null;
  end if;
  if event.kind not in ('loss', 'stop') or event.recorded_by is not null
    or event.withdrawn_at is null and (
      event.created_at <= now() - interval '24 hours'
      or event.kind = 'stop' and private.care_state(p_user) <> 'stopped') then
    return false;
  end if;
  update public.outcome_events set withdrawn_at = now() where id = p_id and withdrawn_at is null;
  return true;
end $$;
