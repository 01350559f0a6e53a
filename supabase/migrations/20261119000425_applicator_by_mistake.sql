alter table public.treatment_day_timers drop constraint treatment_day_timers_action_check;
alter table public.treatment_day_timers add constraint treatment_day_timers_action_check
  check (action in ('sample', 'cap-in', 'cap-out', 'sample-reset', 'cap-reset', 'cap-undo'));

CREATE OR REPLACE FUNCTION private.caps_used(p_user uuid)
 RETURNS TABLE(cycle integer, on_day date, at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with events as (
    select timers.*, timers.at + interval '5 hours' as worn_until
    from public.treatment_day_timers as timers where user_id = p_user and action in ('cap-in', 'cap-out', 'cap-reset', 'cap-undo'))
  select cap.cycle, cap.on_day, cap.at from events as cap
  where cap.action = 'cap-in'
    and not exists (
      select from events as later
      where later.reported_at > cap.reported_at
        and (later.action = 'cap-reset' or later.action = 'cap-in' and later.at < cap.at)
        and not exists (
          select from events as between_them
          where between_them.reported_at > cap.reported_at and between_them.reported_at < later.reported_at
            and (between_them.action = 'cap-out'
              or between_them.action = 'cap-in' and between_them.at >= cap.worn_until)))
    and not exists (
      select from events as earlier
      where earlier.action = 'cap-in' and earlier.reported_at < cap.reported_at
        and cap.at >= earlier.at and cap.at < earlier.worn_until
        and not exists (
          select from events as between_them
          where between_them.reported_at > earlier.reported_at and between_them.reported_at < cap.reported_at
            and (between_them.action in ('cap-out', 'cap-reset', 'cap-undo') or between_them.at >= earlier.worn_until)))
    -- One that was reported by mistake, until the next cap goes in or the timers are cleared.
    and not exists (
      select from events as undone
      where undone.action = 'cap-undo' and undone.reported_at > cap.reported_at and not exists (
        select from events as next
        where next.reported_at > cap.reported_at and next.reported_at < undone.reported_at
          and (next.action = 'cap-reset' or next.action = 'cap-in' and (next.at >= cap.worn_until or exists (
            select from events as out
            where out.action = 'cap-out' and out.reported_at > cap.reported_at and out.reported_at < next.reported_at)))))
$function$
;
