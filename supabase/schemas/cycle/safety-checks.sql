-- The check before an applicator. domain/safety judges the answers, and whether they still count.
create table public.safety_checks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  cycle integer not null check (cycle between 1 and 3),
  -- Keys are the ids of the questions.
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
  -- Oldest first, each with the id, the answers, the outcome, its reasons, when it was sent, and the form that sent it.
  corrected jsonb not null default '[]'
    constraint corrections_end check (jsonb_typeof(corrected) = 'array' and jsonb_array_length(corrected) <= 20
      and length(corrected::text) <= 60000),
  -- When the first of them was sent; null if nothing was corrected.
  first_sent_at timestamptz,
  -- When a clinician last read it and kept the patient blocked.
  kept_at timestamptz,
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
create index safety_checks_held on public.safety_checks (user_id, created_at desc) where outcome <> 'ready' and cleared_at is null;

create policy "Patients read their own safety checks" on public.safety_checks
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));

create trigger audit_safety_checks after insert or update or delete on public.safety_checks
  for each row execute function private.audit_change();

create trigger publish_to_patient after insert or update or delete on public.safety_checks
  for each row execute function private.publish_to_patient();

-- The facts that decide whether the patient needs a safety check, and how far they are with it.
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
    -- Today in the device's time zone or in the zone of the test, so travel doesn't end a peak day early.
    'peakDay', (select max(taken_on) from public.test_results
      where user_id = p_user and result_type = 'ovulation' and result = 'Peak (Positive LH Surge)'
        and (taken_on = p_today or taken_on = private.day_at(now(), coalesce(taken_zone, zone)))),
    'cycleBeganOn', (select max(day) from public.periods
      where user_id = p_user and body = present and withdrawn_at is null),
    'checks', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'cycle', cycle, 'outcome', outcome, 'peakDay', peak_day,
        'day', greatest(on_day, private.day_at(cleared_at, zone)),
        'checkedAt', floor(extract(epoch from created_at) * 1000),
        'clearedAt', floor(extract(epoch from cleared_at) * 1000))), '[]')
      -- A check that no clinician has cleared blocks treatment even if someone else now uses the applicator.
      from public.safety_checks
      where user_id = p_user and (body = present or outcome <> 'ready' and cleared_at is null)),
    'answerAskedAt', (select floor(extract(epoch from min(created_at)) * 1000) from public.messages
      where user_id = p_user and concern = 'answer-today' and created_at >= (
        select min(coalesce(first_sent_at, created_at)) from public.safety_checks
        where user_id = p_user and outcome <> 'ready' and cleared_at is null)),
    -- The patient asked for an answer, then corrected the answers that had blocked them.
    'answerNotNeeded', coalesce((
      select outcome = 'ready' and exists (select from public.messages
        where user_id = p_user and concern = 'answer-today' and created_at >= newest.first_sent_at and created_at < newest.created_at)
      from (select * from public.safety_checks where user_id = p_user order by created_at desc limit 1) as newest), false),
    -- A loss, a pregnancy or reported symptoms invalidate earlier answers, unless the report was undone.
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

-- The corrected check is a new row: a clinician who has read the one before has to read this one before they clear it. `p_since` is
-- the earliest moment of sending that can still be corrected.
create function public.correct_safety_check(p_user uuid, p_check uuid, p_since timestamptz, p_new jsonb, p_submission uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  old public.safety_checks;
  kept public.safety_checks;
begin
  -- Runs before or after a clinician clears the check, never at the same time.
  perform from public.customers where user_id = p_user for update;
  select * into kept from public.safety_checks where user_id = p_user and submission_id = p_submission;
  if kept.id is not null then
    return case when kept.answers = p_new -> 'answers'
      then jsonb_build_object('id', kept.id, 'outcome', kept.outcome, 'reasons', kept.reasons)
      else jsonb_build_object('problem', 'reused') end;
  end if;
  select * into old from public.safety_checks where id = p_check and user_id = p_user;
  if old.id is null or exists (select from public.safety_checks where user_id = p_user and created_at > old.created_at) then
    return jsonb_build_object('problem', 'not_newest');
  elsif old.cleared_at is not null or (
    select decision from public.attention_decisions where key = 'safety-check:' || old.id
    order by version desc limit 1) = 'done' then
    return jsonb_build_object('problem', 'decided');
  elsif coalesce(old.first_sent_at, old.created_at) < p_since or jsonb_array_length(old.corrected) >= 20 then
    return jsonb_build_object('problem', 'too_late');
  end if;
  delete from public.safety_checks where id = old.id;
  insert into public.safety_checks
    (user_id, submission_id, answers, outcome, reasons, cycle, peak_day, on_day, body, first_sent_at, corrected)
  values (p_user, p_submission, p_new -> 'answers', p_new ->> 'outcome',
    array(select jsonb_array_elements_text(p_new -> 'reasons')), (p_new ->> 'cycle')::integer, (p_new ->> 'peak_day')::date,
    (p_new ->> 'on_day')::date, old.body, coalesce(old.first_sent_at, old.created_at),
    old.corrected || jsonb_build_object('id', old.id, 'answers', old.answers, 'outcome', old.outcome, 'reasons', old.reasons,
      'at', old.created_at, 'submission_id', old.submission_id))
  returning * into kept;
  return jsonb_build_object('id', kept.id, 'outcome', kept.outcome, 'reasons', kept.reasons);
end $$;
revoke all on function public.correct_safety_check(uuid, uuid, timestamptz, jsonb, uuid) from public, anon, authenticated, service_role;
grant execute on function public.correct_safety_check(uuid, uuid, timestamptz, jsonb, uuid) to service_role;
