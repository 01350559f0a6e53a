-- Every Realtime channel requires a live session, and the care team's channels also the person's own app, as functions do. Realtime on
-- Supabase knows only the token, which outlives its session, so the policies look into auth.sessions.
-- On Supabase, a refresh token from before the second factor is valid until the token that replaced it was used. It is then the parent of
-- the session's current token, and older than the code from the app.
create function private.has_old_refresh_token(p_session uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.refresh_tokens as current
    join auth.refresh_tokens as before on before.token = current.parent
    where current.session_id = p_session and current.revoked is not true
      and before.created_at < (
        select max(claims.updated_at) from auth.mfa_amr_claims as claims
        where claims.session_id = p_session and claims.authentication_method = 'totp'));
end $$;
revoke all on function private.has_old_refresh_token(uuid) from public;

-- Whether this session is this person's, and was raised by the app that counts for them.
create function private.has_own_factor(p_session auth.sessions, p_person public.care_team) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(p_session.aal = 'aal2' and p_session.factor_id = p_person.factor_id
    and private.is_own_app(p_session.factor_id, p_session.user_id)
    and not private.has_old_refresh_token(p_session.id), false);
end $$;
revoke all on function private.has_own_factor(auth.sessions, public.care_team) from public;
