CREATE OR REPLACE FUNCTION private.refuse_passkey()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from auth.users where id = new.user_id for no key update;
  if not private.may_sign_in(new.user_id) or private.is_of_care_team(new.user_id) then
    raise exception using errcode = '42501', message = 'This account cannot have a passkey.';
  elsif (select count(*) from auth.webauthn_credentials where user_id = new.user_id) >= 10 then
    raise exception using errcode = 'PT422', message = 'You have reached the maximum number of passkeys.';
  end if;
  perform private.require_limit('new-passkey:' || new.user_id, 10, 86400);
  return new;
end $function$
;

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
  -- Open channels of this session end right away.
  perform pg_notify('realtime', json_build_object('kind', 'lock', 'id', p_session)::text);
end $function$
;

CREATE OR REPLACE FUNCTION private.may_add_passkey(p_user_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not exists (
    select from private.limits
    where key = encode(sha256(convert_to('new-passkey:' || p_user_id, 'UTF8')), 'hex') and used >= 10 and window_ends_at > now())
$function$
;

revoke all on function private.may_add_passkey(uuid) from public, anon, authenticated, service_role;
