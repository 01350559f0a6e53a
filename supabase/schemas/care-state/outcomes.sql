create function private.fill_taken_on() returns trigger language plpgsql set search_path = '' as $$
begin
  new.taken_on := coalesce(new.taken_on, (new.taken_at at time zone 'UTC')::date);
  return new;
end $$;

create trigger fill_taken_on before insert on public.test_results
  for each row execute function private.fill_taken_on();

create table public.outcome_events (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  kind text not null check (kind in ('pause', 'resume', 'loss', 'stop', 'resolve')),
  -- The day on which it happened, in the patient's calendar.
  day date not null constraint day_in_our_time check (day between '2000-01-01' and '9999-12-31'),
  cycle integer not null check (cycle between 1 and 3),
  -- For a resume after a loss: the clinician selected the cycle to continue with.
  names_cycle boolean not null default false,
  until date check (until between '2000-01-01' and '9999-12-31'),
  reason text check (length(reason) <= 2000),
  resolved_to text check (resolved_to in ('pregnant', 'treatment', 'after-loss')),
  -- The member of the care team who recorded it; null if the patient reported it, or a command did.
  recorded_by uuid references public.care_team on delete set null,
  submission_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  withdrawn_at timestamptz,
  -- Name and role at that time, which the patient sees too.
  recorded_by_name text check (length(recorded_by_name) <= 100),
  recorded_by_role text check (recorded_by_role in ('coach', 'clinician')),
  withdrawn_by_name text check (length(withdrawn_by_name) <= 100),
  withdrawn_by_role text check (withdrawn_by_role in ('coach', 'clinician')),
  constraint only_a_resume_names_a_cycle check (not names_cycle or kind = 'resume'),
  constraint only_a_pause_has_an_end check (until is null or kind = 'pause'),
  constraint only_doubt_is_resolved check ((kind = 'resolve') = (resolved_to is not null)),
  unique (user_id, submission_id)
);
alter table public.outcome_events alter column user_id set statistics 0;
alter table public.outcome_events alter column recorded_by set statistics 0;
alter table public.outcome_events enable row level security;
revoke all on public.outcome_events from anon, authenticated, service_role;
grant select on public.outcome_events to authenticated, service_role;
create index outcome_events_of_patient on public.outcome_events (user_id, day);
create index outcome_events_recorded_by on public.outcome_events (recorded_by);
create index outcome_events_newest on public.outcome_events (user_id, created_at desc) where withdrawn_at is null;

create policy "Patients read what they reported" on public.outcome_events
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_outcome_events after insert or update or delete on public.outcome_events
  for each row execute function private.audit_change();

create trigger tell_patient after insert or update or delete on public.outcome_events
  for each row execute function private.tell_patient();

create table public.symptom_reports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  signs text[] not null check (private.is_choice_list(signs,
    array['pain', 'bleeding', 'fever', 'fainting', 'discharge', 'other'])),
  strength text not null check (strength in ('mild', 'moderate', 'strong')),
  since date not null constraint since_in_our_time check (since between '2000-01-01' and '9999-12-31'),
  words text check (length(words) <= 2000),
  -- Decided by domain/symptoms when the report arrives.
  urgent boolean not null constraint urgent_by_its_signs check (
    urgent = (signs && '{fever,fainting}' or strength = 'strong' and signs && '{pain,bleeding}')),
  submission_id uuid,
  created_at timestamptz not null default now(),
  unique (user_id, submission_id)
);
alter table public.symptom_reports alter column user_id set statistics 0;
alter table public.symptom_reports enable row level security;
revoke all on public.symptom_reports from anon, authenticated, service_role;
grant select, insert on public.symptom_reports to service_role;
grant select on public.symptom_reports to authenticated;
create index symptom_reports_newest on public.symptom_reports (user_id, created_at desc);
create index symptom_reports_of_kind on public.symptom_reports (user_id, urgent, created_at desc);

create policy "Patients read their own symptom reports" on public.symptom_reports
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_symptom_reports after insert or update or delete on public.symptom_reports
  for each row execute function private.audit_change();

-- What arrives now arrives after everything that is there, by a millisecond at least, which is what the portal knows of a
-- moment: facts of one day count in the order of their arrival.
create function private.put_last() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- What arrives at the same moment queues here, before it locks anything else. FOR UPDATE would wait for the key locks of
  -- other writers' rows.
  perform from public.customers where user_id = new.user_id for no key update;
  -- A moment of the past is what a program says of another day.
  if new.created_at >= now() then
    new.created_at := greatest(clock_timestamp(), interval '1 millisecond' + greatest(
      (select max(created_at) from public.test_results where user_id = new.user_id and result_type = 'PREGNANCY'),
      (select max(created_at) from public.outcome_events where user_id = new.user_id)));
  end if;
  return new;
end $$;

create trigger put_last before insert on public.outcome_events
  for each row execute function private.put_last();

create trigger put_last before insert on public.test_results
  for each row when (new.result_type = 'PREGNANCY') execute function private.put_last();

create function private.lock_record() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.customers where user_id = old.user_id for no key update;
  return old;
end $$;

create trigger lock_record before delete on public.test_results
  for each row when (old.result_type = 'PREGNANCY') execute function private.lock_record();

-- A loss that is reported late is judged by what has happened since, and by what was known then: going on, or a doubt that was resolved,
-- before anyone knew of the loss did not decide about going on after it. Neither a test nor the end of a pause replaces the clinician,
-- who decides about going on after a loss.
create function private.care_standing(p_user uuid,
  out state text, out status text, out after_positive boolean, out after_loss boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  fact record;
  before_pause text := 'treatment';
  last_sure text := 'treatment';
  positive_in integer[] := '{}'::integer[];
  open_in integer;
  -- When the loss since the last resume was first told: whoever decided before could not know of it.
  loss_told_at timestamptz;
begin
  state := 'treatment';
  after_loss := false;
  after_positive := false;
  for fact in
    -- The portal knows moments to the millisecond.
    select result as kind, cycle_number as cycle, null as resolved_to, taken_on as day,
      date_trunc('milliseconds', created_at) as arrived_at, id
    from public.test_results where user_id = p_user and result_type = 'PREGNANCY'
    union all
    select kind, cycle, resolved_to, day, date_trunc('milliseconds', created_at), id
    from public.outcome_events where user_id = p_user and withdrawn_at is null
    order by day, arrived_at, id
  loop
    case fact.kind
      when 'positive' then
        positive_in := positive_in || fact.cycle;
        if state <> 'after-loss' and not after_positive then
          state := 'pregnant';
        end if;
      when 'negative' then
        if state = 'pregnant' then
          state := 'unsure';
          open_in := fact.cycle;
        elsif state = 'unsure' and not after_positive then
          state := case when after_loss then 'stopped' else 'treatment' end;
        end if;
      when 'unclear' then
        if state <> 'after-loss' and not after_positive then
          state := 'unsure';
          open_in := fact.cycle;
        end if;
      when 'loss' then
        state := 'after-loss';
        after_loss := true;
        loss_told_at := least(loss_told_at, fact.arrived_at);
      when 'stop' then
        state := 'stopped';
      when 'pause' then
        if state in ('treatment', 'unsure') and not after_positive then
          before_pause := state;
          state := 'paused';
        end if;
      when 'resume' then
        if state in ('paused', 'after-loss', 'stopped') then
          if fact.arrived_at < loss_told_at then
            state := 'after-loss';
          elsif state = 'paused' then
            state := before_pause;
            positive_in := '{}';
          else
            state := 'treatment';
            positive_in := '{}';
            after_loss := false;
            loss_told_at := null;
          end if;
        end if;
      when 'resolve' then
        case
          when fact.resolved_to = 'after-loss' then
            state := 'after-loss';
            after_loss := true;
            loss_told_at := least(loss_told_at, fact.arrived_at);
          when fact.arrived_at < loss_told_at then
            state := 'after-loss';
          when fact.resolved_to = 'pregnant' then
            state := 'pregnant';
            positive_in := positive_in || fact.cycle;
          else
            state := 'treatment';
            positive_in := '{}';
            after_loss := false;
            loss_told_at := null;
        end case;
    end case;
    -- Since the last resume, in the same treatment cycle.
    after_positive := state = 'unsure' and coalesce(open_in = any (positive_in), false);
    last_sure := case state when 'unsure' then last_sure else state end;
  end loop;
  status := case last_sure
    when 'treatment' then 'Active' when 'pregnant' then 'Pregnant' when 'stopped' then 'Withdrawn' else 'Paused' end;
end $$;

create function private.care_state(p_user uuid) returns text
language sql stable security definer set search_path = '' as $$
  select state from private.care_standing(p_user)
$$;

-- Whether this cannot be reported by a patient, a coach or a clinician; domain/care-state/refusal.ts has the sentences.
create function private.refuses_outcome(p_user uuid, p_kind text, p_who text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case p_kind
    when 'loss' then false
    when 'stop' then state = 'stopped'
    when 'pause' then after_positive or state not in ('treatment', 'paused', 'unsure')
    when 'resume' then case
      when state = 'paused' then false
      when state = 'after-loss' or state = 'stopped' and after_loss then p_who <> 'clinician'
      when state = 'stopped' then p_who = 'patient'
      else true end
    when 'resolve' then state <> 'unsure' or p_who = 'patient'
  end from private.care_standing(p_user)
$$;

-- The cycle that a patient is in, as domain/results/treatment-cycle.ts has it.
create function private.treatment_cycle(p_user uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select coalesce(max(cycle_number), 1) from public.completed_phases where user_id = p_user and stage_number = 3);
end $$;

-- The day of something that is said now: whatever was known before has happened before, whoever's calendar was ahead.
create function private.day_of_report(p_user uuid, p_today date) returns date
language sql stable security definer set search_path = '' as $$
  select greatest(p_today,
    (select max(taken_on) from public.test_results where user_id = p_user and result_type = 'PREGNANCY'),
    (select max(day) from public.outcome_events where user_id = p_user and withdrawn_at is null))
$$;

-- Writes an event, unless the table of states and events refuses it. None where this submission is stored already.
create function private.record_outcome(p_event public.outcome_events, p_who text) returns setof public.outcome_events
language plpgsql security definer set search_path = '' as $$
begin
  -- Two reports at the same moment are judged one after the other.
  perform from public.customers where user_id = p_event.user_id for no key update;
  if exists (select from public.outcome_events
      where user_id = p_event.user_id and submission_id = p_event.submission_id) then
    return;
  end if;
  if private.refuses_outcome(p_event.user_id, p_event.kind, p_who) then
    raise exception using errcode = 'PT409', message = 'not_now';
  end if;
  return query
    insert into public.outcome_events (user_id, kind, day, cycle, names_cycle, until, reason, resolved_to, recorded_by, submission_id)
    values (p_event.user_id, p_event.kind, p_event.day, coalesce(p_event.cycle, private.treatment_cycle(p_event.user_id)),
      p_event.cycle is not null, p_event.until, p_event.reason, p_event.resolved_to, p_event.recorded_by, p_event.submission_id)
    returning *;
end $$;

-- For the patient whom the calling function has checked. Without a day it is p_today, which is theirs.
create function public.report_outcome(
  p_user uuid, p_submission uuid, p_kind text, p_day date, p_today date, p_until date, p_reason text)
returns setof public.outcome_events language sql security definer set search_path = '' as $$
  select * from private.record_outcome(jsonb_populate_record(null::public.outcome_events, jsonb_build_object(
    'user_id', p_user, 'submission_id', p_submission, 'kind', p_kind,
    'day', coalesce(p_day, private.day_of_report(p_user, p_today)), 'until', p_until, 'reason', p_reason)), 'patient')
$$;
revoke all on function public.report_outcome(uuid, uuid, text, date, date, date, text) from public, anon, authenticated, service_role;
grant execute on function public.report_outcome(uuid, uuid, text, date, date, date, text) to service_role;

-- A patient undoes their own loss or stop for a day. What has changed the care state since a stop, such as a positive test or the care
-- team, is not undone with it. What follows from the care state (status, reminders, items of the care team) follows this too.
create function public.take_back_outcome(p_user uuid, p_id uuid) returns boolean
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
revoke all on function public.take_back_outcome(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.take_back_outcome(uuid, uuid) to service_role;
