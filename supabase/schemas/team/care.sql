-- What the care team does for a patient: assigns a coach, notes contacts, logs what a patient reports by phone, and sends the kit.
create table public.patient_contacts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  how text not null check (how in ('phone', 'text', 'email', 'in-person')),
  words text not null check (length(words) between 1 and 2000),
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 100),
  person_role text not null check (person_role in ('coach', 'clinician')),
  -- When it took place, as entered by its author; recorded_at is when they entered it.
  contacted_at timestamptz not null default now(),
  direction text check (direction in ('incoming', 'outgoing')),
  result text check (result in ('spoke', 'voicemail', 'no-answer')),
  recorded_at timestamptz not null default now(),
  -- Its author can undo it for a day.
  withdrawn_at timestamptz
);
alter table public.patient_contacts alter column user_id set statistics 0;
alter table public.patient_contacts enable row level security;
revoke all on public.patient_contacts from anon, authenticated, service_role;
create index patient_contacts_newest on public.patient_contacts (user_id, contacted_at desc);

create table public.kit_requests (
  user_id uuid primary key references public.customers on delete cascade,
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 100),
  asked_at timestamptz not null default now(),
  sent_on date,
  -- The moment the kit was marked as sent; sent_on is the day that a person entered.
  sent_at timestamptz,
  arrived_at timestamptz
);
alter table public.kit_requests alter column user_id set statistics 0;
alter table public.kit_requests enable row level security;
revoke all on public.kit_requests from anon, authenticated, service_role;

create trigger audit_patient_contacts after insert or update or delete on public.patient_contacts
  for each row execute function private.audit_change();

create trigger audit_kit_requests after insert or update or delete on public.kit_requests
  for each row execute function private.audit_change();

-- Null is unassigned: from then on every coach cares for the patient. Only an assignment gives the right to assign.
create function private.assign_coach(p_patients uuid[], p_coach uuid, p_by uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_coach constant boolean := (private.named_person()).role = 'coach';
  patient uuid;
begin
  if p_coach is not null then
    perform from public.care_team as coach where id = p_coach and role = 'coach' and private.is_member(coach) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer a coach.');
    end if;
  end if;
  -- Locks patients in a fixed order, so that two people who assign the same patients never deadlock.
  for patient in select distinct unnest(p_patients) order by 1 loop
    perform private.require_record('coach_assignments', patient);
    if is_coach and not private.is_assigned(p_by, patient) then
      perform private.refuse_team('PT403', 'not_allowed', 'This patient is assigned to another coach. Ask that coach or a clinician.');
    end if;
    if p_coach is null then
      delete from public.coach_assignments where user_id = patient;
    else
      insert into public.coach_assignments as assigned (user_id, coach_id, assigned_by) values (patient, p_coach, p_by)
      on conflict (user_id) do update set coach_id = excluded.coach_id, assigned_by = excluded.assigned_by, assigned_at = now()
      where assigned.coach_id <> excluded.coach_id;
    end if;
  end loop;
end $$;

create function private.ask_for_kit(p_patient uuid, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_record('kit', p_patient);
  if exists (select from public.customers where user_id = p_patient and tracking_url is not null) then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'The kit is already on its way.');
  end if;
  insert into public.kit_requests (user_id, person_id, person_name) values (p_patient, p_person.id, p_person.name)
  on conflict do nothing;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Someone already asked for the kit.');
  end if;
end $$;

-- For a patient whose zone is unknown. A zone from them or their browser stays.
create function private.set_unknown_zone(p_patient uuid, p_zone text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_record('contact', p_patient);
  if not private.is_time_zone(p_zone) then
    perform private.refuse_team('PT400', 'invalid_input', 'zone: Please select a time zone');
  end if;
  update public.customers set time_zone = p_zone, time_zone_by = 'staff'
  where user_id = p_patient and private.zone_of_patient(p_patient) is null;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This patient’s time zone is known now.');
  end if;
end $$;
revoke all on function private.set_unknown_zone(uuid, text) from public;

create function public.team_care(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_act jsonb, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  patients constant uuid[] := array(select id::uuid from jsonb_array_elements_text(p_act -> 'ids') as id);
  answer jsonb := private.earlier_answer(p_request);
begin
  if answer is null then
    case p_act ->> 'action'
      when 'assign' then perform private.assign_coach(patients, (p_act ->> 'coach')::uuid, person.id);
      when 'contact' then
        perform private.require_record('patient_contacts', patients[1]);
        insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role, contacted_at, direction, result)
        values (patients[1], p_act ->> 'how', p_act ->> 'words', person.id, person.name, person.role,
          coalesce((p_act ->> 'at')::timestamptz, now()), p_act ->> 'direction', p_act ->> 'result');
      when 'set-time-zone' then perform private.set_unknown_zone(patients[1], p_act ->> 'zone');
      when 'log' then perform private.log_for_patient(patients[1], p_act);
      when 'complete-phase' then perform private.complete_for_patient(patients[1], p_act, person);
      when 'reopen-phase' then perform private.reopen_for_patient(patients[1], p_act);
      when 'staff-note' then perform private.staff_note(patients[1], p_act, person);
      when 'alert' then perform private.change_alert(patients[1], p_act, person);
      when 'remove-alert' then perform private.change_alert(patients[1], p_act, person);
      when 'follow-up' then perform private.ask_follow_up(patients[1], p_act, person);
      when 'undo-entry' then perform private.undo_own_entry(patients[1], p_act, person);
      when 'print' then
        perform private.require_record('medical_notes', patients[1]);
        perform private.add_audit_line('read', 'printed_record', patients[1], person.id);
      when 'send-kit' then perform private.ask_for_kit(patients[1], person);
      when 'take-back' then perform private.undo_for_patient(patients[1], p_act, person);
      when 'clear-safety-check' then perform private.clear_safety_check(patients[1], p_act, person);
      else perform private.decide_outcome(patients[1], p_act, person.role);
    end case;
    answer := private.keep_answer(p_request, jsonb_build_object('ids', patients));
  end if;
  return case when cardinality(patients) = 1 then answer || private.care_state_for_person(patients[1]) else answer end;
end $$;
revoke all on function public.team_care(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_care(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;
