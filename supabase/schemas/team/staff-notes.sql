-- What the care team writes for itself: staff notes, alerts and follow-ups. Health, so coaches and clinicians only; never in the portal,
-- always in the patient's record download.
create table public.staff_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  text text not null check (length(text) between 1 and 2000),
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 100),
  person_role text not null check (person_role in ('coach', 'clinician')),
  written_at timestamptz not null default now(),
  -- Its author can undo it for a day, for example if it was written in the wrong record.
  withdrawn_at timestamptz
);
alter table public.staff_notes alter column user_id set statistics 0;
alter table public.staff_notes enable row level security;
revoke all on public.staff_notes from anon, authenticated, service_role;
create index staff_notes_newest on public.staff_notes (user_id, written_at desc);

create trigger audit_staff_notes after insert or update or delete on public.staff_notes
  for each row execute function private.audit_change();

create table public.patient_alerts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  text text not null check (length(text) between 1 and 120),
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 100),
  person_role text not null check (person_role in ('coach', 'clinician')),
  added_at timestamptz not null default now(),
  removed_at timestamptz,
  removed_by_name text check (length(removed_by_name) <= 100),
  removed_by_role text check (removed_by_role in ('coach', 'clinician'))
);
alter table public.patient_alerts alter column user_id set statistics 0;
alter table public.patient_alerts enable row level security;
revoke all on public.patient_alerts from anon, authenticated, service_role;
create index patient_alerts_newest on public.patient_alerts (user_id, added_at desc);

create trigger audit_patient_alerts after insert or update or delete on public.patient_alerts
  for each row execute function private.audit_change();

create table public.follow_ups (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  due_at timestamptz not null,
  text text not null check (length(text) between 1 and 2000),
  -- The person assigned: the author, or a colleague.
  to_id uuid not null references public.care_team on delete cascade,
  person_id uuid not null,
  person_name text not null check (length(person_name) <= 100),
  person_role text not null check (person_role in ('coach', 'clinician')),
  asked_at timestamptz not null default now()
);
alter table public.follow_ups alter column user_id set statistics 0;
alter table public.follow_ups enable row level security;
revoke all on public.follow_ups from anon, authenticated, service_role;
create index follow_ups_newest on public.follow_ups (user_id, asked_at desc);
create index follow_ups_of_person on public.follow_ups (to_id, user_id);

create trigger audit_follow_ups after insert or update or delete on public.follow_ups
  for each row execute function private.audit_change();

-- Follow-ups that aren't done. One that a colleague assigned gives access to the record while it is open; one's own gives no access.
create view private.open_follow_ups as
  select follow_up.id, user_id, to_id, due_at, text, asked_at, person_id
  from public.follow_ups as follow_up
  where coalesce((
    select decision from public.attention_decisions as last
    where last.key = 'follow-up:' || follow_up.id order by version desc limit 1), 'none') <> 'done';
revoke all on private.open_follow_ups from public, anon, authenticated, service_role;

create function private.staff_note(p_patient uuid, p_act jsonb, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_record('staff_notes', p_patient);
  insert into public.staff_notes (user_id, text, person_id, person_name, person_role)
  values (p_patient, p_act ->> 'words', p_person.id, p_person.name, p_person.role);
end $$;
revoke all on function private.staff_note(uuid, jsonb, public.care_team) from public;

-- Without an id, adds an alert; with one, removes it.
create function private.change_alert(p_patient uuid, p_act jsonb, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_record('patient_alerts', p_patient);
  if p_act ->> 'action' = 'alert' then
    insert into public.patient_alerts (user_id, text, person_id, person_name, person_role)
    values (p_patient, p_act ->> 'words', p_person.id, p_person.name, p_person.role);
    return;
  end if;
  update public.patient_alerts set removed_at = now(), removed_by_name = p_person.name, removed_by_role = p_person.role
  where id = (p_act ->> 'alert')::uuid and user_id = p_patient and removed_at is null;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'A colleague already removed this alert.');
  end if;
end $$;
revoke all on function private.change_alert(uuid, jsonb, public.care_team) from public;

-- Only people who care for the patient can give a colleague access or plan their own follow-up, because a reason ends after four hours.
-- Anyone who has the record open can ask a clinician, who could open it anyway.
create function private.ask_follow_up(p_patient uuid, p_act jsonb, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
declare
  colleague constant uuid := coalesce((p_act ->> 'to')::uuid, p_person.id);
  role_of_colleague text := p_person.role;
begin
  perform private.require_record('follow_ups', p_patient);
  if colleague <> p_person.id then
    select role into role_of_colleague from public.care_team as member
    where id = colleague and role in ('coach', 'clinician') and private.is_member(member) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer on the care team.');
    end if;
  end if;
  if role_of_colleague = 'coach' and p_person.role = 'coach' and not private.is_assigned(p_person.id, p_patient)
    and not private.cares_for(colleague, p_patient) then
    perform private.refuse_team('PT403', 'not_allowed',
      'This patient is assigned to another coach. Ask that coach or a clinician to follow up.');
  end if;
  insert into public.follow_ups (user_id, due_at, text, to_id, person_id, person_name, person_role)
  values (p_patient, (p_act ->> 'at')::timestamptz, p_act ->> 'words', colleague, p_person.id, p_person.name, p_person.role);
end $$;
revoke all on function private.ask_follow_up(uuid, jsonb, public.care_team) from public;

-- Undoes an entry that this person made by mistake in the last day: a contact, a staff note, an applicator's use or symptoms. Anyone who can
-- open the record can undo a period, as the patient can.
create function private.undo_own_entry(p_patient uuid, p_act jsonb, p_person public.care_team) returns void
language plpgsql security definer set search_path = '' as $$
declare
  entry constant uuid := (p_act ->> 'entry')::uuid;
begin
  perform private.require_record('patient_contacts', p_patient);
  -- Locks the patient before any phase, as every write or undo of a fact does.
  perform from public.customers where user_id = p_patient for no key update;
  update public.patient_contacts set withdrawn_at = now()
  where id = entry and user_id = p_patient and person_id = p_person.id and withdrawn_at is null
    and recorded_at > private.undone_since();
  if not found then
    update public.staff_notes set withdrawn_at = now()
    where id = entry and user_id = p_patient and person_id = p_person.id and withdrawn_at is null
      and written_at > private.undone_since();
  end if;
  if not found then
    delete from public.survey_responses
    where id = entry and user_id = p_patient and logged_by = p_person.id and created_at > private.undone_since();
  end if;
  if not found then
    delete from public.symptom_reports
    where id = entry and user_id = p_patient and logged_by = p_person.id and created_at > private.undone_since();
  end if;
  if not found then
    update public.periods set withdrawn_at = now() where id = entry and user_id = p_patient and withdrawn_at is null;
  end if;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Only its author can undo this, within a day.');
  end if;
end $$;
revoke all on function private.undo_own_entry(uuid, jsonb, public.care_team) from public;

create function private.alerts_of(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'text', text,
      'who', jsonb_build_object('name', person_name, 'role', person_role), 'at', added_at) order by added_at), '[]')
    from (select * from public.patient_alerts where user_id = p_patient and removed_at is null
      order by added_at desc limit 20) as alert);
end $$;
revoke all on function private.alerts_of(uuid) from public;
