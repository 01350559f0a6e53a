-- What one dishonest person of the care team, or whoever reads a colleague's mail, could still have done.

-- A clinician resets the factor of colleagues, and sees the new set-up code. Of an administrator only another administrator
-- does, or the command: with the code and the mailbox a clinician would otherwise become one.
create or replace function public.team_reset_factor(p_by uuid, p_person uuid, p_code_hash text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  perform private.lock_care_team();
  person := private.team_member(p_person);
  perform private.require_team_role(p_by,
    case when person.role = 'administrator' then '{administrator}' else '{administrator,clinician}' end::text[], p_person);
  update public.care_team set factor_id = null where id = p_person;
  perform private.end_sign_in(private.accounts_of(person), person.email);
  perform private.set_up_code(p_person, p_code_hash);
  perform private.note_in_audit('delete', 'team_factor', p_person, p_by);
end $$;

-- Where there is a clinician, a new coach or clinician needs one's agreement. So no administrator ends the last one: without
-- a clinician they would need nobody. Acts of people name them (private.enter_team); the command names nobody, and may.
create function private.keep_last_clinician() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (private.named_person()).id is null or old.role <> 'clinician' or not private.is_member(old)
    or new.role = 'clinician' and private.is_member(new) then
    return new;
  end if;
  if not exists (
    select from public.care_team as other where role = 'clinician' and private.is_member(other) and id <> old.id
  ) then
    perform private.refuse_team('PT409', 'last_clinician',
      'The last clinician stays. Make somebody else a clinician first, or use the command.');
  end if;
  return new;
end $$;
create trigger keep_last_clinician before update of role, proposed_role, deactivated_at, joined_at on public.care_team
  for each row execute function private.keep_last_clinician();

-- Whose app counts sets up no other one: it would open the auth service's own calls, and could take the one that counts away.
-- Patients set up none at all, on Supabase too.
create function private.may_enroll(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select person.id is not null and person.factor_id is null from private.staff_of(p_user_id) as person
$$;
create function private.refuse_other_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.may_enroll(new.user_id) then
    raise exception using errcode = '42501', message = 'This account cannot set up an authenticator app.';
  end if;
  return new;
end $$;
create trigger refuse_other_factor before insert on auth.mfa_factors
  for each row execute function private.refuse_other_factor();

-- Nobody changes their own factor. A reset and leaving take it from the person first; deleting an account takes all of it.
create function private.keep_counted_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.care_team where factor_id = old.id)
    and exists (select from auth.users where id = old.user_id) then
    raise exception using errcode = '42501', message = 'Ask a colleague to reset your authenticator app.';
  end if;
  return old;
end $$;
create trigger keep_counted_factor before delete on auth.mfa_factors
  for each row execute function private.keep_counted_factor();

-- As before, and the log says when an app was locked. It stays in schema public, where the settings of a project name it;
-- none of the API's roles may call it.
create or replace function public.mfa_verification_attempt(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  factor constant uuid := event ->> 'factor_id';
  is_right constant boolean := coalesce((event ->> 'valid')::boolean, false);
  tries private.factor_tries;
  moment timestamptz;
  person uuid;
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
    return '{"decision": "continue"}';
  end if;
  tries.wrong_at := array(
    select earlier from unnest(tries.wrong_at) as earlier where earlier > moment - interval '15 minutes') || moment;
  if cardinality(tries.wrong_at) < 5 then
    update private.factor_tries set wrong_at = tries.wrong_at where factor_id = factor;
  else
    update private.factor_tries set wrong_at = '{}', locked_until = moment + interval '15 minutes' where factor_id = factor;
    select id into person from public.care_team where factor_id = factor;
    if found then
      perform private.note_in_audit('update', 'team_factor_lock', person, null);
    end if;
  end if;
  return '{"decision": "continue"}';
end $$;

-- Somebody of the team who has not left, locked.
create or replace function private.team_member(p_person uuid) returns public.care_team
language plpgsql set search_path = '' as $$
declare
  person public.care_team;
begin
  select * into person from public.care_team where id = p_person and deactivated_at is null for update;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is not in the team any more.');
  elsif person.invited_at is null then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This person takes calls and was never invited. Invite them first.');
  end if;
  return person;
end $$;

-- Invites somebody, also one who takes calls already, who has left, or who lost the set-up code. A zone that only JavaScript
-- knows is refused before the address is looked at: the two answers together would tell who is a patient.
create or replace function public.team_invite(
  p_by uuid, p_email text, p_name text, p_role text, p_time_zone text, p_code_hash text)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
  proposed text;
begin
  perform private.lock_care_team();
  select * into person from public.care_team where email = lower(trim(p_email)) for update;
  perform private.require_team_role(p_by, '{administrator}', person.id);
  begin
    perform pg_catalog.timezone(p_time_zone, timestamptz 'epoch');
  exception when invalid_parameter_value then
    perform private.refuse_team('PT400', 'invalid_input', 'timeZone: Please name a time zone such as America/New_York');
  end;
  if person.joined_at is not null and person.deactivated_at is null then
    perform private.refuse_team('PT409', 'already_in_team', 'This person is in the team already.');
  end if;
  proposed := case when private.needs_agreement(p_by, person.id, p_role) then p_role end;
  insert into public.care_team as known
    (email, name, role, time_zone, invited_at, invited_by, proposed_role, proposed_by)
  values (lower(trim(p_email)), p_name, p_role, p_time_zone, now(), p_by, proposed, case when proposed is not null then p_by end)
  on conflict (email) do update set name = excluded.name, role = excluded.role, time_zone = excluded.time_zone,
    invited_at = excluded.invited_at, invited_by = excluded.invited_by, proposed_role = excluded.proposed_role,
    proposed_by = excluded.proposed_by, active = known.active or known.deactivated_at is not null,
    deactivated_at = null, joined_at = null, factor_id = null
  returning * into person;
  perform private.end_sign_in(private.accounts_of(person), person.email);
  perform private.set_up_code(person.id, p_code_hash);
  perform private.note_in_audit('insert', 'team_invitation', person.id, p_by);
  return person.id;
end $$;

-- p_role is what the clinician saw, and has to be said: a proposal that was changed meanwhile is not agreed to.
create or replace function public.team_agree(p_by uuid, p_person uuid, p_role text default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{clinician}', p_person);
  perform private.team_member(p_person);
  update public.care_team set role = proposed_role, proposed_role = null, proposed_by = null
  where id = p_person and proposed_role = p_role;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This role was decided meanwhile.');
  end if;
  perform private.note_in_audit('update', 'team_role', p_person, p_by);
end $$;

-- As before, and whoever has used up the five tries, or comes after 72 hours, hears that no try helps any more.
create or replace function public.team_set_up(p_user uuid, p_session uuid, p_code_hash text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
  factor uuid;
  is_right boolean;
  tries integer;
begin
  -- Before anything is read: a reset that is under way changes it.
  perform private.lock_care_team();
  person := private.setting_up(p_user, p_session);
  factor := (select factor_id from auth.sessions where id = p_session);
  if person.factor_id = factor then
    -- The answer to the same code was lost.
    return jsonb_build_object('isSetUp', true, 'name', person.name, 'role', person.role);
  end if;
  update private.set_up_codes set wrong_tries = wrong_tries + (code_hash <> p_code_hash)::integer
  where person_id = person.id and expires_at > now() and wrong_tries < 5
  returning code_hash = p_code_hash, wrong_tries into is_right, tries;
  if is_right is not true then
    if tries = 5 then
      perform private.note_in_audit('update', 'team_set_up_lock', person.id, null);
    end if;
    return jsonb_build_object('isSetUp', false, 'isEnded', coalesce(tries, 5) = 5);
  end if;
  delete from private.set_up_codes where person_id = person.id;
  delete from auth.mfa_factors where user_id = p_user and id <> factor;
  delete from auth.sessions where user_id = p_user and id <> p_session;
  update public.care_team set user_id = p_user, factor_id = factor, joined_at = coalesce(joined_at, now())
  where id = person.id;
  perform set_config('portal.staff_id', person.id::text, true);
  perform private.note_in_audit('insert', 'team_factor', person.id, person.id);
  return jsonb_build_object('isSetUp', true, 'name', person.name, 'role', person.role);
end $$;

-- Whether the team's sign-in screen sends a code. Misses are counted as for everybody (public.ask_invitation); a patient's
-- address is none, and gets no mail either.
create function public.ask_team_sign_in(p_email text, p_client text, p_scale numeric) returns jsonb
language sql security definer set search_path = '' as $$
  select public.ask_invitation(p_email, p_client, p_scale) || jsonb_build_object('isOfTeam', exists (
    select from public.care_team where email = lower(p_email) and invited_at is not null and deactivated_at is null))
$$;

-- A host's mailed link opens a call without the second factor, so the patient's log says who came by it.
create function public.note_host_entry(p_call uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  call public.appointments;
begin
  select * into call from public.appointments where id = p_call;
  perform set_config('portal.staff_id', call.host_id::text, true);
  perform private.note_in_audit('read', 'call_room', call.user_id, call.host_id);
end $$;

revoke all on all functions in schema private from public;
revoke all on function public.ask_team_sign_in(text, text, numeric), public.note_host_entry(uuid)
  from public, anon, authenticated, service_role;
grant execute on function public.ask_team_sign_in(text, text, numeric), public.note_host_entry(uuid) to service_role;
