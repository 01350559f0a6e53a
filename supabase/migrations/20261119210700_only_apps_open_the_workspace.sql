alter table public.audit_log
  add constraint actor_role_ends check (length(actor_role) <= 63),
  add constraint actor_name_ends check (length(actor_name) <= 100),
  add constraint staff_role_known check (staff_role in ('coach', 'clinician', 'administrator'));

alter table public.journey_phases
  add constraint phase_id_ends check (length(phase_id) <= 60),
  add constraint call_type_ends check (length(call_type) <= 60);

alter table public.message_pictures add constraint name_ends check (length(name) <= 200);

CREATE OR REPLACE FUNCTION private.has_own_factor(p_session auth.sessions, p_person public.care_team)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(p_session.aal = 'aal2' and p_session.factor_id = p_person.factor_id
    and private.is_own_app(p_session.factor_id, p_session.user_id)
    and not private.has_old_refresh_token(p_session.id), false);
end $function$
;

CREATE OR REPLACE FUNCTION private.refuse_other_factor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.staff_of(new.user_id);
begin
  if new.factor_type <> 'totp' then
    raise exception using errcode = '42501', message = 'Only an authenticator app can be the second factor.';
  end if;
  if tg_op = 'UPDATE' then
    return new;
  end if;
  if not private.may_enroll(new.user_id) then
    raise exception using errcode = '42501', message = 'This account cannot set up an authenticator app.';
  end if;
  -- One at a time for each person, or two would both find no line and add one.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('team_enrolment ' || person.id, 0));
  insert into public.audit_log (actor_role, action, kind, subject_id)
  select 'sign_in', 'insert', 'team_enrolment', person.id
  where not exists (
    select from public.audit_log
    where kind = 'team_enrolment' and subject_id = person.id and at > now() - interval '15 minutes');
  return new;
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
    or not private.is_own_app(session.factor_id, p_user) then
    perform private.refuse_team('PT403', 'second_factor_required', 'Please confirm with the code from your app.');
  end if;
  -- The app isn't tied to the person yet and cannot unlock, so a locked session is refused as too old.
  perform private.refuse_old_session(p_session, 'session_too_old');
  return person;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_own_app(p_factor uuid, p_user_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from auth.mfa_factors
    where id = p_factor and user_id = p_user_id and factor_type = 'totp' and status = 'verified');
end $function$
;

revoke all on function private.is_own_app(uuid,uuid) from public, anon, authenticated, service_role;

CREATE TRIGGER keep_factor_type BEFORE UPDATE OF factor_type ON auth.mfa_factors FOR EACH ROW EXECUTE FUNCTION private.refuse_other_factor();
