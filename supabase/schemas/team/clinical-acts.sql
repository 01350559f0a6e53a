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

-- A result that the care team undid: its row is deleted, as when the patient undoes it, and its content is kept here.
create table public.results_taken_back (
  -- The id that the result had.
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
alter table public.results_taken_back alter column user_id set statistics 0;
alter table public.results_taken_back enable row level security;
revoke all on public.results_taken_back from anon, authenticated, service_role;
create index results_taken_back_of_patient on public.results_taken_back (user_id, taken_back_at desc);

create trigger audit_results_taken_back after insert or update or delete on public.results_taken_back
  for each row execute function private.audit_change();

-- Refuses an act by a person who saw an older care state, and says which one it is now.
create function private.refuse_changed_state(p_state text) returns void
language sql set search_path = '' as $$
  select private.refuse_team('PT409', 'changed_meanwhile', case p_state
    when 'treatment' then 'This patient is in treatment.'
    when 'paused' then 'This patient’s treatment is paused.'
    when 'pregnant' then 'This patient is pregnant.'
    when 'unsure' then 'We don’t know yet whether this patient is pregnant.'
    when 'after-loss' then 'This patient had a loss.'
    when 'stopped' then 'This patient’s treatment was stopped.' end || ' Check the record again.')
$$;

-- Stores a decision such as pause or resume, if the care state allows it. Locks as every new fact of the patient does.
create function private.decide_outcome(p_patient uuid, p_act jsonb, p_role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  decided constant text := p_act ->> 'action';
  care record;
  recorded uuid;
begin
  perform private.require_record('outcome_events', p_patient);
  perform from public.customers where user_id = p_patient for no key update;
  select * into care from private.care_status(p_patient);
  if p_act ->> 'seen' <> care.state or private.refuses_outcome(p_patient, decided, 'clinician') then
    perform private.refuse_changed_state(care.state);
  elsif private.refuses_outcome(p_patient, decided, p_role) then
    perform private.refuse_team('PT403', 'not_allowed', case decided
      when 'resolve' then 'Only a clinician can set this pregnancy status.'
      else 'After a loss, a clinician decides when treatment resumes.' end);
  elsif decided = 'loss' and not (care.asks_for_status and p_role = 'clinician') and not private.may_be_pregnant(p_patient) then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'No applicator was used and no pregnancy test was positive in the last 10 months. Check the record again.');
  elsif (p_act ->> 'cycle' is not null) <> (decided = 'resume'
      and (care.state = 'after-loss' or care.state = 'stopped' and care.after_loss)) then
    perform private.refuse_team('PT400', 'invalid_input',
      'cycle: Select a cycle to resume after a loss. Otherwise the patient resumes where they left off.');
  end if;
  select id into recorded from private.record_outcome(jsonb_populate_record(null::public.outcome_events, jsonb_build_object(
    'user_id', p_patient, 'kind', decided, 'cycle', p_act ->> 'cycle',
    'day', coalesce((p_act ->> 'day')::date, private.day_of_report(p_patient, (p_act ->> 'today')::date)),
    'until', p_act ->> 'until', 'reason', nullif(p_act ->> 'reason', ''), 'resolved_to', p_act ->> 'to')), p_role);
  if decided = 'resume' or decided = 'resolve' and p_act ->> 'to' = 'treatment' then
    perform private.email_update(p_patient, 'treatment-resumed:' || recorded, p_act -> 'mail');
  end if;
end $$;

-- Undoes a result or a loss after the patient's own time to undo it is over, no matter who logged it. Only a clinician can undo a loss that is
-- older than a day or that a clinician recorded.
create function private.undo_for_patient(p_patient uuid, p_act jsonb, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
declare
  fact constant uuid := (p_act ->> 'resultId')::uuid;
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
  if p_person.role <> 'clinician' and exists (
    select from public.outcome_events
    where id = fact and user_id = p_patient and kind = 'loss' and withdrawn_at is null
      and (recorded_by_role = 'clinician' or created_at <= private.undone_since())) then
    perform private.refuse_team('PT403', 'not_allowed', 'Only a clinician can undo this loss.');
  end if;
  update public.outcome_events set withdrawn_at = now()
  where id = fact and user_id = p_patient and kind = 'loss' and withdrawn_at is null;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'There’s nothing left to undo. Check the record again.');
  end if;
end $$;

-- The patient's care state after an act, logged as a read. Null if this person has just reassigned the patient.
create function private.care_state_for_person(p_patient uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_record(p_patient, '{outcome_events}');
  return jsonb_build_object('careState', private.care_state(p_patient));
exception when sqlstate 'PT403' then
  return '{}'::jsonb;
end $$;

-- A safety check that blocks treatment is a clinician's to clear, in every cycle.
create function private.clear_safety_check(p_patient uuid, p_act jsonb, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
declare
  newest uuid;
begin
  if p_person.role <> 'clinician' then
    perform private.refuse_team('PT403', 'not_allowed', 'Only a clinician can clear a safety check.');
  end if;
  perform private.require_record('safety_checks', p_patient);
  -- Patients' answers wait for this lock too, so a new check is stored either before or after this act.
  perform from public.customers where user_id = p_patient for update;
  select id into newest from public.safety_checks
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null
  order by created_at desc, id desc limit 1;
  if newest is null then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This patient has no safety check to review.');
  elsif newest <> (p_act ->> 'check')::uuid then
    perform private.refuse_team('PT409', 'changed_meanwhile',
      'This patient answered the safety check again. Read the new answers before you clear it.');
  end if;
  update public.safety_checks set cleared_at = now(), cleared_by = p_person.id, cleared_words = p_act ->> 'words'
  where user_id = p_patient and outcome <> 'ready' and cleared_at is null;
end $$;
revoke all on function private.clear_safety_check(uuid, jsonb, public.care_team) from public;
