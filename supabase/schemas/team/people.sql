create table public.care_team (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100)
    constraint name_is_plain check (private.is_plain_line(name)),
  role text not null,
  email text not null unique check (email = lower(email) and email like '%_@_%')
    constraint email_ends check (length(email) <= 254)
    constraint email_is_plain check (private.is_plain_line(email)),
  -- The check refuses a zone that PostgreSQL does not know.
  time_zone text not null check (timezone(time_zone, timestamptz 'epoch') is not null)
    constraint time_zone_ends check (length(time_zone) <= 64),
  bio text not null default '' check (length(bio) <= 2000),
  active boolean not null default true,
  user_id uuid unique references auth.users on delete set null,
  -- The only second factor that counts. No foreign key: ids of factors are never reused.
  factor_id uuid,
  invited_at timestamptz,
  invited_by uuid,
  -- When this person first used their setup code.
  joined_at timestamptz,
  deactivated_at timestamptz,
  -- The role that a clinician still has to agree to. If it equals role, this person has no role yet.
  proposed_role text check (proposed_role in ('coach', 'clinician')),
  proposed_by uuid,
  -- The name of a drawn portrait. Without one, people see the person's initials.
  portrait text
  constraint portrait_is_a_name check (portrait ~ '^[a-z0-9-]{1,40}$'),
  constraint care_team_role_check check (role in ('coach', 'clinician', 'administrator')),
  constraint nobody_books_who_left check (deactivated_at is null or not active)
);
alter table public.care_team enable row level security;
revoke all on public.care_team from anon, authenticated, service_role;
grant select, insert, update, delete on public.care_team to service_role;
alter table public.care_team alter column user_id set statistics 0;

-- What is told in person beside the mailed code: only its keyed hash, for 72 hours and five tries.
create table private.set_up_codes (
  person_id uuid primary key references public.care_team on delete cascade,
  code_hash text not null,
  expires_at timestamptz not null default now() + interval '72 hours',
  wrong_tries integer not null default 0
);
alter table private.set_up_codes enable row level security;
revoke all on private.set_up_codes from public, anon, authenticated, service_role;

create function private.set_up_code(p_person uuid, p_code_hash text) returns void
language sql set search_path = '' as $$
  insert into private.set_up_codes (person_id, code_hash) values (p_person, p_code_hash)
  on conflict (person_id) do update
  set code_hash = excluded.code_hash, expires_at = excluded.expires_at, wrong_tries = 0
$$;

-- Somebody whose role counts now.
create function private.is_member(p_person public.care_team) returns boolean
language sql immutable set search_path = '' as $$
  select p_person.joined_at is not null and p_person.deactivated_at is null
    and p_person.role is distinct from p_person.proposed_role
$$;

-- In PL/pgSQL: it is asked several times for one answer, and is planned once for a session.
create function private.staff_of(p_user uuid) returns public.care_team
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  select care_team.* into person from public.care_team
  where invited_at is not null and deactivated_at is null
    and (user_id = p_user or user_id is null and email = (select lower(users.email) from auth.users where id = p_user));
  return person;
end $$;

-- The same the other way round, also for somebody who has signed in by mail and not used the set-up code yet.
create function private.accounts_of(p_person public.care_team) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select id from auth.users where id = p_person.user_id or email = p_person.email)
$$;

-- Changes of people wait for each other: two administrators who remove one another would otherwise leave none.
create function private.lock_care_team() returns void
language sql set search_path = '' as $$ select pg_advisory_xact_lock(hashtextextended('care team', 0)) $$;

create function private.refuse_team(p_status text, p_code text, p_sentence text) returns void
language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = p_status, message = p_sentence, detail = p_code;
end $$;

-- Null is the command line, which needs nobody's agreement.
create function private.require_team_role(p_by uuid, p_roles text[], p_person uuid) returns void
language plpgsql set search_path = '' as $$
begin
  if p_by = p_person then
    perform private.refuse_team('PT403', 'not_allowed', 'Nobody changes their own role or second factor.');
  end if;
  if p_by is not null and not exists (
    select from public.care_team as acting where id = p_by and private.is_member(acting) and role = any (p_roles)
  ) then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
end $$;

create function private.needs_agreement(p_by uuid, p_person uuid, p_role text) returns boolean
language sql stable set search_path = '' as $$
  select p_by is not null and p_role in ('coach', 'clinician') and exists (
    select from public.care_team as clinician
    where role = 'clinician' and private.is_member(clinician) and id is distinct from p_person)
$$;

-- Somebody of the team who has not left, locked.
create function private.team_member(p_person uuid) returns public.care_team
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
-- knows is answered with 400: the table's own check would become a 500.
create function public.team_invite(
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
revoke all on function public.team_invite(uuid, text, text, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.team_invite(uuid, text, text, text, text, text) to service_role;

create function public.team_change_role(p_by uuid, p_person uuid, p_role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
  is_new boolean;
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', p_person);
  person := private.team_member(p_person);
  is_new := person.role is not distinct from person.proposed_role;
  if private.needs_agreement(p_by, p_person, p_role) and (is_new or p_role <> person.role) then
    update public.care_team set role = case when is_new then p_role else role end, proposed_role = p_role, proposed_by = p_by
    where id = p_person;
    perform private.note_in_audit('insert', 'team_role_proposal', p_person, p_by);
  else
    update public.care_team set role = p_role, proposed_role = null, proposed_by = null where id = p_person;
    perform private.note_in_audit('update', 'team_role', p_person, p_by);
  end if;
end $$;
revoke all on function public.team_change_role(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.team_change_role(uuid, uuid, text) to service_role;

-- p_role is what the clinician saw, and has to be said: a proposal that was changed meanwhile is not agreed to.
create function public.team_agree(p_by uuid, p_person uuid, p_role text default null) returns void
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
revoke all on function public.team_agree(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.team_agree(uuid, uuid, text) to service_role;

-- A clinician resets a colleague's factor, and sees the new setup code. An administrator's factor is reset by another administrator, or by
-- the command line: with the code and the mailbox a clinician would otherwise become one.
create function public.team_reset_factor(p_by uuid, p_person uuid, p_code_hash text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator,clinician}', p_person);
  person := private.team_member(p_person);
  if person.role = 'administrator' then
    perform private.require_team_role(p_by, '{administrator}', p_person);
  end if;
  update public.care_team set factor_id = null where id = p_person;
  perform private.end_sign_in(private.accounts_of(person), person.email);
  perform private.set_up_code(p_person, p_code_hash);
  perform private.note_in_audit('delete', 'team_factor', p_person, p_by);
  perform private.mail_person(person, 'Your authenticator app was reset', array[
    format('%s reset your authenticator app for the Béa team workspace, and you were signed out everywhere.',
      private.who_acts(p_by)),
    'To sign in again you need a new set-up code, which you are told in person.',
    'If you did not ask for this, ' || private.whom_to_tell(p_person)]);
  perform private.mail_administrators(p_person, 'An authenticator app was reset', array[
    format('%s reset the authenticator app of %s, %s, for the Béa team workspace.', private.who_acts(p_by), person.name,
      person.email),
    private.whom_to_ask(p_by, person)]);
end $$;
revoke all on function public.team_reset_factor(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.team_reset_factor(uuid, uuid, text) to service_role;

-- Who takes calls sits with patients: on screen only somebody with a second factor and an agreed role is made a host.
create function public.team_set_hosts(p_by uuid, p_person uuid, p_kinds text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', p_person);
  person := private.team_member(p_person);
  if p_by is not null and not (private.is_member(person) and person.role in ('coach', 'clinician')) then
    perform private.refuse_team('PT409', 'not_a_host',
      'Calls are for coaches and clinicians who have set up their sign-in and whose role is agreed to.');
  elsif exists (select from unnest(p_kinds) as kind where kind not in (select slug from public.appointment_types)) then
    perform private.refuse_team('PT422', 'unknown_appointment_type', 'There is no such kind of call.');
  end if;
  delete from public.appointment_type_hosts where host_id = p_person;
  insert into public.appointment_type_hosts (appointment_type_id, host_id)
  select id, p_person from public.appointment_types where slug = any (p_kinds);
  perform private.note_in_audit('update', 'team_hosts', p_person, p_by);
end $$;
revoke all on function public.team_set_hosts(uuid, uuid, text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_set_hosts(uuid, uuid, text[]) to service_role;

-- Calls ahead stay booked until they are given away; their mailed links open nothing any more (private.part_in_call).
create function public.team_deactivate(p_by uuid, p_person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', p_person);
  person := private.team_member(p_person);
  update public.care_team set deactivated_at = now(), active = false, factor_id = null, proposed_role = null, proposed_by = null
  where id = p_person;
  delete from private.set_up_codes where person_id = p_person;
  delete from public.appointment_type_hosts where host_id = p_person;
  perform private.end_sign_in(private.accounts_of(person), person.email);
  perform pg_notify('realtime', json_build_object('kind', 'rights', 'topic', 'call:' || id)::text)
  from public.appointments where host_id = p_person and status = 'booked' and ends_at > now();
  perform private.note_in_audit('delete', 'team_member', p_person, p_by);
end $$;
revoke all on function public.team_deactivate(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.team_deactivate(uuid, uuid) to service_role;

-- Somebody who may set up a second factor: invited, signed in by mail, with a factor that was verified in this session and
-- is not another than the one that counts.
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
    or not exists (
      select from auth.mfa_factors where id = session.factor_id and user_id = p_user and status = 'verified') then
    perform private.refuse_team('PT403', 'second_factor_required', 'Please confirm with the code from your app.');
  end if;
  perform private.refuse_old_session(p_session);
  return person;
end $$;

-- Asked before the function looks at what it was sent. The address is part of what is hashed.
create function public.team_begin_set_up(p_user uuid, p_session uuid) returns text
language sql security definer set search_path = '' as $$ select (private.setting_up(p_user, p_session)).email $$;
revoke all on function public.team_begin_set_up(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.team_begin_set_up(uuid, uuid) to service_role;

-- Ties the factor of this session to the person, by the setup code that only they were given. A refusal is answered and not raised, so
-- that a wrong try counts. After the fifth, or after 72 hours, the answer says that no further try helps.
create function public.team_set_up(p_user uuid, p_session uuid, p_code_hash text) returns jsonb
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
      perform private.tell_of_lock('team_set_up_lock', person, 'set-up code no longer works');
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
revoke all on function public.team_set_up(uuid, uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.team_set_up(uuid, uuid, text) to service_role;

-- An operator's SQL keeps to it too.
create function private.keep_last_administrator() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.role <> 'administrator' or not private.is_member(old)
    or tg_op = 'UPDATE' and new.role = 'administrator' and private.is_member(new) then
    return coalesce(new, old);
  end if;
  perform private.lock_care_team();
  if not exists (
    select from public.care_team as other where role = 'administrator' and private.is_member(other) and id <> old.id
  ) then
    perform private.refuse_team('PT409', 'last_administrator',
      'The last administrator stays. Make somebody else an administrator first.');
  end if;
  return coalesce(new, old);
end $$;

create trigger keep_last_administrator before update or delete on public.care_team
  for each row execute function private.keep_last_administrator();

-- What one dishonest person of the care team, or whoever reads a colleague's mail, could still have done.
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
