-- As in 20261118100010_team_door.sql, and a factor is an authenticator app: a key or a phone would count for the entrance of the
-- care team, which cannot check it.
create or replace function private.refuse_other_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.factor_type <> 'totp' then
    raise exception using errcode = '42501', message = 'Only an authenticator app can be the second factor.';
  end if;
  if not private.may_enroll(new.user_id) then
    raise exception using errcode = '42501', message = 'This account cannot set up an authenticator app.';
  end if;
  insert into public.audit_log (actor_role, action, kind, subject_id)
  values ('sign_in', 'insert', 'team_enrolment', (private.staff_of(new.user_id)).id);
  return new;
end $$;
