-- What follows from where somebody stands: the status of the record, the phases that a positive completes, and what may be
-- sent. All of it in the transaction of the fact that changes it, whoever writes that.

-- A completion that a positive made goes with it, so that the plan is as it was before.
alter table public.completed_phases add column result_id uuid references public.test_results on delete cascade;
create index completed_phases_of_result on public.completed_phases (result_id);
-- Those of earlier positives were written in the same transaction, and so at the same moment.
update public.completed_phases set result_id = test_results.id from public.test_results
where test_results.user_id = completed_phases.user_id and result_type = 'PREGNANCY' and result = 'positive'
  and test_results.created_at = completed_at;

drop function public.store_positive_result(uuid, uuid, integer, timestamptz);
drop function private.complete_phases_until(uuid, integer);
create function private.complete_phases_until(p_user uuid, p_cycle integer, p_result uuid) returns void
language sql set search_path = '' as $$
  insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number, result_id)
  select p_user, phase_id, stage_number, cycle_number, p_result
  from private.journey_steps
  where stage_number <= 2 or (stage_number = 3 and cycle_number <= p_cycle)
  -- Always in this order, so that two calls at once wait for each other instead of locking each other out.
  order by step
  on conflict do nothing
$$;

-- Whoever goes on begins the cycle that the clinician names: those before it are done, and it is open, with those after it.
create function private.begin_named_cycle() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.completed_phases where user_id = new.user_id and stage_number = 3 and cycle_number >= new.cycle;
  perform private.complete_phases_until(new.user_id, new.cycle - 1, null);
  return null;
end $$;
create trigger begin_named_cycle after insert on public.outcome_events
  for each row when (new.kind = 'resume' and new.names_cycle) execute function private.begin_named_cycle();

create function private.last_positive(p_user uuid) returns public.test_results
language sql stable security definer set search_path = '' as $$
  select * from public.test_results where user_id = p_user and result_type = 'PREGNANCY' and result = 'positive'
  order by taken_on desc, created_at desc, id desc limit 1
$$;

-- As before, for the browser's call after a positive. Outside treatment it changes nothing: an old positive that arrives after
-- a loss completes no phase.
create or replace function public.complete_phases_until_cycle(p_user_id uuid, p_cycle_number integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_user_id is distinct from auth.uid() or not private.has_consented() then
    raise exception using errcode = '42501', message = 'Patients complete their own phases';
  end if;
  if p_cycle_number is null or p_cycle_number not between 1 and 3 then
    raise exception using errcode = '22023', message = 'p_cycle_number must be 1, 2 or 3';
  end if;
  -- Before any phase, as whoever writes or takes back a result does.
  perform from public.customers where user_id = p_user_id for no key update;
  case private.care_state(p_user_id)
    when 'treatment' then perform private.complete_phases_until(p_user_id, p_cycle_number, null);
    when 'pregnant' then
      perform private.complete_phases_until(p_user_id, p_cycle_number, (private.last_positive(p_user_id)).id);
    else null;
  end case;
end $$;

-- What comes after treatment is open to somebody who is pregnant, because of the positive, and goes with it, too.
create function private.mark_completion_by_result() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.customers where user_id = new.user_id and status = 'Pregnant') then
    new.result_id := coalesce(new.result_id, (private.last_positive(new.user_id)).id);
  end if;
  return new;
end $$;
create trigger step_3_by_result before insert on public.completed_phases
  for each row when (new.stage_number > 3) execute function private.mark_completion_by_result();

create function private.follow_care_state(p_user uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  standing record;
  positive public.test_results;
begin
  -- Of two facts that arrive at the same moment the second waits here, and then sees both.
  perform from public.customers where user_id = p_user for no key update;
  -- The whole record is being deleted.
  if not found then
    return;
  end if;
  select * into standing from private.care_standing(p_user);
  if standing.status = 'Pregnant' then
    positive := private.last_positive(p_user);
    if positive.id is not null then
      perform private.complete_phases_until(p_user, positive.cycle_number, positive.id);
    end if;
  end if;
  perform set_config('portal.status_follows', 'yes', true);
  update public.customers set status = standing.status where user_id = p_user and status <> standing.status;
  perform set_config('portal.status_follows', '', true);
end $$;

create function private.follow_changed_fact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.follow_care_state(case when tg_op = 'DELETE' then old.user_id else new.user_id end);
  return null;
end $$;
drop trigger undo_pregnancy on public.test_results;
drop function private.undo_pregnancy();
create trigger follow_new_test after insert or update on public.test_results
  for each row when (new.result_type = 'PREGNANCY') execute function private.follow_changed_fact();
create trigger follow_test_taken_back after delete on public.test_results
  for each row when (old.result_type = 'PREGNANCY') execute function private.follow_changed_fact();
create trigger follow_outcome after insert or update or delete on public.outcome_events
  for each row execute function private.follow_changed_fact();

-- A status that the care team writes is a decision, and stands as an event like any other.
create function private.note_decided_status() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  standing record;
  today date := private.day_of_report(new.user_id, (now() at time zone 'UTC')::date);
begin
  select * into standing from private.care_standing(new.user_id);
  if (new.status, standing.state) in
    (('Active', 'treatment'), ('Paused', 'paused'), ('Paused', 'after-loss'), ('Withdrawn', 'stopped')) then
    return null;
  end if;
  insert into public.outcome_events (user_id, kind, day, cycle, resolved_to)
  select new.user_id, kind, today, private.treatment_cycle(new.user_id), resolved_to
  from (values
    (1, 'Pregnant', 'resolve', 'pregnant'),
    (2, 'Active', 'resolve', 'treatment'),
    -- Nobody is paused from a pregnancy: it ended, and then treatment rests.
    (3, 'Paused', 'resolve', 'treatment'),
    (4, 'Paused', 'pause', null),
    (5, 'Withdrawn', 'stop', null)) as decisions (place, status, kind, resolved_to)
  where status = new.status and (place <> 3 or private.refuses_outcome(new.user_id, 'pause', 'patient'))
  order by place;
  return null;
end $$;
drop trigger forget_status_before on public.customers;
drop function private.forget_status_before();
create trigger note_decided_status after update of status on public.customers
  for each row when (current_user <> 'authenticated' and coalesce(current_setting('portal.status_follows', true), '') <> 'yes')
  execute function private.note_decided_status();

-- As before; but the status follows by itself, so that a patient's own write of it is accepted and changes nothing more.
create or replace function private.check_own_change() returns trigger language plpgsql set search_path = '' as $$
begin
  if current_user <> 'authenticated' then
    return new;
  end if;
  if old.onboarding_completed and not new.onboarding_completed then
    raise exception using errcode = '42501', message = 'onboarding_completed can only be set to true';
  end if;
  if new.status is distinct from old.status then
    if new.status <> 'Pregnant' or not exists (
      select from public.test_results
      where user_id = new.user_id and result_type = 'PREGNANCY' and result = 'positive'
    ) then
      raise exception using errcode = '42501', message = 'status can only be set to Pregnant, after a positive result';
    end if;
    new.status := old.status;
  end if;
  return new;
end $$;

-- What was decided before there were events: what a positive would give back, and a status that the facts do not explain.
insert into public.outcome_events (user_id, kind, day, cycle, created_at)
select user_id, case status_before_pregnancy when 'Paused' then 'pause' else 'stop' end,
  (created_at at time zone 'UTC')::date, 1, created_at
from public.customers where status_before_pregnancy in ('Paused', 'Withdrawn');
update public.customers set status = status
where (select status from private.care_standing(user_id)) <> status;
alter table public.customers drop column status_before_pregnancy;

-- Reminders of tests, applicators and surveys: outside treatment they are not sent, also those that wait already. As before
-- otherwise.
alter table public.outbox
  drop constraint outbox_purpose_check,
  add constraint outbox_purpose_check
    check (purpose in ('news', 'reminder', 'treatment_reminder', 'deletion', 'deletion_code', 'security'));
create or replace function private.is_unwanted(p_message public.outbox) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from public.customers
    left join public.account_deletions as leaving using (user_id)
    left join public.invitations on invitations.email = customer_email and revoked_at is null
    where customers.user_id = p_message.user_id and (
      (p_message.channel = 'sms' and not sms_consent)
      or (p_message.purpose in ('reminder', 'treatment_reminder')
        and not case p_message.channel when 'email' then email_reminders else text_reminders end)
      or (p_message.purpose = 'treatment_reminder' and private.care_state(p_message.user_id) <> 'treatment')
      or (p_message.channel = 'sms' or p_message.recipient = customer_email)
        and (invitations.email is null or leaving.delete_after is not null
          and p_message.purpose not like 'deletion%' and p_message.purpose <> 'security')))
  or p_message.user_id is null and exists (
    select from public.invitations where email = p_message.recipient and revoked_at is not null)
$$;

revoke all on all functions in schema private from public;
