-- Which records a team member may open: the patient gave both consents, the role allows it, and a coach cares for the patient.
-- A patient without a row here is unassigned.
create table public.coach_assignments (
  user_id uuid primary key references public.customers on delete cascade,
  coach_id uuid not null references public.care_team on delete cascade,
  assigned_by uuid,
  assigned_at timestamptz not null default now()
);
alter table public.coach_assignments alter column user_id set statistics 0;
alter table public.coach_assignments enable row level security;
revoke all on public.coach_assignments from anon, authenticated, service_role;
create index coach_assignments_of_coach on public.coach_assignments (coach_id);

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
alter table public.record_openings alter column user_id set statistics 0;
alter table public.record_openings enable row level security;
revoke all on public.record_openings from anon, authenticated, service_role;
create index record_openings_of_patient on public.record_openings (user_id, person_id, ends_at);
create index record_openings_of_person on public.record_openings (person_id, opened_at);

create trigger audit_record_openings after insert or update or delete on public.record_openings
  for each row execute function private.audit_change();

-- When a coach leaves or changes role, their patients become unassigned, so every coach sees them.
create function private.unassign_patients() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.coach_assignments where coach_id = new.id;
  return null;
end $$;

create trigger unassign_patients after update of role, deactivated_at on public.care_team
  for each row when (new.role <> 'coach' or new.deactivated_at is not null) execute function private.unassign_patients();

-- The reason for which this person has this record open; null after four hours.
create function private.reason_of(p_person uuid, p_patient uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select category from public.record_openings
    where user_id = p_patient and person_id = p_person and ends_at > now() order by opened_at desc limit 1);
end $$;

-- The coaches whose patients this coach sees at that time: themselves, no one (unassigned patients), and a coach who is away and whom they
-- cover. If the cover is away too, their own cover sees those patients; without any cover, every coach does.
create function private.coaches_covered_by(p_coach uuid, p_at timestamptz default now()) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with recursive off as (
      select host_id from public.days_off join public.care_team on care_team.id = host_id
      where day = (p_at at time zone time_zone)::date
    ), away as (
      select host_id, covered_by from public.absences where starts_at <= p_at and ends_at > p_at
    -- `union` adds no row twice, so the recursion ends even if two people cover each other.
    ), covers (host_id, cover_id) as (
      select host_id, covered_by from away
      union
      select covers.host_id, away.covered_by from covers join away on away.host_id = cover_id
    ), present as (
      select covers.host_id, cover_id from covers join public.care_team as cover on cover.id = cover_id
      where role in ('coach', 'clinician') and private.is_member(cover)
        and cover_id not in (select off.host_id from off) and cover_id not in (select away.host_id from away)
    )
    select array[p_coach, '00000000-0000-0000-0000-000000000000'] || array(
      select host_id from off
      union
      select host_id from present where cover_id = p_coach
      union
      select host_id from away where host_id not in (select present.host_id from present)));
end $$;

-- The patients of a host's calls, until 30 days after the last one, while there may be notes to write. A call that is over stays 'booked'.
create view private.patients_of_hosts as
  select host_id, user_id from public.appointments where status = 'booked' and ends_at > now() - interval '30 days';
revoke all on private.patients_of_hosts from public, anon, authenticated, service_role;

-- Whether a coach cares for a patient: assigned to them, unassigned, assigned to a colleague who is away, in one of their own calls, or
-- in a follow-up that a colleague gave them.
create function private.cares_for(p_coach uuid, p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select private.has_assignment(p_coach, p_patient)
      or exists (select from private.patients_of_hosts where host_id = p_coach and user_id = p_patient)
      or exists (select from private.open_follow_ups where to_id = p_coach and person_id <> p_coach and user_id = p_patient));
end $$;

-- Refuses unless this transaction's person may see all of these types of data about this patient.
create function private.require_kinds(p_kinds text[], p_patient uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.named_person();
  -- Nothing about health: who a patient is, and what is sent to them.
  administrative constant text[] := '{identity,contact,consents,kit,mails,call_times}'::text[];
begin
  if person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team must name the person who reads.');
  elsif p_kinds <@ '{identity}'::text[] then
    return;
  elsif not private.is_open_to_team(p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'This patient has not given both consents.');
  elsif person.role = 'administrator' and not p_kinds <@ administrative then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  elsif person.role = 'coach' and not private.cares_for(person.id, p_patient)
    and private.reason_of(person.id, p_patient) is null then
    perform private.refuse_team('PT403', 'reason_required', 'This patient is assigned to another coach. Enter a reason to open the record.');
  end if;
end $$;
revoke all on function private.require_kinds(text[], uuid) from public;

-- The same for a write, which names the kind that it changes.
create function private.require_record(p_kind text, p_patient uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_kinds(array[p_kind], p_patient);
end $$;

-- Opens a record for reading and logs it. It checks every kind that is named.
create function private.enter_record(p_patient uuid, p_kinds text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_kinds is null or cardinality(p_kinds) = 0 or array_position(p_kinds, null) is not null then
    raise exception using errcode = '22004', message = 'Name at least one data type to open a record.';
  end if;
  perform private.require_kinds(p_kinds, p_patient);
  perform private.audit_reads(p_kinds, array[p_patient]);
end $$;

-- Opens a colleague's patient's record for four hours. An unknown id and a patient without consent get different answers.
create function public.team_open_with_reason(p_user uuid, p_session uuid, p_roles text[], p_reads text[],
  p_patient uuid, p_category text, p_words text, p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  acting uuid := (private.enter_team(p_user, p_session, p_roles, p_reads)).id;
  earlier jsonb := private.earlier_answer(p_request);
  opened public.record_openings;
begin
  if earlier is not null then
    return earlier;
  elsif not exists (select from public.customers where user_id = p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this patient.');
  elsif not private.is_open_to_team(p_patient) then
    perform private.refuse_team('PT403', 'not_allowed', 'This patient has not given both consents.');
  end if;
  insert into public.record_openings (user_id, person_id, category, words) values (p_patient, acting, p_category, p_words)
  returning * into opened;
  return private.keep_answer(p_request, jsonb_build_object('until', opened.ends_at));
end $$;
revoke all on function public.team_open_with_reason(uuid, uuid, text[], text[], uuid, text, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_open_with_reason(uuid, uuid, text[], text[], uuid, text, text, jsonb) to service_role;

-- Whether this person takes calls. A host without an account in the workspace has no role there.
create function private.takes_calls(p_host public.care_team) returns boolean
language sql immutable set search_path = '' as $$
  select p_host.deactivated_at is null and (p_host.invited_at is null or p_host.role in ('coach', 'clinician'))
$$;

-- A person who invites a patient's address to the team learns that it is a patient's, so the patient's log gets a line. The refusal rolls
-- back its transaction, so the function calls this afterward.
create function public.team_audit_patient_address(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_email text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  address constant text := lower(trim(p_email));
begin
  perform private.audit_reads('{identity}', array(
    select user_id from public.customers where customer_email = address
    union select id from private.patient_directory where email = address and not has_user));
  perform private.add_audit_line('read', 'refused_address_of_patient', person.id, null);
end $$;
revoke all on function public.team_audit_patient_address(uuid, uuid, text[], text[], text) from public, anon, authenticated, service_role;
grant execute on function public.team_audit_patient_address(uuid, uuid, text[], text[], text) to service_role;

-- Deletes a counter, and with it the uses and refusals it has counted.
create function public.forget_limit(p_key text) returns void
language sql security definer set search_path = '' as $$
  delete from private.limits where key = encode(sha256(convert_to(p_key, 'UTF8')), 'hex')
$$;
revoke all on function public.forget_limit(text) from public, anon, authenticated, service_role;
grant execute on function public.forget_limit(text) to service_role;

-- Whether the patient is this coach's, unassigned, or, at that time, assigned to a coach whom they cover.
create function private.has_assignment(p_coach uuid, p_patient uuid, p_at timestamptz default now()) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select coach_id from public.coach_assignments where user_id = p_patient),
    '00000000-0000-0000-0000-000000000000') = any (private.coaches_covered_by(p_coach, p_at));
end $$;
revoke all on function private.has_assignment(uuid, uuid, timestamptz) from public;

-- Whether the patient is this coach's or unassigned. Reasons, covers and calls are temporary, so only this lets a coach assign the patient.
create function private.is_assigned(p_coach uuid, p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select coach_id from public.coach_assignments where user_id = p_patient), p_coach) = p_coach;
end $$;
revoke all on function private.is_assigned(uuid, uuid) from public;

-- Who may host a call at that time if this coach books it for a colleague's patient; null if any host may. A call opens the record to its
-- host until a month after it, so a coach with a temporary reason or cover must not book a call with themselves. Hosts are clinicians, the
-- patient's own coach, and the coach who covers then. If every coach covers then, only coaches who care for the patient today can book
-- themselves.
create function private.hosts_allowed(p_person public.care_team, p_patient uuid, p_at timestamptz) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_person.role <> 'coach' or private.is_assigned(p_person.id, p_patient) then
    return null;
  end if;
  return array(
    select id from public.care_team as member
    where private.is_member(member) and (role = 'clinician' or role = 'coach' and private.has_assignment(id, p_patient, p_at)
      and (id <> p_person.id or private.has_assignment(id, p_patient) or exists (
        select from public.absences
        where covered_by = member.id and starts_at <= p_at and ends_at > p_at
          and host_id = (select coach_id from public.coach_assignments where user_id = p_patient)))));
end $$;
revoke all on function private.hosts_allowed(public.care_team, uuid, timestamptz) from public;
