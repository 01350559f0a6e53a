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

create function private.is_call_open(p_call public.appointments) returns boolean
language sql stable set search_path = '' as $$
  select p_call.status = 'booked' and now() >= p_call.starts_at - interval '10 minutes' and now() < p_call.ends_at
$$;

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
  ), false)
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
create function private.announce_call_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('realtime', json_build_object('kind', 'rights', 'topic', 'call:' || old.id)::text);
  return null;
end $$;

create trigger announce_call_change after update on public.appointments
  for each row when (old is distinct from new) execute function private.announce_call_change();

create trigger announce_call_end after delete on public.appointments
  for each row execute function private.announce_call_change();
