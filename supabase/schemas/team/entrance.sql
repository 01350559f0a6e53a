-- The entrance of the care team's functions. Each one calls private.enter_team in the transaction in which it reads or writes. That checks
-- the person, and names them to the database and so to the audit log.
-- When each session last acted. A token refresh is not an act, so GoTrue's own times don't help.
create table private.staff_activity (
  session_id uuid primary key references auth.sessions on delete cascade,
  acted_at timestamptz not null default now(),
  -- Since when the screen is locked (public.team_lock).
  locked_at timestamptz
);
alter table private.staff_activity enable row level security;
revoke all on private.staff_activity from public, anon, authenticated, service_role;

-- A team session: when it ends, when it locks for being idle, and whether it is locked now, by idle time or by its screen.
create function private.staff_session(p_session uuid)
returns table (ends_at timestamptz, idle_at timestamptz, is_locked boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    with session as (
      select sessions.created_at, staff_activity.locked_at,
        greatest(sessions.created_at, acted_at,
          -- Entering a code from the app counts as an act.
          (select max(claims.updated_at) from auth.mfa_amr_claims as claims
            where claims.session_id = p_session and authentication_method = 'totp')) + private.idle_time() as idle_from
      from auth.sessions left join private.staff_activity on session_id = sessions.id where sessions.id = p_session
    )
    select created_at + interval '12 hours', idle_from, locked_at is not null or idle_from <= now() from session;
end $$;

-- A locked session can be unlocked for as long as it lasts; one that is too old cannot.
create function private.refuse_old_session(p_session uuid, p_locked_code text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  state record;
begin
  select * into state from private.staff_session(p_session);
  if state.ends_at <= now() or state.is_locked and p_locked_code = 'session_too_old' then
    perform private.refuse_team('PT403', 'session_too_old', 'Please sign in again.');
  elsif state.is_locked then
    perform private.refuse_team('PT403', p_locked_code, 'Please unlock with the code from your app.');
  end if;
end $$;

-- p_reads: the types of patient data that the function declares; it can log no others. p_is_act: only
-- team_enter sets it, because it knows whether a person acted or a page asked by itself. A colleague who
-- waits for a clinician's agreement learns for which role.
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
  perform private.refuse_old_session(p_session, 'session_locked');
  if person.role is not distinct from person.proposed_role then
    perform private.refuse_team('PT403', 'not_allowed', format('A clinician has to approve your role as %s first.', person.role));
  elsif (private.is_member(person) and person.role = any (p_roles)) is not true then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  if p_is_act then
    -- At most every five seconds, because a page's simultaneous calls would wait for each other's lock on the row.
    insert into private.staff_activity (session_id)
    select p_session where not exists (
      select from private.staff_activity where session_id = p_session and acted_at >= now() - interval '5 seconds')
    on conflict (session_id) do update set acted_at = excluded.acted_at;
  end if;
  perform set_config('portal.staff_id', person.id::text, true),
    set_config('portal.staff_reads', array_to_string(p_reads, ','), true);
  return person;
end $$;

-- The person whom this transaction acts for; null outside the team's functions.
create function private.named_person() returns public.care_team
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  select * into person from public.care_team where id = nullif(current_setting('portal.staff_id', true), '')::uuid;
  return person;
end $$;

-- Runs before a function looks at its input.
create function public.team_enter(p_user uuid, p_session uuid, p_roles text[], p_is_act boolean) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team := private.enter_team(p_user, p_session, p_roles, '{}', p_is_act);
begin
  return (
    select jsonb_build_object('id', person.id, 'name', person.name, 'role', person.role, 'timeZone', person.time_zone,
      'endsAt', ends_at, 'idleAt', idle_at, 'idleMinutes', extract(epoch from private.idle_time())::integer / 60)
    from private.staff_session(p_session));
end $$;
revoke all on function public.team_enter(uuid, uuid, text[], boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_enter(uuid, uuid, text[], boolean) to service_role;

-- Everyone on the team, and their roles.
create function public.team_people(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', name, 'email', email, 'role', role,
      'timeZone', time_zone, 'takesCalls', active, 'hosts', (
        select coalesce(jsonb_agg(slug order by slug), '[]') from public.appointment_type_hosts
        join public.appointment_types on appointment_types.id = appointment_type_id where host_id = person.id and not is_hidden),
      'invitedAt', invited_at, 'joinedAt', joined_at, 'deactivatedAt', deactivated_at, 'proposedRole', proposed_role,
      'hasFactor', factor_id is not null, 'bio', bio, 'portrait', portrait) order by deactivated_at is not null, name, email), '[]')
    from public.care_team as person);
end $$;
revoke all on function public.team_people(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_people(uuid, uuid, text[], text[]) to service_role;

-- Before both consents, or after access ended, everyone sees a patient's address and name only: the kind `identity`.
create function private.is_open_to_team(p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select exists (
      select from public.customers join public.invitations on invitations.email = customers.customer_email
      where customers.user_id = p_patient and invitations.revoked_at is null
        and customers.privacy_policy_accepted and customers.data_usage_consent));
end $$;

-- A host may have left between the search for slots and the booking. Booking locks the host's row and sees it here; the slot is then taken.
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

-- The same checks for a Realtime channel, which has a token and no function in front of it.
create function private.has_team_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.care_team;
  session auth.sessions;
begin
  -- The token itself must say aal2, because someone who reads the person's email can get a token without it.
  if auth.jwt() ->> 'aal' is distinct from 'aal2' or not private.has_session() then
    return false;
  end if;
  person := private.staff_of(auth.uid());
  select * into session from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid;
  return private.has_own_factor(session, person) and private.is_member(person)
    and exists (select from private.staff_session(session.id) where ends_at > now() and not is_locked);
end $$;
grant execute on function private.has_team_session() to authenticated;
