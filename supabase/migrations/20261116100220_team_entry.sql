-- How the care team's functions are entered. Each function of theirs goes through private.enter_team, in the transaction in
-- which it reads or writes: that checks the person, names them to the database, and so to the audit log.

-- When somebody last did something. A token that refreshes itself is no act, so GoTrue's own times do not tell.
create table private.staff_activity (
  session_id uuid primary key references auth.sessions on delete cascade,
  acted_at timestamptz not null default now()
);
alter table private.staff_activity enable row level security;
revoke all on private.staff_activity from public, anon, authenticated, service_role;

-- A session that the team works in: its end, and when it will have been idle for too long.
create function private.staff_session(p_session uuid) returns table (ends_at timestamptz, idle_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select sessions.created_at + interval '12 hours',
      greatest(sessions.created_at, (select acted_at from private.staff_activity where session_id = p_session),
        -- A code from the app is an act, too.
        (select max(claims.updated_at) from auth.mfa_amr_claims as claims
          where claims.session_id = p_session and authentication_method = 'totp')) + interval '15 minutes'
    from auth.sessions where id = p_session;
end $$;

create function private.refuse_old_session(p_session uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.staff_session(p_session) where least(ends_at, idle_at) <= now()) then
    perform private.refuse_team('PT403', 'session_too_old', 'Please sign in again.');
  end if;
end $$;

-- p_reads: the kinds of things of patients that the function says it reads; it cannot note any other. p_is_act: only
-- team_enter says so, which knows whether somebody did something or a page asked by itself.
create function private.enter_team(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[] default '{}', p_is_act boolean default false)
returns public.care_team language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team := private.staff_of(p_user);
  session auth.sessions;
begin
  select * into session from auth.sessions
  where id = p_session and user_id = p_user and (not_after is null or not_after > now());
  if not found then
    perform private.refuse_team('PT401', 'not_signed_in', 'Please sign in.');
  elsif person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'This account has no access to the team workspace.');
  elsif session.aal is distinct from 'aal2' or session.factor_id is null
    or session.factor_id is distinct from person.factor_id then
    perform private.refuse_team('PT403', 'second_factor_required', 'Please confirm with the code from your app.');
  end if;
  perform private.refuse_old_session(p_session);
  if (private.is_member(person) and person.role = any (p_roles)) is not true then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  if p_is_act then
    -- Not at every call: a page makes several at once, which would wait for each other's lock on the row.
    insert into private.staff_activity (session_id)
    select p_session where not exists (
      select from private.staff_activity where session_id = p_session and acted_at >= now() - interval '5 seconds')
    on conflict (session_id) do update set acted_at = excluded.acted_at;
  end if;
  perform set_config('portal.staff_id', person.id::text, true),
    set_config('portal.staff_reads', array_to_string(p_reads, ','), true);
  return person;
end $$;

-- The person whom this transaction acts for; nobody, outside the team's functions.
create function private.named_person() returns public.care_team
language sql stable security definer set search_path = '' as $$
  select * from public.care_team where id = nullif(current_setting('portal.staff_id', true), '')::uuid
$$;

-- Asked before a function looks at what it was sent.
create function public.team_enter(p_user uuid, p_session uuid, p_roles text[], p_is_act boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team := private.enter_team(p_user, p_session, p_roles, '{}', p_is_act);
begin
  return (
    select jsonb_build_object('id', person.id, 'name', person.name, 'role', person.role, 'timeZone', person.time_zone,
      'endsAt', ends_at, 'idleAt', idle_at)
    from private.staff_session(p_session));
end $$;

-- Everybody of the team, and what they do there.
create function public.team_people(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', name, 'email', email, 'role', role,
      'timeZone', time_zone, 'takesCalls', active, 'hosts', (
        select coalesce(jsonb_agg(slug order by slug), '[]') from public.appointment_type_hosts
        join public.appointment_types on appointment_types.id = appointment_type_id where host_id = person.id),
      'invitedAt', invited_at, 'joinedAt', joined_at, 'deactivatedAt', deactivated_at, 'proposedRole', proposed_role,
      'hasFactor', factor_id is not null) order by deactivated_at is not null, name, email), '[]')
    from public.care_team as person);
end $$;

create function public.team_change_people(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  acting uuid := (private.enter_team(p_user, p_session, p_roles, p_reads)).id;
  person uuid := p_change ->> 'id';
begin
  case p_change ->> 'action'
    when 'invite' then
      person := public.team_invite(acting, p_change ->> 'email', p_change ->> 'name', p_change ->> 'role',
        p_change ->> 'timeZone', p_change ->> 'codeHash');
    when 'role' then perform public.team_change_role(acting, person, p_change ->> 'role');
    when 'agree' then perform public.team_agree(acting, person, p_change ->> 'role');
    when 'reset-factor' then perform public.team_reset_factor(acting, person, p_change ->> 'codeHash');
    when 'hosts' then
      perform public.team_set_hosts(acting, person, array(select jsonb_array_elements_text(p_change -> 'kinds')));
    when 'deactivate' then perform public.team_deactivate(acting, person);
  end case;
  return jsonb_build_object('id', person);
end $$;

alter table public.audit_log
  add column actor_name text,
  add column staff_role text,
  add column reason_category text,
  -- Without a look at the lines that are there, for which every write of patients would wait.
  add constraint audit_log_reason_category_check
    check (reason_category in ('cover', 'patient-asked', 'safety', 'quality')) not valid;

-- As before, and of somebody of the team: who it was, as their name and role were then, and one line for reads of the same
-- within 15 minutes.
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
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role)
  values (coalesce(person.id, p_actor), coalesce(auth.role(), 'operator'), p_action, p_kind, p_subject, person.name, person.role);
end $$;

-- Before both consents, or after access ended, a patient is an address and a name to everybody: the kind `identity`.
create function private.is_open_to_team(p_patient uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.customers join public.invitations on invitations.email = customers.customer_email
    where customers.user_id = p_patient and invitations.revoked_at is null
      and customers.privacy_policy_accepted and customers.data_usage_consent)
$$;

-- Whoever shows a list notes its patients in the order of their ids: each line waits for a counter of its own.
create function private.note_staff_read(p_kind text, p_subject uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (private.named_person()).id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team needs the person who reads.');
  elsif p_kind <> all (string_to_array(coalesce(current_setting('portal.staff_reads', true), ''), ',')) then
    raise exception using errcode = '42501', message = 'This function does not say that it reads ' || p_kind;
  elsif p_kind <> 'identity' and not private.is_open_to_team(p_subject) then
    perform private.refuse_team('PT403', 'not_allowed', 'This patient has not given both consents.');
  end if;
  perform private.note_in_audit('read', p_kind, p_subject, null);
end $$;

-- As before, and refused where a procedure of the team's writes without having named its person: it would be booked as the
-- patient's own doing.
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
  if callers ~ '(^|[^.\w"])("?public"?[.])?"?team_\w' and (private.named_person()).id is null then
    raise exception using errcode = '42501', message = 'A write by the care team needs the person who writes.';
  end if;
  if auth.role() = 'authenticated' then
    perform private.require_limit('own-changes:' || auth.uid(), 1000, 600);
  end if;
  perform private.note_in_audit(lower(tg_op), tg_table_name::text, subject,
    coalesce(auth.uid(), case when by_function then subject end));
  return null;
end $$;

-- Nothing of a line can change, the new columns included.
create or replace function private.refuse_rewriting() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if to_jsonb(new) - array['subject_id', 'actor_id'] is distinct from to_jsonb(old) - array['subject_id', 'actor_id']
    or new.actor_id is distinct from (case when old.actor_id = old.subject_id then new.subject_id else old.actor_id end)
    or exists (select from auth.users where id in (old.subject_id, new.subject_id)) then
    raise exception using errcode = '42501', message = tg_table_name || ' is append-only';
  end if;
  return new;
end $$;

-- As before; the link of a host who has left opens nothing.
create or replace function private.part_in_call(p_call public.appointments) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when auth.jwt() ->> 'call_id' = p_call.id::text and auth.jwt() ->> 'call_sequence' = p_call.sequence::text
      and exists (select from public.care_team where id = p_call.host_id and deactivated_at is null) then 'host'
    when p_call.user_id = auth.uid() and private.has_consented() then 'patient'
  end
$$;

-- Somebody may have left between the search for slots and the booking, which locks the host's row and so sees it here. To
-- whoever books, the slot is taken.
create function private.refuse_host_who_left() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.care_team where id = new.host_id and deactivated_at is not null) then
    raise exception using errcode = 'exclusion_violation', message = 'This host has left the care team.';
  end if;
  return new;
end $$;
create trigger refuse_host_who_left before insert or update of host_id on public.appointments
  for each row execute function private.refuse_host_who_left();

revoke all on all functions in schema private from public;
revoke all on function public.team_enter(uuid, uuid, text[], boolean), public.team_people(uuid, uuid, text[], text[]),
  public.team_change_people(uuid, uuid, text[], text[], jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_enter(uuid, uuid, text[], boolean), public.team_people(uuid, uuid, text[], text[]),
  public.team_change_people(uuid, uuid, text[], text[], jsonb) to service_role;
