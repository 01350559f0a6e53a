-- What the care team logs for a patient who calls. The rules of the patient's own entries apply, and each entry says who logged it.
create function private.mark_logged_by() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  if coalesce(current_setting('portal.staff_id', true), '') <> '' then
    person := private.named_person();
    new.logged_by := person.id;
    new.logged_by_name := person.name;
    new.logged_by_role := person.role;
  end if;
  return new;
end $$;

create trigger mark_logged_by before insert on public.test_results
  for each row execute function private.mark_logged_by();

create trigger mark_logged_by before insert on public.periods
  for each row execute function private.mark_logged_by();

create trigger mark_logged_by before insert on public.survey_responses
  for each row execute function private.mark_logged_by();

create trigger mark_logged_by before insert on public.symptom_reports
  for each row execute function private.mark_logged_by();

create function private.log_test(p_patient uuid, p_entry jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  -- Noon UTC is the same day in almost every time zone. Never later than now.
  taken_at constant timestamptz := least(now(), (p_entry ->> 'day')::timestamp at time zone 'UTC' + interval '12 hours');
  is_pregnancy constant boolean := p_entry ->> 'type' = 'pregnancy';
begin
  perform private.require_record('test_results', p_patient);
  -- Triggers then update status and phases, as when the patient logs.
  insert into public.test_results (user_id, result_type, result, cycle_number, taken_at, taken_on)
  values (p_patient, case when is_pregnancy then 'PREGNANCY' else 'ovulation' end, p_entry ->> 'result',
    case when is_pregnancy then private.treatment_cycle(p_patient) end, taken_at, (p_entry ->> 'day')::date);
end $$;
revoke all on function private.log_test(uuid, jsonb) from public;

-- If a partner or a surrogate uses the applicator, periods need their agreement (domain/safety/agreement.ts).
create function private.log_period_day(p_patient uuid, p_entry jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  stated constant public.applicator_agreements := private.stated_agreement(p_patient);
begin
  perform private.require_record('periods', p_patient);
  if (case when stated.id is not null then not stated.agreed else private.present_body(p_patient) is null end) then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'The person who uses the applicator has not agreed yet. Until they do, no period can be logged.');
  end if;
  perform public.log_period(p_patient, null, (p_entry ->> 'day')::date, p_entry ->> 'kind');
end $$;
revoke all on function private.log_period_day(uuid, jsonb) from public;

-- Stored as an answer to the applicator survey, with other questions left empty. The cycle must have been open since that day.
create function private.log_applicator(p_patient uuid, p_entry jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  used_on constant date := (p_entry ->> 'day')::date;
  under_way constant integer := private.cycle_under_way(p_patient);
  cycle constant integer := coalesce((p_entry ->> 'cycle')::integer, under_way);
  cycle_then constant integer := (
    select coalesce(max(cycle_number), 1) from public.completed_phases
    where user_id = p_patient and stage_number = 3
      and private.day_at(completed_at, private.known_zone(p_patient)) < used_on);
begin
  perform private.require_record('survey_responses', p_patient);
  if cycle not between least(cycle_then, under_way) and under_way then
    perform private.refuse_team('PT400', 'invalid_input', format('cycle: On this day the patient was not in cycle %s.', cycle));
  end if;
  insert into public.survey_responses (user_id, survey, cycle_number, answers)
  values (p_patient, 'applicator-use', cycle, jsonb_build_array(p_entry ->> 'day', cycle::text, null, null, null,
    p_entry ->> 'capWear', p_entry ->> 'feedback', p_entry ->> 'words'));
end $$;
revoke all on function private.log_applicator(uuid, jsonb) from public;

create function private.log_symptoms(p_patient uuid, p_entry jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_record('symptom_reports', p_patient);
  insert into public.symptom_reports (user_id, signs, strength, since, words, urgent)
  values (p_patient, array(select jsonb_array_elements_text(p_entry -> 'signs')), p_entry ->> 'strength',
    (p_entry ->> 'day')::date, p_entry ->> 'words', (p_entry ->> 'urgent')::boolean);
end $$;
revoke all on function private.log_symptoms(uuid, jsonb) from public;

create function private.log_for_patient(p_patient uuid, p_entry jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The record must be open to this person. Each entry type below checks its own kind too.
  perform private.require_record('test_results', p_patient);
  -- Today is the later of the writer's and the patient's.
  if (p_entry ->> 'day')::date > greatest((p_entry ->> 'today')::date, private.day_at(now(), private.known_zone(p_patient))) then
    perform private.refuse_team('PT400', 'invalid_input', 'day: The day cannot be in the future');
  end if;
  -- Handles a patient's entries one at a time.
  perform from public.customers where user_id = p_patient for no key update;
  case p_entry ->> 'type'
    when 'period' then perform private.log_period_day(p_patient, p_entry);
    when 'applicator' then perform private.log_applicator(p_patient, p_entry);
    when 'symptoms' then perform private.log_symptoms(p_patient, p_entry);
    else perform private.log_test(p_patient, p_entry);
  end case;
end $$;
revoke all on function private.log_for_patient(uuid, jsonb) from public;

-- Completes a phase that is open to the patient. They can undo it for a day, as if they had completed it themselves.
create function private.complete_for_patient(p_patient uuid, p_act jsonb, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
declare
  in_cycle constant integer := (p_act ->> 'cycle')::integer;
  state text;
begin
  perform private.require_record('completed_phases', p_patient);
  -- Locks the patient before any phase, as every write or undo of a result does.
  perform from public.customers where user_id = p_patient for no key update;
  if exists (select from public.completed_phases
    where user_id = p_patient and phase_id = p_act ->> 'phase' and cycle_number is not distinct from in_cycle) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This phase is already complete.');
  elsif private.is_step_locked_for(p_patient, p_act ->> 'phase', in_cycle) is not false then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This phase is not open yet. Complete the one before it first.');
  end if;
  state := private.care_state(p_patient);
  if in_cycle is not null and state <> 'treatment' then
    perform private.refuse_changed_state(state);
  end if;
  insert into public.completed_phases
    (user_id, phase_id, stage_number, cycle_number, act, logged_by, logged_by_name, logged_by_role)
  select p_patient, phase_id, stage_number, cycle_number, gen_random_uuid(), p_person.id, p_person.name, p_person.role
  from private.journey_steps
  where phase_id = p_act ->> 'phase' and cycle_number is not distinct from in_cycle;
end $$;
revoke all on function private.complete_for_patient(uuid, jsonb, public.care_team) from public;

-- Reopens a phase and every phase after it. A phase that a positive test completed is reopened by undoing the test.
create function private.reopen_for_patient(p_patient uuid, p_act jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  from_step constant bigint := (
    select step from private.journey_steps
    where phase_id = p_act ->> 'phase' and cycle_number is not distinct from (p_act ->> 'cycle')::integer);
  reopened uuid[];
  by_test boolean;
  in_treatment boolean;
  state text;
begin
  perform private.require_record('completed_phases', p_patient);
  perform from public.customers where user_id = p_patient for no key update;
  select array_agg(done.id), bool_or(done.result_id is not null), bool_or(done.cycle_number is not null)
  into reopened, by_test, in_treatment
  from public.completed_phases as done join private.journey_steps as steps
    on steps.phase_id = done.phase_id and steps.cycle_number is not distinct from done.cycle_number
  where done.user_id = p_patient and steps.step >= from_step;
  state := private.care_state(p_patient);
  if not exists (select from public.completed_phases
    where id = any (reopened) and phase_id = p_act ->> 'phase'
      and cycle_number is not distinct from (p_act ->> 'cycle')::integer) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This phase is not complete.');
  elsif by_test then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'A positive test completed this phase. Undo the test if it was a mistake.');
  elsif in_treatment and state <> 'treatment' then
    perform private.refuse_changed_state(state);
  end if;
  delete from public.completed_phases where user_id = p_patient and id = any (reopened);
end $$;
revoke all on function private.reopen_for_patient(uuid, jsonb) from public;
