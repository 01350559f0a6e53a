alter table private.staff_activity add column locked_at timestamptz;

alter table public.clinic_settings add constraint idle_minutes_ends
  check (name <> 'idleMinutes' or value ~ '^([5-9]|[12][0-9]|30)$');

drop function private.staff_session(uuid);

drop function private.refuse_old_session(uuid);

CREATE OR REPLACE FUNCTION private.enter_team(p_user uuid, p_session uuid, p_roles text[], p_reads text[] DEFAULT '{}'::text[], p_is_act boolean DEFAULT false)
 RETURNS public.care_team
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.has_team_session()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
    and exists (select from private.staff_session(session.id) where ends_at > now() and not is_locked);
end $function$
;

CREATE OR REPLACE FUNCTION private.setting_up(p_user uuid, p_session uuid)
 RETURNS public.care_team
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
  elsif session.aal is distinct from 'aal2' or session.factor_id <> coalesce(person.factor_id, session.factor_id)
    or not exists (
      select from auth.mfa_factors where id = session.factor_id and user_id = p_user and status = 'verified') then
    perform private.refuse_team('PT403', 'second_factor_required', 'Please confirm with the code from your app.');
  end if;
  -- An app that counts for nothing yet unlocks nothing.
  perform private.refuse_old_session(p_session, 'session_too_old');
  return person;
end $function$
;

CREATE OR REPLACE FUNCTION private.staff_session(p_session uuid)
 RETURNS TABLE(ends_at timestamp with time zone, idle_at timestamp with time zone, is_locked boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    with session as (
      select sessions.created_at, staff_activity.locked_at,
        greatest(sessions.created_at, acted_at,
          -- A code from the app is an act, too.
          (select max(claims.updated_at) from auth.mfa_amr_claims as claims
            where claims.session_id = p_session and authentication_method = 'totp')) + private.idle_time() as idle_from
      from auth.sessions left join private.staff_activity on session_id = sessions.id where sessions.id = p_session
    )
    select created_at + interval '12 hours', idle_from, locked_at is not null or idle_from <= now() from session;
end $function$
;

revoke all on function private.staff_session(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.mfa_verification_attempt(event jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  factor constant uuid := (event ->> 'factor_id')::uuid;
  is_right constant boolean := coalesce((event ->> 'valid')::boolean, false);
  tries private.factor_tries;
  moment timestamptz;
  person public.care_team;
begin
  insert into private.factor_tries (factor_id) values (factor) on conflict (factor_id) do nothing;
  select * into tries from private.factor_tries where factor_id = factor for update;
  -- The time after the wait.
  moment := clock_timestamp();
  if tries.locked_until > moment then
    return jsonb_build_object('decision', 'reject', 'message', format('Too many wrong codes. Please try again in %s.',
      private.wait_in_words(ceil(extract(epoch from tries.locked_until - moment))::integer)));
  end if;
  if is_right then
    return '{"decision": "continue"}'::jsonb;
  end if;
  tries.wrong_at := array(
    select earlier from unnest(tries.wrong_at) as earlier where earlier > moment - interval '15 minutes') || moment;
  if cardinality(tries.wrong_at) < 5 then
    update private.factor_tries set wrong_at = tries.wrong_at where factor_id = factor;
  else
    update private.factor_tries set wrong_at = '{}', locked_until = moment + interval '15 minutes' where factor_id = factor;
    perform private.end_locked_sessions(factor);
    select * into person from public.care_team where factor_id = factor;
    if found then
      perform private.email_about_lock('team_factor_lock', person, 'authenticator app is locked for 15 minutes');
    end if;
  end if;
  return '{"decision": "continue"}'::jsonb;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_enter(p_user uuid, p_session uuid, p_roles text[], p_is_act boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.care_team := private.enter_team(p_user, p_session, p_roles, '{}', p_is_act);
begin
  return (
    select jsonb_build_object('id', person.id, 'name', person.name, 'role', person.role, 'timeZone', person.time_zone,
      'endsAt', ends_at, 'idleAt', idle_at, 'idleMinutes', extract(epoch from private.idle_time())::integer / 60)
    from private.staff_session(p_session));
end $function$
;

CREATE OR REPLACE FUNCTION private.end_locked_sessions(p_factor uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions
  where factor_id = p_factor and exists (select from private.staff_session(sessions.id) where is_locked);
end $function$
;

revoke all on function private.end_locked_sessions(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.idle_time()
 RETURNS interval
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select make_interval(mins => coalesce((select value::integer from public.clinic_settings where name = 'idleMinutes'), 15))
$function$
;

revoke all on function private.idle_time() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.keep_idle_sessions_locked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.staff_activity set locked_at = now()
  where locked_at is null and exists (select from private.staff_session(session_id) where is_locked);
  return new;
end $function$
;

revoke all on function private.keep_idle_sessions_locked() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.refuse_old_session(p_session uuid, p_locked_code text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  state record;
begin
  select * into state from private.staff_session(p_session);
  if state.ends_at <= now() or state.is_locked and p_locked_code = 'session_too_old' then
    perform private.refuse_team('PT403', 'session_too_old', 'Please sign in again.');
  elsif state.is_locked then
    perform private.refuse_team('PT403', p_locked_code, 'Please unlock with the code from your app.');
  end if;
end $function$
;

revoke all on function private.refuse_old_session(uuid,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.unlock_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update private.staff_activity set locked_at = null, acted_at = now() where session_id = new.session_id;
  return null;
end $function$
;

revoke all on function private.unlock_session() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_lock(p_user uuid, p_session uuid, p_roles text[], p_reads text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  insert into private.staff_activity (session_id, locked_at) values (p_session, now())
  on conflict (session_id) do update set locked_at = excluded.locked_at;
end $function$
;

revoke all on function public.team_lock(uuid,uuid,text[],text[]) from public, anon, authenticated, service_role;

CREATE TRIGGER keep_idle_sessions_locked BEFORE INSERT OR UPDATE ON public.clinic_settings FOR EACH ROW WHEN ((new.name = 'idleMinutes'::text)) EXECUTE FUNCTION private.keep_idle_sessions_locked();

CREATE TRIGGER unlock_session AFTER INSERT OR UPDATE ON auth.mfa_amr_claims FOR EACH ROW WHEN ((new.authentication_method = 'totp'::text)) EXECUTE FUNCTION private.unlock_session();

grant execute on function public.team_lock(uuid,uuid,text[],text[]) to service_role;
