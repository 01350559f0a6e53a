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

-- p_reads: the kinds of things of patients that the function says it reads; it cannot note any other. p_is_act: only team_enter says so,
-- which knows whether a person did something or a page asked by itself. A colleague who waits for a clinician's agreement is told for
-- which role.
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
  elsif not private.has_own_factor(session, person) then
    perform private.refuse_team('PT403', 'second_factor_required', 'Please confirm with the code from your app.');
  end if;
  perform private.refuse_old_session(p_session);
  if person.role is not distinct from person.proposed_role then
    perform private.refuse_team('PT403', 'not_allowed', format('A clinician has to agree to your role as %s first.', person.role));
  elsif (private.is_member(person) and person.role = any (p_roles)) is not true then
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
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  select * into person from public.care_team where id = nullif(current_setting('portal.staff_id', true), '')::uuid;
  return person;
end $$;

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
revoke all on function public.team_enter(uuid, uuid, text[], boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_enter(uuid, uuid, text[], boolean) to service_role;

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
revoke all on function public.team_people(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_people(uuid, uuid, text[], text[]) to service_role;

-- Before both consents, or after access ended, a patient is an address and a name to everybody: the kind `identity`.
create function private.is_open_to_team(p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select exists (
      select from public.customers join public.invitations on invitations.email = customers.customer_email
      where customers.user_id = p_patient and invitations.revoked_at is null
        and customers.privacy_policy_accepted and customers.data_usage_consent));
end $$;

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
