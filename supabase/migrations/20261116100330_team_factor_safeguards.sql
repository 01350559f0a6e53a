-- The second factor against one dishonest colleague, and against whoever reads somebody's mail.

-- To whom it happens and to the administrators: a reset, or a guess, that nobody asked for is seen by somebody who was not
-- part of it. Plain text, nothing to click.
create function private.write_to_team(p_to text[], p_subject text, p_text text) returns void
language sql set search_path = '' as $$
  insert into public.outbox (key, channel, recipient, subject, body_text, purpose)
  select concat_ws(':', 'team', gen_random_uuid()), 'email', recipient, p_subject, E'Hello,\n\n' || p_text, 'security'
  from unnest(p_to) as recipient
$$;
create function private.administrators_but(p_people uuid[]) returns text[]
language sql stable set search_path = '' as $$
  select array(select email from public.care_team as person
    where role = 'administrator' and private.is_member(person) and id <> all (array_remove(p_people, null)))
$$;

-- Whoever guessed has shown no more than a mailbox. So the log names nobody: not the person, and no operator.
create function private.tell_of_lock(p_kind text, p_person public.care_team, p_subject text, p_text text) returns void
language plpgsql set search_path = '' as $$
begin
  insert into public.audit_log (actor_role, action, kind, subject_id) values ('sign_in', 'update', p_kind, p_person.id);
  perform private.write_to_team(array[p_person.email], 'Your ' || p_subject, p_text
    || ' If it was not you, somebody else can read your email: change its password, and tell an administrator at once.');
  perform private.write_to_team(private.administrators_but(array[p_person.id]),
    case when p_kind = 'team_factor_lock' then 'An ' else 'A ' end || p_subject,
    format('This is about %s. %s If it was not them, somebody else can read their email.', p_person.name, p_text));
end $$;

-- A clinician resets the factor of colleagues, and sees the new set-up code. Of an administrator only another administrator
-- does, or the command: with the code and the mailbox a clinician would otherwise become one.
create or replace function public.team_reset_factor(p_by uuid, p_person uuid, p_code_hash text) returns void
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
  perform private.write_to_team(array[person.email], 'Your authenticator app was reset',
    'Your authenticator app for the Béa workspace was reset, and you were signed out everywhere. Whoever reset it tells you a '
    'set-up code, with which you set it up again. If you did not ask for this, tell an administrator at once.');
  perform private.write_to_team(private.administrators_but(array[p_person, p_by]), 'An authenticator app was reset',
    format('%s reset the authenticator app of %s for the Béa workspace. If you know of no reason, please ask them.',
      coalesce((select name from public.care_team where id = p_by), 'Somebody at the command line'), person.name));
end $$;

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

-- As in 20261116100100_second_factor.sql, and the log and mails say when an app was locked. It stays in schema public, where the settings of a project name it;
-- none of the API's roles may call it.
create or replace function public.mfa_verification_attempt(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  factor constant uuid := event ->> 'factor_id';
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
    return '{"decision": "continue"}';
  end if;
  tries.wrong_at := array(
    select earlier from unnest(tries.wrong_at) as earlier where earlier > moment - interval '15 minutes') || moment;
  if cardinality(tries.wrong_at) < 5 then
    update private.factor_tries set wrong_at = tries.wrong_at where factor_id = factor;
  else
    update private.factor_tries set wrong_at = '{}', locked_until = moment + interval '15 minutes' where factor_id = factor;
    select * into person from public.care_team where factor_id = factor;
    if found then
      perform private.tell_of_lock('team_factor_lock', person, 'authenticator app is locked for 15 minutes',
        'Five wrong codes of an authenticator app were entered for the Béa workspace.');
    end if;
  end if;
  return '{"decision": "continue"}';
end $$;

-- As in 20261116100200_care_team_people.sql, and whoever has used up the five tries, or comes after 72 hours, hears that no try helps any more.
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
      perform private.tell_of_lock('team_set_up_lock', person, 'set-up code no longer works',
        'Five wrong set-up codes were entered for the Béa workspace. It takes a new one now, which an administrator gives.');
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
create function public.ask_team_sign_in(p_email text, p_client text, p_scale numeric, p_user_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select public.ask_invitation(p_email, p_client, p_scale, false, p_user_id) || jsonb_build_object('isOfTeam', exists (
    select from public.care_team where email = lower(p_email) and invited_at is not null and deactivated_at is null))
$$;

-- A host's mailed link opens a call without the second factor, so the patient's log says who came by it. Only
-- public.enter_call_as_host writes this row, in the transaction that writes the line; without it the call's channel is closed
-- to the link.
create table private.host_entries (
  call_id uuid primary key references public.appointments on delete cascade,
  sequence integer not null
);
alter table private.host_entries enable row level security;
revoke all on private.host_entries from public, anon, authenticated, service_role;

-- As in 20261116100220_team_entry.sql, but a link is a host's once it was brought to the function.
create or replace function private.part_in_call(p_call public.appointments) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when auth.jwt() ->> 'call_id' = p_call.id::text and auth.jwt() ->> 'call_sequence' = p_call.sequence::text
      and exists (select from private.host_entries where call_id = p_call.id and sequence = p_call.sequence)
      and exists (select from public.care_team where id = p_call.host_id and deactivated_at is null) then 'host'
    when p_call.user_id = auth.uid() and private.has_consented() then 'patient'
  end
$$;

-- What the room shows to one of the two, also before it opens.
create function private.room_of(p_call public.appointments, p_part text) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object(
    'part', p_part,
    'state', case
      when p_call.status <> 'booked' then 'cancelled'
      when now() >= p_call.ends_at then 'over'
      when private.is_call_open(p_call) then 'open'
      else 'early' end,
    'topic', 'call:' || p_call.id,
    'name', appointment_types.name,
    'hostName', care_team.name,
    -- Enough for the host to know who it is, and no more.
    'patientName', coalesce(nullif(concat_ws(' ', customer_first_name, left(customer_last_name, 1) || '.'), ''), 'Your patient'),
    'startsAt', to_json(p_call.starts_at),
    'endsAt', to_json(p_call.ends_at))
  from public.appointment_types, public.care_team, public.customers
  where appointment_types.id = p_call.appointment_type_id and interaction_type = 'video_call'
    and care_team.id = p_call.host_id and customers.user_id = p_call.user_id
$$;

-- As in 20261115101900_call_room.sql, but for the patient alone.
create or replace function public.enter_call(p_room uuid default null) returns json
language sql stable security definer set search_path = '' as $$
  select private.room_of(call, 'patient') from public.appointments as call
  where call.room = p_room and private.part_in_call(call) = 'patient'
$$;

-- For the function, which has the API check a link's signature and time: nothing but what the link says itself.
create function public.read_call_link() returns json
language sql stable set search_path = '' as $$
  select json_build_object('call', auth.jwt() ->> 'call_id', 'sequence', auth.jwt() ->> 'call_sequence')
  where auth.jwt() ? 'call_id'
$$;

create function public.enter_call_as_host(p_call uuid, p_sequence integer) returns json
language plpgsql security definer set search_path = '' as $$
declare
  call public.appointments;
  room json;
begin
  select appointments.* into call from public.appointments join public.care_team on care_team.id = host_id
  where appointments.id = p_call and sequence = p_sequence and deactivated_at is null;
  room := private.room_of(call, 'host');
  if room ->> 'state' = 'open' then
    insert into private.host_entries (call_id, sequence) values (call.id, call.sequence)
    on conflict (call_id) do update set sequence = excluded.sequence;
    perform set_config('portal.staff_id', call.host_id::text, true);
    perform private.note_in_audit('read', 'call_room', call.user_id, call.host_id);
  end if;
  return room;
end $$;

revoke all on all functions in schema private from public;
revoke all on function public.ask_team_sign_in(text, text, numeric, uuid), public.enter_call(uuid), public.read_call_link(),
  public.enter_call_as_host(uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.ask_team_sign_in(text, text, numeric, uuid), public.enter_call_as_host(uuid, integer) to service_role;
grant execute on function public.enter_call(uuid) to authenticated;
grant execute on function public.read_call_link() to anon, authenticated;
