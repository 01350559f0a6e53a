-- Every realtime channel asks for a live session, and the care team's for the person's own app too, as functions do. Realtime on
-- Supabase knows the token alone, which outlives its session: the policies look into auth.sessions themselves.

-- On Supabase a refresh token from before the second factor is good for as long as the one that replaced it was not used. It is
-- the parent of the session's current token then, and older than the code from the app.
create function private.has_old_refresh_token(p_session uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from auth.refresh_tokens as current
    join auth.refresh_tokens as before on before.token = current.parent
    where current.session_id = p_session and current.revoked is not true
      and before.created_at < (
        select max(claims.updated_at) from auth.mfa_amr_claims as claims
        where claims.session_id = p_session and claims.authentication_method = 'totp'))
$$;

-- Whether this session was raised by the app that counts for this person, and belongs to no one else.
create function private.has_own_factor(p_session auth.sessions, p_person public.care_team) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(p_session.aal = 'aal2' and p_session.factor_id = p_person.factor_id
    and not private.has_old_refresh_token(p_session.id), false)
$$;

-- As in 20261118100010_team_door.sql, with has_own_factor.
create or replace function private.enter_team(
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

-- The same for a channel, which has a token and no function in front of it.
create or replace function private.is_at_work() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.care_team;
  session auth.sessions;
begin
  -- The token itself says aal2: one from before the code of the app may be with someone who reads the mail.
  if auth.jwt() ->> 'aal' is distinct from 'aal2' or not private.has_session() then
    return false;
  end if;
  person := private.staff_of(auth.uid());
  select * into session from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid;
  return private.has_own_factor(session, person) and private.is_member(person)
    and exists (select from private.staff_session(session.id) where least(ends_at, idle_at) > now());
end $$;

alter policy "Patients hear of changes to their own record" on realtime.messages using (
  extension = 'broadcast'
  and (select realtime.topic()) = 'patient:' || (select auth.uid())
  and (select private.has_access())
  and (select private.has_session())
);

-- As in 20261115101900_call_room.sql; the patient has a live session. The host has none: the link lets them in.
create or replace function private.may_be_in_channel(p_topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select private.is_call_open(call)
      and case private.part_in_call(call) when 'patient' then private.has_session() when 'host' then true end
    from public.appointments as call
    join public.appointment_types on appointment_types.id = call.appointment_type_id
    where appointment_types.interaction_type = 'video_call'
      and call.id = case when p_topic ~ '^call:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(p_topic, 6)::uuid end
  ), false)
$$;

revoke all on function private.has_old_refresh_token(uuid), private.has_own_factor(auth.sessions, public.care_team) from public;
