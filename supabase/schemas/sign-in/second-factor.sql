-- The care team's second factor, an authenticator app. Its codes have six digits and are valid for a minute and a half, so guesses are
-- counted no matter who makes them: five wrong codes lock the factor for 15 minutes.
create table private.factor_tries (
  factor_id uuid primary key references auth.mfa_factors on delete cascade,
  -- Wrong codes of the last 15 minutes. A correct code does not clear them, because each sign-in would give a guesser five more tries.
  wrong_at timestamptz[] not null default '{}',
  locked_until timestamptz not null default '-infinity'
);
alter table private.factor_tries enable row level security;
revoke all on private.factor_tries from public, anon, authenticated, service_role;

-- The hook that Supabase's auth service calls after it has checked a code, with {user_id, factor_id, factor_type, valid}; our own server
-- calls it too. Tries at one factor run one by one. While the factor is locked, even the correct code is rejected. A lock is logged and
-- emailed. The function is in the schema public, because a project's settings name it; no API role may call it.
create function public.mfa_verification_attempt(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  factor constant uuid := (event ->> 'factor_id')::uuid;
  is_right constant boolean := coalesce((event ->> 'valid')::boolean, false);
  tries private.factor_tries;
  moment timestamptz;
  person public.care_team;
begin
  insert into private.factor_tries (factor_id) values (factor) on conflict (factor_id) do nothing;
  select * into tries from private.factor_tries where factor_id = factor for update;
  -- Read after the lock, because now() is when the transaction began.
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
end $$;
revoke all on function public.mfa_verification_attempt(jsonb) from public, anon, authenticated, service_role;

do $$
begin
  -- The auth service's own role exists on Supabase only.
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema public to supabase_auth_admin;
    grant execute on function public.mfa_verification_attempt(jsonb) to supabase_auth_admin;
  end if;
end $$;

-- A guesser has only proved access to a mailbox, so the log names no one: neither the person nor an operator.
create function private.email_about_lock(p_kind text, p_person public.care_team, p_subject text) returns void
language plpgsql set search_path = '' as $$
declare
  is_app constant boolean := p_kind = 'team_factor_lock';
  -- %s is 'your' or 'their'.
  what constant text := case when is_app
    then 'Someone entered five wrong codes for %s authenticator app. The app is locked for 15 minutes.'
    else 'Someone entered five wrong setup codes for the Béa team workspace. A new setup code is needed.' end;
begin
  insert into public.audit_log (actor_role, action, kind, subject_id) values ('sign_in', 'update', p_kind, p_person.id);
  perform private.email_person(p_person, 'Your ' || p_subject, array[format(what, 'your'),
    'If it was you: ' || case when is_app then 'wait 15 minutes, then use the code that your app shows.'
      else 'ask the person who invited you, or who reset your app, for a new setup code.' end,
    'If it wasn’t you, someone else can read your email. Change its password, and ' || private.whom_to_contact(p_person.id)]);
  perform private.email_administrators(p_person.id,
    case when is_app then 'An ' else 'A ' end || p_subject,
    array[format('This is about %s, %s. %s', p_person.name, p_person.email, format(what, 'their')),
      format('Please ask %s, by phone or in person. If it was them: %s', p_person.name, case when is_app
        then 'the lock ends by itself, and there is nothing for you to do.'
        else 'give them a new setup code, by a new invitation or by a reset of their app.' end),
      'If it wasn’t them, someone else can read their email. Have them change its password. If that takes a while, deactivate them until then.']);
end $$;

-- A person with an app cannot set up another one: it could call the auth service, and remove the one that counts. Patients set up none, on
-- Supabase too.
create function private.may_enroll(p_user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select person.id is not null and person.factor_id is null from private.staff_of(p_user_id) as person
$$;

-- Only an authenticator app counts as a factor: the entrance cannot check a key or a phone. This holds for rows that were written without
-- the trigger below, too.
create function private.is_own_app(p_factor uuid, p_user_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from auth.mfa_factors
    where id = p_factor and user_id = p_user_id and factor_type = 'totp' and status = 'verified');
end $$;
revoke all on function private.is_own_app(uuid, uuid) from public;

-- No factor of another type is added, and none becomes another type. An enrollment is logged, because anyone who
-- reads the person's email can start one until the setup code is used. The line names no one, for the reason at private.email_about_lock.
create function private.refuse_other_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
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
end $$;

create trigger refuse_other_factor before insert on auth.mfa_factors
  for each row execute function private.refuse_other_factor();

create trigger keep_factor_type before update of factor_type on auth.mfa_factors
  for each row execute function private.refuse_other_factor();

-- No one changes their own factor. A reset or leaving removes it from the person first; deleting an account removes everything.
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

-- Whether the team's sign-in screen sends a code. Unknown addresses are counted as everywhere (public.ask_invitation). A patient's address
-- counts as unknown and gets no email.
create function public.ask_team_sign_in(p_email text, p_client text, p_scale numeric, p_user_id uuid) returns jsonb
language sql security definer set search_path = '' as $$
  select public.ask_invitation(p_email, p_client, p_scale, false, p_user_id) || jsonb_build_object('isOfTeam', exists (
    select from public.care_team where email = lower(p_email) and invited_at is not null and deactivated_at is null))
$$;
revoke all on function public.ask_team_sign_in(text, text, numeric, uuid) from public, anon, authenticated, service_role;
grant execute on function public.ask_team_sign_in(text, text, numeric, uuid) to service_role;

-- A host's emailed link opens a call without the second factor, so the patient's log says who used it. Only public.enter_call_as_host
-- writes this row, in the same transaction as the log line. Without the row, the call's channel refuses the link.
create table private.host_entries (
  call_id uuid primary key references public.appointments on delete cascade,
  sequence integer not null
);
alter table private.host_entries enable row level security;
revoke all on private.host_entries from public, anon, authenticated, service_role;

-- The guest, or the other device that wants to take the guest's place.
create function private.guest_of(p_call public.appointments, p_is_next boolean) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object('id', id, 'name', guest.name, 'arrived', arrived_at is not null, 'agreed', agreed_at is not null,
    'admitted', admitted_at is not null)
  from private.call_guests as guest
  where call_id = p_call.id and sequence = p_call.sequence and removed_at is null and is_next = p_is_next
$$;
revoke all on function private.guest_of(public.appointments, boolean) from public;

-- What the room shows to its patient or host, even before it opens.
create function private.room_of(p_call public.appointments, p_part text) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object(
    'part', p_part,
    'state', case
      when p_call.status <> 'booked' or not private.is_open_to_team(p_call.user_id) then 'cancelled'
      when now() >= p_call.ends_at then 'over'
      when private.is_call_open(p_call) then 'open'
      else 'early' end,
    'topic', 'call:' || p_call.id,
    'name', appointment_types.name,
    'hostName', care_team.name,
    -- Enough for the host to recognize the patient, and no more.
    'patientName', coalesce(nullif(concat_ws(' ', customer_first_name, left(customer_last_name, 1) || '.'), ''), 'Your patient'),
    'startsAt', to_json(p_call.starts_at),
    'endsAt', to_json(p_call.ends_at),
    'guest', private.guest_of(p_call, false),
    'nextGuest', private.guest_of(p_call, true))
  from public.appointment_types, public.care_team, public.customers
  where appointment_types.id = p_call.appointment_type_id and interaction_type = 'video_call'
    and care_team.id = p_call.host_id and customers.user_id = p_call.user_id
$$;

-- The claims in a host's or guest's call link. The API has already checked its signature and expiry.
create function public.read_call_link() returns json
language sql stable set search_path = '' as $$
  select json_build_object('call', auth.jwt() ->> 'call_id', 'sequence', auth.jwt() ->> 'call_sequence', 'guest', auth.jwt() ->> 'guest_id')
  where auth.jwt() ?| array['call_id', 'guest_id']
$$;
revoke all on function public.read_call_link() from public, anon, authenticated, service_role;
grant execute on function public.read_call_link() to anon, authenticated;

-- An administrator gets the same answer as a host who left.
create function public.enter_call_as_host(p_call uuid, p_sequence integer) returns json
language plpgsql security definer set search_path = '' as $$
declare
  call public.appointments;
  room json;
begin
  select appointments.* into call from public.appointments join public.care_team as host on host.id = host_id
  where appointments.id = p_call and sequence = p_sequence and private.takes_calls(host);
  if call.id is null and exists (
    select from public.appointments join public.care_team as host on host.id = host_id
    where appointments.id = p_call and not private.takes_calls(host)
  ) then
    return json_build_object('hasLeft', true);
  end if;
  room := private.room_of(call, 'host');
  if room ->> 'state' = 'open' then
    insert into private.host_entries (call_id, sequence) values (call.id, call.sequence)
    on conflict (call_id) do update set sequence = excluded.sequence;
    perform set_config('portal.staff_id', call.host_id::text, true);
    perform private.add_audit_line('read', 'call_room', call.user_id, call.host_id);
  end if;
  return room;
end $$;
revoke all on function public.enter_call_as_host(uuid, integer) from public, anon, authenticated, service_role;
grant execute on function public.enter_call_as_host(uuid, integer) to service_role;

-- The guest on this device. The first device takes the invitation; each other one is a guest of its own who waits for the place. Null if
-- that place is taken, or the link has been opened on too many devices.
create function private.guest_on_device(p_invited uuid, p_device bytea, p_may_enter boolean) returns private.call_guests
language plpgsql security definer set search_path = '' as $$
declare
  max_devices constant integer := 5;
  invited private.call_guests;
  guest private.call_guests;
begin
  select * into invited from private.call_guests where id = p_invited for no key update;
  select * into guest from private.call_guests where (id = p_invited or link = p_invited) and device = p_device;
  if found or not p_may_enter then
    return guest;
  elsif invited.device is null then
    update private.call_guests set device = p_device, arrived_at = now() where id = p_invited and removed_at is null returning * into guest;
  elsif (select count(*) < max_devices and bool_or(removed_at is null and not is_next)
      from private.call_guests where id = p_invited or link = p_invited) then
    insert into private.call_guests (call_id, sequence, name, link, device, is_next, arrived_at)
    values (invited.call_id, invited.sequence, invited.name, p_invited, p_device, true, now())
    on conflict do nothing returning * into guest;
  end if;
  return guest;
end $$;
revoke all on function private.guest_on_device(uuid, bytea, boolean) from public;

-- A guest waits until the patient has agreed and the host has admitted them, and sees no patient's name before that. A removed guest
-- cannot return. A guest who is in learns that another device opened the same link.
create function public.enter_call_as_guest(p_guest uuid, p_device text) returns json
language plpgsql security definer set search_path = '' as $$
declare
  invited private.call_guests;
  guest private.call_guests;
  call public.appointments;
  room jsonb;
  is_live boolean;
  is_here boolean;
begin
  select * into invited from private.call_guests where id = p_guest;
  select * into call from public.appointments where id = invited.call_id;
  if invited.id is null or call.id is null then
    return null;
  end if;
  room := private.room_of(call, 'guest')::jsonb - '{guest,nextGuest}'::text[];
  is_live := invited.sequence = call.sequence and room ->> 'state' = 'open';
  guest := private.guest_on_device(p_guest, sha256(convert_to(p_device, 'UTF8')), is_live);
  is_here := coalesce(private.is_guest_in(guest, call), false);
  if guest.removed_at is not null and exists (
    select from private.call_guests where (id = p_guest or link = p_guest) and removed_at is null and not is_next) then
    room := room || '{"state": "replaced"}';
  elsif invited.sequence <> call.sequence or guest.removed_at is not null or not exists (
    select from private.call_guests where (id = p_guest or link = p_guest) and removed_at is null) then
    room := room || '{"state": "removed"}';
  elsif is_live and not is_here then
    room := room || '{"state": "waiting"}';
  end if;
  return room || jsonb_build_object('topic', 'guest:' || guest.id, 'name', 'Video call')
    || case when is_here then jsonb_build_object('device', encode(guest.device, 'hex'), 'otherDevice', exists (
        select from private.call_guests where link = p_guest and removed_at is null and is_next))
      else '{"patientName": "the patient"}'::jsonb end;
end $$;
revoke all on function public.enter_call_as_guest(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.enter_call_as_guest(uuid, text) to service_role;

-- On Supabase, a refresh token from before the second factor would return the raised session until the token that replaced it is used, and
-- for ten seconds in any case. So the transaction that raises a session deletes such tokens, and the auth service answers 400. The trigger
-- is deferred, so that it sees every replaced token in any order.
create function private.end_old_refresh_tokens() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.refresh_tokens where session_id = new.id and revoked;
  return null;
end $$;
revoke all on function private.end_old_refresh_tokens() from public;

create constraint trigger end_old_refresh_tokens after update on auth.sessions deferrable initially deferred
  for each row when (new.aal = 'aal2' and old.aal is distinct from new.aal) execute function private.end_old_refresh_tokens();
