-- Which patients' records somebody of the care team may open: both consents, the role, and for a coach whose patient it is.

-- A patient without a row has no coach.
create table public.coach_assignments (
  user_id uuid primary key references public.customers on delete cascade,
  coach_id uuid not null references public.care_team on delete cascade,
  assigned_by uuid,
  assigned_at timestamptz not null default now()
);
create index coach_assignments_of_coach on public.coach_assignments (coach_id);
alter table public.coach_assignments alter column user_id set statistics 0;
alter table public.coach_assignments enable row level security;
revoke all on public.coach_assignments from anon, authenticated, service_role;
create trigger audit_coach_assignments after insert or update or delete on public.coach_assignments
  for each row execute function private.audit_change();

-- Why a coach opened the record of a colleague's patient. The words go with the account.
create table public.record_openings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.customers on delete cascade,
  person_id uuid not null references public.care_team on delete cascade,
  category text not null check (category in ('cover', 'patient-asked', 'safety', 'quality')),
  words text not null check (length(words) between 1 and 2000),
  opened_at timestamptz not null default now(),
  ends_at timestamptz not null default now() + interval '4 hours'
);
create index record_openings_of_patient on public.record_openings (user_id, person_id, ends_at);
create index record_openings_of_person on public.record_openings (person_id, opened_at);
alter table public.record_openings alter column user_id set statistics 0;
alter table public.record_openings enable row level security;
revoke all on public.record_openings from anon, authenticated, service_role;
create trigger audit_record_openings after insert or update or delete on public.record_openings
  for each row execute function private.audit_change();

-- Whoever leaves, or is no coach any more, is nobody's coach: from then on every coach sees those patients.
create function private.unassign_patients() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.coach_assignments where coach_id = new.id;
  return null;
end $$;
create trigger unassign_patients after update of role, deactivated_at on public.care_team
  for each row when (new.role <> 'coach' or new.deactivated_at is not null) execute function private.unassign_patients();

-- As in 20261116100220_team_entry.sql, but the command line may write. Without a role it is the command line; every caller of the API has one.
create or replace function private.audit_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  by_function boolean := auth.role() = 'service_role' and tg_table_name not in ('consultation_notes', 'medical_notes');
  callers text;
begin
  if tg_op = 'UPDATE' and old is not distinct from new then
    return null;
  end if;
  get diagnostics callers = pg_context;
  -- The words around the names are in the server's language.
  if callers ~ '(^|[^.\w"])("?public"?[.])?"?team_\w' and auth.role() is not null and (private.named_person()).id is null then
    raise exception using errcode = '42501', message = 'A write by the care team needs the person who writes.';
  end if;
  if auth.role() = 'authenticated' then
    perform private.require_limit('own-changes:' || auth.uid(), 1000, 600);
  end if;
  perform private.note_in_audit(lower(tg_op), tg_table_name::text, subject,
    coalesce(auth.uid(), case when by_function then subject end));
  return null;
end $$;

-- Why this person has this record open, while they do.
create function private.reason_of(p_person uuid, p_patient uuid) returns text
language sql stable security definer set search_path = '' as $$
  select category from public.record_openings
  where user_id = p_patient and person_id = p_person and ends_at > now() order by opened_at desc limit 1
$$;

-- As in 20261116100220_team_entry.sql, and what somebody does while a record is open to them for a reason says which.
create or replace function private.note_in_audit(p_action text, p_kind text, p_subject uuid, p_actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
  reader text;
begin
  -- Nearly every write is a patient's own, and needs no look at the team.
  if coalesce(current_setting('portal.staff_id', true), '') <> '' then
    person := private.named_person();
  end if;
  reader := case when person.id is null
    then concat_ws(':', 'audit-read', auth.role(), auth.jwt() ->> 'session_id', p_actor, p_kind, p_subject)
    else concat_ws(':', 'staff-read', person.id, p_kind, p_subject) end;
  if p_action = 'read' and p_kind <> 'data_export'
    and public.take_from_limit(reader, 1, case when person.id is null then 60 else 900 end) > 0 then
    return;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role, reason_category)
  values (coalesce(person.id, p_actor), coalesce(auth.role(), 'operator'), p_action, p_kind, p_subject, person.name, person.role,
    case when person.id is not null then private.reason_of(person.id, p_subject) end);
end $$;

-- The coaches whose patients this coach sees: their own, nobody's, and those of whoever is away today.
create function private.coaches_seen_by(p_coach uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array[p_coach, '00000000-0000-0000-0000-000000000000'] || array(
    select host_id from public.days_off join public.care_team on care_team.id = host_id
    where day = (now() at time zone time_zone)::date)
$$;

-- The patients of a coach: those assigned to them, to nobody or to somebody who is away, and those of their own calls, for as
-- long after one as there is still something to write down. A call that is over stays 'booked'.
create function private.looks_after(p_coach uuid, p_patient uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select coach_id from public.coach_assignments where user_id = p_patient),
      '00000000-0000-0000-0000-000000000000') = any (private.coaches_seen_by(p_coach))
    or exists (
      select from public.appointments where user_id = p_patient and host_id = p_coach and status = 'booked'
        and ends_at > now() - interval '30 days')
$$;

-- Whether the person of this transaction may see this kind of thing of this patient; a write asks for the kind that it changes.
create function private.require_record(p_kind text, p_patient uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.named_person();
  -- Nothing of health: who somebody is, and what is sent to them.
  administrative constant text[] := '{identity,contact,consents,kit,mails,call_times}';
begin
  if person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team needs the person who reads.');
  elsif p_kind = 'identity' then
    return;
  elsif not private.is_open_to_team(p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'This patient has not given both consents.');
  elsif person.role = 'administrator' and p_kind <> all (administrative) then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  elsif person.role = 'coach' and not private.looks_after(person.id, p_patient)
    and private.reason_of(person.id, p_patient) is null then
    perform private.refuse_team('PT403', 'reason_required', 'Another coach looks after this patient. Please say why you open the record.');
  end if;
end $$;

-- Whoever shows a list notes its patients in the order of their ids: each line waits for a counter of its own.
create or replace function private.note_staff_read(p_kind text, p_subject uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_record(p_kind, p_subject);
  if p_kind <> all (string_to_array(coalesce(current_setting('portal.staff_reads', true), ''), ',')) then
    raise exception using errcode = '42501', message = 'This function does not say that it reads ' || p_kind;
  end if;
  perform private.note_in_audit('read', p_kind, p_subject, null);
end $$;

-- Opens one patient's record for reading, in the transaction that reads: each kind is allowed, and noted, or nothing is read.
create function private.enter_record(p_patient uuid, p_kinds text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kind text;
begin
  if p_kinds is null or cardinality(p_kinds) = 0 or array_position(p_kinds, null) is not null then
    raise exception using errcode = '22004', message = 'A record is opened for the kinds of things that are read.';
  end if;
  foreach kind in array p_kinds loop
    perform private.note_staff_read(kind, p_patient);
  end loop;
end $$;

-- Opens the record of a colleague's patient for four hours.
create function public.team_open_with_reason(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid,
  p_category text, p_words text, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  acting uuid := (private.enter_team(p_user, p_session, p_roles, p_reads)).id;
  earlier jsonb := private.earlier_answer(p_request);
  opened public.record_openings;
begin
  if earlier is not null then
    return earlier;
  elsif not private.is_open_to_team(p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'This patient has not given both consents.');
  end if;
  insert into public.record_openings (user_id, person_id, category, words) values (p_patient, acting, p_category, p_words)
  returning * into opened;
  return private.keep_answer(p_request, jsonb_build_object('until', opened.ends_at));
end $$;

revoke all on all functions in schema private from public;
revoke all on function public.team_open_with_reason(uuid, uuid, text[], text[], uuid, text, text, jsonb)
  from public, anon, authenticated, service_role;
grant execute on function public.team_open_with_reason(uuid, uuid, text[], text[], uuid, text, text, jsonb) to service_role;
