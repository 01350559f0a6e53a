-- The link of a host who left opens nothing. Administrators take no calls.
create function private.part_in_call(p_call public.appointments) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when auth.jwt() ->> 'call_id' = p_call.id::text and auth.jwt() ->> 'call_sequence' = p_call.sequence::text
      and exists (select from private.host_entries where call_id = p_call.id and sequence = p_call.sequence)
      and exists (select from public.care_team as host where id = p_call.host_id and private.takes_calls(host)) then 'host'
    when p_call.user_id = auth.uid() and private.has_consented() then 'patient'
  end
$$;

-- Nothing is said in a room whose patient no longer has access.
create function private.is_call_open(p_call public.appointments) returns boolean
language sql stable set search_path = '' as $$
  select p_call.status = 'booked' and now() >= p_call.starts_at - interval '10 minutes' and now() < p_call.ends_at
    and private.is_open_to_team(p_call.user_id)
$$;

-- A call has at most one guest, and their link ends if the call is rescheduled. They get in once the patient has agreed and the host has
-- admitted them. The link then belongs to the device that opened it: another device is a guest of its own, who waits until both let it in
-- and then takes the first one's place.
create table private.call_guests (
  id uuid primary key default gen_random_uuid(),
  call_id uuid not null references public.appointments on delete cascade,
  sequence integer not null,
  name text not null check (length(name) between 1 and 60 and private.is_plain_line(name)),
  invited_at timestamptz not null default now(),
  arrived_at timestamptz,
  agreed_at timestamptz,
  admitted_at timestamptz,
  removed_at timestamptz,
  -- A hash of what the device keeps to itself. Null until someone opens the link.
  device bytea,
  -- The guest whose link this other device opened.
  link uuid references private.call_guests on delete cascade,
  is_next boolean not null default false,
  unique (link, device)
);
alter table private.call_guests enable row level security;
revoke all on private.call_guests from public, anon, authenticated, service_role;
create unique index one_guest_of_a_call on private.call_guests (call_id, is_next) where removed_at is null;
create index guests_of_call on private.call_guests (call_id);

create function private.is_guest_in(p_guest private.call_guests, p_call public.appointments) returns boolean
language sql stable set search_path = '' as $$
  select p_guest.removed_at is null and not p_guest.is_next and p_guest.sequence = p_call.sequence
    and p_guest.agreed_at is not null and p_guest.admitted_at is not null and private.is_call_open(p_call)
$$;

-- A guest has one channel with each of the two: guest:{id}:host and guest:{id}:patient. Neither can listen to the other's. The link alone
-- opens none: enter-call gives a pass to the device that was let in.
create function private.may_be_in_guest_channel(p_topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select private.is_guest_in(guest, call)
      and case
        when auth.jwt() ->> 'guest_id' = guest.id::text and auth.jwt() ->> 'guest_device' = encode(guest.device, 'hex') then true
        when private.part_in_call(call) is distinct from split_part(p_topic, ':', 3) then false
        when split_part(p_topic, ':', 3) = 'patient' then private.has_session()
        else true end
    from private.call_guests as guest
    join public.appointments as call on call.id = guest.call_id
    where guest.id = case when p_topic ~ '^guest:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:(host|patient)$'
      then split_part(p_topic, ':', 2)::uuid end
  ), false)
$$;
grant execute on function private.may_be_in_guest_channel(text) to anon, authenticated;

-- The patient needs a live session. The host needs none: the link lets them in.
create function private.may_be_in_channel(p_topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select private.is_call_open(call)
      and case private.part_in_call(call) when 'patient' then private.has_session() when 'host' then true end
    from public.appointments as call
    join public.appointment_types on appointment_types.id = call.appointment_type_id
    where appointment_types.interaction_type = 'video_call'
      and call.id = case when p_topic ~ '^call:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(p_topic, 6)::uuid end
  ), private.may_be_in_guest_channel(p_topic))
$$;
grant execute on function private.may_be_in_channel(text) to anon, authenticated;

create policy "Both sides of a call hear each other" on realtime.messages
  for select to anon, authenticated using (
    extension in ('broadcast', 'presence') and (select private.may_be_in_channel((select realtime.topic())))
  );

create policy "Both sides of a call speak" on realtime.messages
  for insert to anon, authenticated with check (
    extension in ('broadcast', 'presence') and (select private.may_be_in_channel((select realtime.topic())))
  );

-- What the room shows its patient before it opens, by the room's id; anyone else gets nothing. The calling function counts tries, because a
-- caller could roll back this transaction and the count with it (docs/decisions/0014-supabase-as-it-is.md).
create function public.enter_call(p_room uuid default null) returns json
language sql stable security definer set search_path = '' as $$
  select private.room_of(call, 'patient') from public.appointments as call
  where call.room = p_room and private.part_in_call(call) = 'patient'
$$;
revoke all on function public.enter_call(uuid) from public, anon, authenticated, service_role;
grant execute on function public.enter_call(uuid) to authenticated;

-- People in a call's channel were admitted to the appointment as it was then. When it is moved, reassigned, canceled or deleted, our own
-- servers, which listen here, check the policies again for everyone in the channel. On Supabase nothing listens; Realtime checks when a
-- token is renewed (docs/security.md).
create function private.check_everyone_in_call(p_call uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('realtime', json_build_object('kind', 'rights', 'topic', topic)::text)
  from (
    select 'call:' || p_call
    union all
    select concat_ws(':', 'guest', id, side) from private.call_guests cross join unnest(array['host', 'patient']) as side
    where call_id = p_call and removed_at is null) as heard (topic);
end $$;
revoke all on function private.check_everyone_in_call(uuid) from public;

create function private.announce_call_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_everyone_in_call(old.id);
  return null;
end $$;

create trigger announce_call_change after update on public.appointments
  for each row when (old is distinct from new) execute function private.announce_call_change();

create trigger announce_call_end after delete on public.appointments
  for each row execute function private.announce_call_change();

-- A patient whose invitation ends, or who withdraws a consent, is out of a call under way, and so is everyone else in it. The pages in it
-- are told to ask again, also on Supabase, because sound and picture don't pass the server.
create function private.end_calls_under_way() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.check_everyone_in_call(call.id), realtime.send('{}', 'changed', 'call:' || call.id, true)
  from public.appointments as call join public.customers on customers.user_id = call.user_id
  where customer_email = case tg_table_name when 'customers' then to_jsonb(old) ->> 'customer_email' else to_jsonb(old) ->> 'email' end
    and call.status = 'booked' and call.starts_at <= now() + interval '10 minutes' and call.ends_at > now();
  return null;
end $$;

create trigger end_calls_under_way after update of privacy_policy_accepted, data_usage_consent on public.customers
  for each row when (not (new.privacy_policy_accepted and new.data_usage_consent)) execute function private.end_calls_under_way();

create trigger end_calls_under_way after update of revoked_at on public.invitations
  for each row when (new.revoked_at is not null) execute function private.end_calls_under_way();

-- Checks everyone in a guest's channels again, and tells both sides of the call, and the guest who is in it, to ask who is there.
create function private.announce_guest() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('realtime', json_build_object('kind', 'rights', 'topic', concat_ws(':', 'guest', coalesce(new.id, old.id), side))::text)
  from unnest(array['host', 'patient']) as side;
  perform realtime.send('{}', 'changed', 'call:' || coalesce(new.call_id, old.call_id), true);
  perform realtime.send('{}', 'changed', 'guest:' || id || ':host', true) from private.call_guests
  where call_id = coalesce(new.call_id, old.call_id)
    and (id = new.id or removed_at is null and not is_next and admitted_at is not null);
  return null;
end $$;

create trigger announce_guest after insert or update or delete on private.call_guests
  for each row execute function private.announce_guest();

-- What the patient or the host does about their guest. False means that it is not theirs to do. The calling function has already admitted
-- them (enter_call, enter_call_as_host).
create function public.change_call_guest(p_call uuid, p_part text, p_act jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  call public.appointments;
  act constant text := p_act ->> 'action';
  verb text;
begin
  select * into call from public.appointments where id = p_call for no key update;
  if p_part not in ('host', 'patient') or not coalesce(private.is_call_open(call), false) then
    return false;
  end if;
  if p_part = 'host' then
    perform set_config('portal.staff_id', call.host_id::text, true);
  end if;
  if act = 'invite' and p_part = 'host' then
    -- Removes a guest who was invited before the call was rescheduled.
    update private.call_guests set removed_at = now() where call_id = p_call and removed_at is null and sequence <> call.sequence;
    insert into private.call_guests (call_id, sequence, name) values (p_call, call.sequence, p_act ->> 'name')
    on conflict (call_id, is_next) where removed_at is null do nothing;
    verb := case when found then 'insert' end;
  elsif act = 'agree' and p_part = 'patient' then
    update private.call_guests set agreed_at = now()
    where id = (p_act ->> 'id')::uuid and call_id = p_call and removed_at is null and agreed_at is null;
    verb := case when found then 'update' end;
  elsif act = 'admit' and p_part = 'host' then
    update private.call_guests set admitted_at = now()
    where id = (p_act ->> 'id')::uuid and call_id = p_call and removed_at is null and admitted_at is null and arrived_at is not null;
    verb := case when found then 'update' end;
  elsif act = 'remove' then
    -- With the guest goes the other device that opened the same link.
    update private.call_guests set removed_at = now()
    where call_id = p_call and removed_at is null and (id = (p_act ->> 'id')::uuid or is_next and exists (
      select from private.call_guests as first
      where first.id = (p_act ->> 'id')::uuid and first.call_id = p_call and first.removed_at is null));
    verb := case when found then 'delete' end;
  else
    return false;
  end if;
  if verb is not null then
    -- Let in by both, another device takes the place of the first.
    if exists (
      select from private.call_guests where call_id = p_call and removed_at is null and is_next and agreed_at is not null and admitted_at is not null) then
      update private.call_guests set removed_at = now() where call_id = p_call and removed_at is null and not is_next;
      update private.call_guests set is_next = false where call_id = p_call and removed_at is null and is_next;
    end if;
    perform private.add_audit_line(verb, 'call_guest', call.user_id, case p_part when 'host' then call.host_id else call.user_id end);
  end if;
  return true;
end $$;
revoke all on function public.change_call_guest(uuid, text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.change_call_guest(uuid, text, jsonb) to service_role;
