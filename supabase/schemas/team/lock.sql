-- A team session locks after some minutes without an act: it reads and writes nothing until a code from the app unlocks it. The server
-- decides; the screen only hides what it shows.
-- How long a session may go without an act. Administrators set it on the page 'Clinic'.
create function private.idle_time() returns interval
language plpgsql stable security definer set search_path = '' as $$
begin
  return make_interval(mins => coalesce((select value::integer from public.clinic_settings where name = 'idleMinutes'), 15));
end $$;

-- Locks the session when its screen locks, which may be before the server's own clock: acts reach the server up to a minute late.
create function public.team_lock(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  insert into private.staff_activity (session_id, locked_at) values (p_session, now())
  on conflict (session_id) do update set locked_at = excluded.locked_at;
  -- Open channels of this session end right away.
  perform pg_notify('realtime', json_build_object('kind', 'lock', 'id', p_session)::text);
end $$;
revoke all on function public.team_lock(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_lock(uuid, uuid, text[], text[]) to service_role;

-- A correct code from the app unlocks the session it was entered in. This uses the database's clock, because the auth service's may differ.
create function private.unlock_session() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.staff_activity set locked_at = null, acted_at = now() where session_id = new.session_id;
  return null;
end $$;

create trigger unlock_session after insert or update on auth.mfa_amr_claims
  for each row when (new.authentication_method = 'totp') execute function private.unlock_session();

-- Sessions that are already locked stay locked if an administrator allows a longer time.
create function private.keep_idle_sessions_locked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.staff_activity set locked_at = now()
  where locked_at is null and exists (select from private.staff_session(session_id) where is_locked);
  return new;
end $$;

create trigger keep_idle_sessions_locked before insert or update on public.clinic_settings
  for each row when (new.name = 'idleMinutes') execute function private.keep_idle_sessions_locked();

-- Five wrong codes lock the factor, so its locked sessions can no longer be unlocked, and end. The owner signs in again after the lock.
create function private.end_locked_sessions(p_factor uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions
  where factor_id = p_factor and exists (select from private.staff_session(sessions.id) where is_locked);
end $$;
