-- What the care team decides about a patient's treatment: pauses, losses, stops, doubt that is resolved, and what was logged by
-- mistake. Each says who decided it, to the patient too.

alter table public.outcome_events
  add column recorded_by_name text check (length(recorded_by_name) <= 100),
  add column recorded_by_role text check (recorded_by_role in ('coach', 'clinician')),
  add column withdrawn_by_name text check (length(withdrawn_by_name) <= 100),
  add column withdrawn_by_role text check (withdrawn_by_role in ('coach', 'clinician'));
create function private.mark_recorded_by() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  if coalesce(current_setting('portal.staff_id', true), '') <> '' then
    person := private.named_person();
    if tg_op = 'INSERT' then
      new.recorded_by := person.id;
      new.recorded_by_name := person.name;
      new.recorded_by_role := person.role;
    elsif old.withdrawn_at is null and new.withdrawn_at is not null then
      new.withdrawn_by_name := person.name;
      new.withdrawn_by_role := person.role;
    end if;
  end if;
  return new;
end $$;
create trigger mark_recorded_by before insert or update on public.outcome_events
  for each row execute function private.mark_recorded_by();

-- A result that the care team took back: the row goes, as when the patient takes it back, and what it said stays here.
create table public.results_taken_back (
  -- The result's own.
  id uuid primary key,
  user_id uuid not null references public.customers on delete cascade,
  result_type text not null check (result_type in ('ovulation', 'PREGNANCY')),
  result text not null check (length(result) <= 100),
  cycle_number integer,
  taken_on date not null,
  taken_at timestamptz not null,
  logged_at timestamptz not null,
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 100),
  person_role text not null check (person_role in ('coach', 'clinician')),
  taken_back_at timestamptz not null default now()
);
create index results_taken_back_of_patient on public.results_taken_back (user_id, taken_back_at desc);
alter table public.results_taken_back alter column user_id set statistics 0;
alter table public.results_taken_back enable row level security;
revoke all on public.results_taken_back from anon, authenticated, service_role;
create trigger audit_results_taken_back after insert or update or delete on public.results_taken_back
  for each row execute function private.audit_change();
create view private.export_results_taken_back as
  select user_id, taken_back_at as moment, id, to_jsonb(own) as line from public.results_taken_back as own;
insert into private.export_parts (place, name, needs_consent, max_lines) values (145, 'results_taken_back', true, 10000);

-- For whoever acted on what they saw before.
create function private.refuse_changed_state(p_state text) returns void
language sql set search_path = '' as $$
  select private.refuse_team('PT409', 'changed_meanwhile', case p_state
    when 'treatment' then 'This patient is in treatment.'
    when 'paused' then 'This patient’s treatment is paused.'
    when 'pregnant' then 'This patient is pregnant.'
    when 'unsure' then 'It is not sure whether this patient is pregnant.'
    when 'after-loss' then 'This patient had a loss.'
    when 'stopped' then 'This patient’s treatment was stopped.' end || ' Please look at the record again.')
$$;

-- By the table of states and events, under the lock under which every fact of a patient's arrives.
create function private.decide_outcome(p_patient uuid, p_act jsonb, p_role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  decided constant text := p_act ->> 'action';
  standing record;
begin
  perform private.require_record('outcome_events', p_patient);
  perform from public.customers where user_id = p_patient for no key update;
  select * into standing from private.care_standing(p_patient);
  if p_act ->> 'seen' <> standing.state or private.refuses_outcome(p_patient, decided, 'clinician') then
    perform private.refuse_changed_state(standing.state);
  elsif private.refuses_outcome(p_patient, decided, p_role) then
    perform private.refuse_team('PT403', 'not_allowed', 'After a loss a clinician decides about going on.');
  elsif (p_act ->> 'cycle' is not null) <> (decided = 'resume'
      and (standing.state = 'after-loss' or standing.state = 'stopped' and standing.after_loss)) then
    perform private.refuse_team('PT400', 'invalid_input',
      'cycle: Going on after a loss, please name the cycle; otherwise the patient goes on where they were.');
  end if;
  perform private.record_outcome(jsonb_populate_record(null::public.outcome_events, jsonb_build_object(
    'user_id', p_patient, 'kind', decided, 'cycle', p_act ->> 'cycle',
    'day', coalesce((p_act ->> 'day')::date, private.day_of_report(p_patient, (p_act ->> 'today')::date)),
    'until', p_act ->> 'until', 'reason', nullif(p_act ->> 'reason', ''), 'resolved_to', p_act ->> 'to')), p_role);
end $$;

-- A result whoever logged it, or a loss; later than the patient could.
create function private.take_back_for_patient(p_patient uuid, p_act jsonb, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
declare
  fact constant uuid := p_act ->> 'resultId';
  state text;
  taken public.test_results;
begin
  perform private.require_record('test_results', p_patient);
  perform from public.customers where user_id = p_patient for no key update;
  state := private.care_state(p_patient);
  if p_act ->> 'seen' <> state then
    perform private.refuse_changed_state(state);
  end if;
  delete from public.test_results where id = fact and user_id = p_patient returning * into taken;
  if found then
    insert into public.results_taken_back (id, user_id, result_type, result, cycle_number, taken_on, taken_at, logged_at,
      person_id, person_name, person_role)
    values (taken.id, p_patient, taken.result_type, taken.result, taken.cycle_number, taken.taken_on, taken.taken_at,
      taken.created_at, p_person.id, p_person.name, p_person.role);
    return;
  end if;
  update public.outcome_events set withdrawn_at = now()
  where id = fact and user_id = p_patient and kind = 'loss' and withdrawn_at is null;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'There is nothing to take back any more. Please look at the record again.');
  end if;
end $$;

-- Where the patient stands after an act, noted as read; nothing for whoever has just given the patient away.
create function private.care_state_for_person(p_patient uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_record(p_patient, '{outcome_events}');
  return jsonb_build_object('careState', private.care_state(p_patient));
exception when sqlstate 'PT403' then
  return '{}';
end $$;

-- As before, with what is decided about treatment. Of what is kept for a repeat nothing is about health.
create or replace function public.team_care(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_act jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  patients constant uuid[] := array(select jsonb_array_elements_text(p_act -> 'ids'));
  answer jsonb := private.earlier_answer(p_request);
begin
  if answer is null then
    case p_act ->> 'action'
      when 'assign' then perform private.assign_coach(patients, (p_act ->> 'coach')::uuid, person.id);
      when 'contact' then
        perform private.require_record('patient_contacts', patients[1]);
        insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role)
        values (patients[1], p_act ->> 'how', p_act ->> 'words', person.id, person.name, person.role);
      when 'log' then perform private.log_for_patient(patients[1], p_act);
      when 'send-kit' then perform private.ask_for_kit(patients[1], person);
      when 'take-back' then perform private.take_back_for_patient(patients[1], p_act, person);
      when 'clear-safety-check' then perform private.clear_safety_check(patients[1], p_act ->> 'words', person);
      else perform private.decide_outcome(patients[1], p_act, person.role);
    end case;
    answer := private.keep_answer(p_request, jsonb_build_object('ids', patients));
  end if;
  return case when cardinality(patients) = 1 then answer || private.care_state_for_person(patients[1]) else answer end;
end $$;

revoke all on all functions in schema private from public;
