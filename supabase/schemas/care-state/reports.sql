-- Whether this role (patient, coach or clinician) cannot report this event now; domain/care-state/refusal.ts says it in sentences.
create function private.refuses_outcome(p_user uuid, p_kind text, p_who text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case p_kind
    when 'loss' then false
    when 'stop' then state = 'stopped'
    when 'pause' then after_positive or state not in ('treatment', 'paused', 'unsure')
    when 'resume' then case
      when state = 'paused' then false
      when positive_waits then true
      when state = 'after-loss' or state = 'stopped' and after_loss then p_who <> 'clinician'
      when state = 'stopped' then p_who = 'patient'
      else true end
    when 'resolve' then case when asks_for_status then p_who <> 'clinician' else state <> 'unsure' or p_who = 'patient' end
  end from private.care_status(p_user)
$$;

-- The treatment cycle a patient is in; domain/results/treatment-cycle.ts has the same rule.
create function private.treatment_cycle(p_user uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(max(cycle_number), 1) from public.completed_phases where user_id = p_user and stage_number = 3);
end $$;

-- The day of a report that arrives now: never before the day of a known fact, even if that fact came from a time zone further ahead.
create function private.day_of_report(p_user uuid, p_today date) returns date
language sql stable security definer set search_path = '' as $$
  select greatest(p_today,
    (select max(taken_on) from public.test_results where user_id = p_user and result_type = 'PREGNANCY'),
    (select max(day) from public.outcome_events where user_id = p_user and withdrawn_at is null))
$$;

-- Stores an event, unless the care state refuses it. Returns no row if this submission is already stored.
create function private.record_outcome(p_event public.outcome_events, p_who text) returns setof public.outcome_events
language plpgsql security definer set search_path = '' as $$
begin
  -- Handles a patient's reports one at a time.
  perform from public.customers where user_id = p_event.user_id for no key update;
  if exists (select from public.outcome_events
      where user_id = p_event.user_id and submission_id = p_event.submission_id) then
    return;
  end if;
  if private.refuses_outcome(p_event.user_id, p_event.kind, p_who) then
    raise exception using errcode = 'PT409', message = 'not_now';
  end if;
  -- Without a possible pregnancy, there is no loss to report. An unclear test counts as a possible pregnancy.
  if p_event.kind = 'loss' and p_who = 'patient' and private.care_state(p_event.user_id) in ('treatment', 'paused', 'stopped')
    and not private.may_be_pregnant(p_event.user_id) then
    raise exception using errcode = 'PT409', message = 'not_now';
  end if;
  return query
    insert into public.outcome_events (user_id, kind, day, cycle, names_cycle, until, reason, resolved_to, recorded_by, submission_id)
    values (p_event.user_id, p_event.kind, p_event.day, coalesce(p_event.cycle, private.treatment_cycle(p_event.user_id)),
      p_event.cycle is not null, p_event.until, p_event.reason, p_event.resolved_to, p_event.recorded_by, p_event.submission_id)
    returning *;
end $$;

-- The calling function has checked the patient. Without a day, the event happened on p_today, the patient's own day.
create function public.report_outcome(
  p_user uuid, p_submission uuid, p_kind text, p_day date, p_today date, p_until date, p_reason text)
returns setof public.outcome_events language sql security definer set search_path = '' as $$
  select * from private.record_outcome(jsonb_populate_record(null::public.outcome_events, jsonb_build_object(
    'user_id', p_user, 'submission_id', p_submission, 'kind', p_kind,
    'day', coalesce(p_day, private.day_of_report(p_user, p_today)), 'until', p_until, 'reason', p_reason)), 'patient')
$$;
revoke all on function public.report_outcome(uuid, uuid, text, date, date, date, text) from public, anon, authenticated, service_role;
grant execute on function public.report_outcome(uuid, uuid, text, date, date, date, text) to service_role;

-- For a day, a patient can undo their own loss or stop. What changed the care state since a stop, such as a positive test or the care
-- team, stays. Status, reminders and the care team's items follow the new state.
create function public.undo_outcome(p_user uuid, p_id uuid) returns boolean
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
      event.created_at <= private.undone_since()
      or event.kind = 'stop' and private.care_state(p_user) <> 'stopped') then
    return false;
  end if;
  update public.outcome_events set withdrawn_at = now() where id = p_id and withdrawn_at is null;
  return true;
end $$;
revoke all on function public.undo_outcome(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.undo_outcome(uuid, uuid) to service_role;
