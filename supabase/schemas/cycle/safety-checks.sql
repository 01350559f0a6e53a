-- The check before an applicator. domain/safety judges the answers, and whether they still count.
create table public.safety_checks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  cycle integer not null check (cycle between 1 and 3),
  -- By the ids of the questions.
  answers jsonb not null check (jsonb_typeof(answers) = 'object' and length(answers::text) <= 2000),
  outcome text not null check (outcome in ('ready', 'clinician', 'stop')),
  -- The ids of the questions that led to it.
  reasons text[] not null check (cardinality(reasons) <= 30 and length(reasons::text) <= 1000),
  -- The peak day whose questions are among the answers, in the patient's calendar.
  peak_day date constraint peak_day_in_our_time check (peak_day between '2000-01-01' and '9999-12-31'),
  cleared_at timestamptz,
  cleared_by uuid references public.care_team on delete set null,
  cleared_words text check (length(cleared_words) <= 2000),
  submission_id uuid,
  created_at timestamptz not null default now(),
  on_day date not null,
  body uuid not null,
  constraint only_what_is_held_is_cleared check (
    cleared_at is null and cleared_by is null and cleared_words is null
    or cleared_at is not null and cleared_words is not null and outcome <> 'ready'),
  unique (user_id, submission_id),
  constraint on_day_in_our_time check (on_day between '2000-01-01' and '9999-12-31')
);
alter table public.safety_checks alter column user_id set statistics 0;
alter table public.safety_checks alter column cleared_by set statistics 0;
alter table public.safety_checks enable row level security;
revoke all on public.safety_checks from anon, authenticated, service_role;
grant select, insert on public.safety_checks to service_role;
grant select on public.safety_checks to authenticated;
create index safety_checks_of_patient on public.safety_checks (user_id, created_at desc);
create index safety_checks_cleared_by on public.safety_checks (cleared_by);

create policy "Patients read their own safety checks" on public.safety_checks
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_safety_checks after insert or update or delete on public.safety_checks
  for each row execute function private.audit_change();

create trigger tell_patient after insert or update or delete on public.safety_checks
  for each row execute function private.tell_patient();

-- What decides about a check on the patient's day, in one answer. Moments are in milliseconds, as in the domain.
create function public.safety_facts(p_user uuid, p_today date) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant uuid := private.present_body(p_user);
  zone constant text := private.known_zone(p_user);
begin
  return jsonb_build_object(
    'cycle', private.cycle_under_way(p_user),
    'careState', private.care_state(p_user),
    'familySetUp', (select family_set_up from public.onboarding_info where user_id = p_user),
    -- Today on the device's calendar, or still today where the test was taken: another zone does not end a peak day.
    'peakDay', (select max(taken_on) from public.test_results
      where user_id = p_user and result_type = 'ovulation' and result = 'Peak (Positive LH Surge)'
        and (taken_on = p_today or taken_on = private.day_at(now(), coalesce(taken_zone, zone)))),
    'cycleBeganOn', (select max(day) from public.periods
      where user_id = p_user and body = present and withdrawn_at is null),
    'checks', (select coalesce(jsonb_agg(jsonb_build_object(
        'cycle', cycle, 'outcome', outcome, 'peakDay', peak_day,
        'day', greatest(on_day, private.day_at(cleared_at, zone)),
        'checkedAt', floor(extract(epoch from created_at) * 1000),
        'clearedAt', floor(extract(epoch from cleared_at) * 1000))), '[]')
      -- What nobody has cleared holds back whoever uses the applicator: a clinician hears of the change first.
      from public.safety_checks
      where user_id = p_user and (body = present or outcome <> 'ready' and cleared_at is null)),
    -- A loss, a pregnancy or a report of symptoms ends what was answered before; one that was taken back was never there.
    'voidedAt', (select coalesce(jsonb_agg(floor(extract(epoch from voided.created_at) * 1000)), '[]') from (
      select created_at from public.symptom_reports where user_id = p_user
      union all
      select created_at from public.outcome_events where user_id = p_user and withdrawn_at is null
        and (kind = 'loss' or resolved_to in ('pregnant', 'after-loss'))
      union all
      select created_at from public.test_results
      where user_id = p_user and result_type = 'PREGNANCY' and result = 'positive') as voided));
end $$;
revoke all on function public.safety_facts(uuid, date) from public, anon, authenticated, service_role;
grant execute on function public.safety_facts(uuid, date) to service_role;

create function private.fill_check_day() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.on_day := coalesce(new.on_day, private.day_at(new.created_at, private.known_zone(new.user_id)));
  return new;
end $$;

create trigger fill_check_day before insert on public.safety_checks
  for each row execute function private.fill_check_day();
