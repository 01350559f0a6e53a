-- A person who may set up a second factor: invited, signed in by email, with a factor that this session verified, and no other factor that
-- counts.
create function private.setting_up(p_user uuid, p_session uuid) returns public.care_team
language plpgsql security definer set search_path = '' as $$
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
end $$;

-- Runs before the function looks at its input. Returns the address, which is part of what is hashed.
create function public.team_begin_set_up(p_user uuid, p_session uuid) returns text
language sql security definer set search_path = '' as $$ select (private.setting_up(p_user, p_session)).email $$;
revoke all on function public.team_begin_set_up(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.team_begin_set_up(uuid, uuid) to service_role;

-- Ties this session's factor to the person by the setup code that only they were given. A refusal is returned, not raised, so that a wrong
-- try counts. After the fifth one, or after 72 hours, the answer says that the code no longer works.
create function public.team_set_up(p_user uuid, p_session uuid, p_code_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
  factor uuid;
  is_right boolean;
  tries integer;
begin
  -- Locks before reading, because a reset that is running changes what this reads.
  perform private.lock_care_team();
  person := private.setting_up(p_user, p_session);
  factor := (select factor_id from auth.sessions where id = p_session);
  if person.factor_id = factor then
    -- A retry with the same code after a lost response.
    return jsonb_build_object('isSetUp', true, 'name', person.name, 'role', person.role);
  end if;
  update private.set_up_codes set wrong_tries = wrong_tries + (code_hash <> p_code_hash)::integer
  where person_id = person.id and expires_at > now() and wrong_tries < 5
  returning code_hash = p_code_hash, wrong_tries into is_right, tries;
  if is_right is not true then
    if tries = 5 then
      perform private.email_about_lock('team_set_up_lock', person, 'setup code no longer works');
    end if;
    return jsonb_build_object('isSetUp', false, 'isEnded', coalesce(tries, 5) = 5);
  end if;
  delete from private.set_up_codes where person_id = person.id;
  delete from auth.mfa_factors where user_id = p_user and id <> factor;
  delete from auth.sessions where user_id = p_user and id <> p_session;
  update public.care_team set user_id = p_user, factor_id = factor, joined_at = coalesce(joined_at, now())
  where id = person.id;
  perform set_config('portal.staff_id', person.id::text, true);
  perform private.add_audit_line('insert', 'team_factor', person.id, person.id);
  return jsonb_build_object('isSetUp', true, 'name', person.name, 'role', person.role);
end $$;
revoke all on function public.team_set_up(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.team_set_up(uuid, uuid, text) to service_role;
