-- On Supabase the auth service answers a refresh token from before the second factor with the raised session, for as long as the
-- token that replaced it was not used, and for ten seconds in any case. The transaction that raises a session takes such tokens
-- away: the auth service does not know them any longer, and answers 400. Deferred, so that it sees what was replaced in whatever order.
create function private.end_old_refresh_tokens() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.refresh_tokens where session_id = new.id and revoked;
  return null;
end $$;
create constraint trigger end_old_refresh_tokens after update on auth.sessions deferrable initially deferred
  for each row when (new.aal = 'aal2' and old.aal is distinct from new.aal) execute function private.end_old_refresh_tokens();
revoke all on function private.end_old_refresh_tokens() from public;

-- As in 20261123150100_apps_alone.sql; an enrolment is noted once in 15 minutes, or someone with the mail could fill the log.
create or replace function private.refuse_other_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.staff_of(new.user_id);
begin
  if new.factor_type <> 'totp' then
    raise exception using errcode = '42501', message = 'Only an authenticator app can be the second factor.';
  end if;
  if not private.may_enroll(new.user_id) then
    raise exception using errcode = '42501', message = 'This account cannot set up an authenticator app.';
  end if;
  -- One at a time for each person: two at once would both find no line.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('team_enrolment ' || person.id, 0));
  insert into public.audit_log (actor_role, action, kind, subject_id)
  select 'sign_in', 'insert', 'team_enrolment', person.id
  where not exists (
    select from public.audit_log
    where kind = 'team_enrolment' and subject_id = person.id and at > now() - interval '15 minutes');
  return new;
end $$;
