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
  -- The day it happened, in the patient's calendar.
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
create index outcome_events_losses on public.outcome_events (user_id) where kind = 'loss';

create policy "Patients read what they reported" on public.outcome_events
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_outcome_events after insert or update or delete on public.outcome_events
  for each row execute function private.audit_change();

create trigger publish_to_patient after insert or update or delete on public.outcome_events
  for each row execute function private.publish_to_patient();

create table public.symptom_reports (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  signs text[] not null check (private.is_choice_list(signs,
    array['pain', 'bleeding', 'fever', 'fainting', 'discharge', 'other'])),
  strength text not null check (strength in ('mild', 'moderate', 'strong')),
  since date not null constraint since_in_our_time check (since between '2000-01-01' and '9999-12-31'),
  words text check (length(words) <= 2000),
  -- Decided by domain/symptoms when the report arrives. Only the patient's own words can make it urgent without an urgent sign.
  urgent boolean not null constraint urgent_by_signs_or_words check (
    case when signs && '{fever,fainting}' or strength = 'strong' and signs && '{pain,bleeding}' then urgent
      else not urgent or words is not null end),
  submission_id uuid,
  created_at timestamptz not null default now(),
  -- The member of the care team who logged it for the patient; null if the patient did.
  logged_by uuid,
  logged_by_name text check (length(logged_by_name) <= 100),
  logged_by_role text check (logged_by_role in ('coach', 'clinician')),
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

-- Facts of one day count in the order they arrived, so each new one gets a time at least a millisecond (the portal's precision) after
-- the last.
create function private.set_latest_created_at() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Reports that arrive at the same time queue here before they lock anything else. FOR UPDATE would also wait for foreign-key locks of
  -- other writers.
  perform from public.customers where user_id = new.user_id for no key update;
  -- A time in the past was set by a program that imports an older day, so keep it.
  if new.created_at >= now() then
    new.created_at := greatest(clock_timestamp(), interval '1 millisecond' + greatest(
      (select max(created_at) from public.test_results where user_id = new.user_id and result_type = 'PREGNANCY'),
      (select max(created_at) from public.outcome_events where user_id = new.user_id)));
  end if;
  return new;
end $$;

create trigger set_latest_created_at before insert on public.outcome_events
  for each row execute function private.set_latest_created_at();

create trigger set_latest_created_at before insert on public.test_results
  for each row when (new.result_type = 'PREGNANCY') execute function private.set_latest_created_at();

create function private.lock_record() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.customers where user_id = old.user_id for no key update;
  return old;
end $$;

create trigger lock_record before delete on public.test_results
  for each row when (old.result_type = 'PREGNANCY') execute function private.lock_record();
