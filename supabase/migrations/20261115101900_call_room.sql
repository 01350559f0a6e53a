-- The video room of an appointment: who may be in it, and when. The page asks; the policies on the channel decide.

-- 'patient': the appointment's patient, signed in and with consent. 'host': its host, by the signed link that was mailed for
-- this state of the appointment; moving or cancelling it makes the link worthless. Null: anybody else.
create function private.part_in_call(p_call public.appointments) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when auth.jwt() ->> 'call_id' = p_call.id::text and auth.jwt() ->> 'call_sequence' = p_call.sequence::text then 'host'
    when p_call.user_id = auth.uid() and private.has_consented() then 'patient'
  end
$$;

create function private.is_call_open(p_call public.appointments) returns boolean
language sql stable set search_path = '' as $$
  select p_call.status = 'booked' and now() >= p_call.starts_at - interval '10 minutes' and now() < p_call.ends_at
$$;

create function private.may_be_in_channel(p_topic text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select private.is_call_open(call) and private.part_in_call(call) is not null
    from public.appointments as call
    join public.appointment_types on appointment_types.id = call.appointment_type_id
    where appointment_types.interaction_type = 'video_call'
      and call.id = case when p_topic ~ '^call:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(p_topic, 6)::uuid end
  ), false)
$$;

create policy "Both sides of a call hear each other" on realtime.messages
  for select to anon, authenticated using (
    extension in ('broadcast', 'presence') and (select private.may_be_in_channel((select realtime.topic())))
  );
create policy "Both sides of a call speak" on realtime.messages
  for insert to anon, authenticated with check (
    extension in ('broadcast', 'presence') and (select private.may_be_in_channel((select realtime.topic())))
  );

-- What the room shows before it opens. A patient brings the room's id, a host the link; anybody else gets nothing. It counts
-- no tries, because a caller could have the transaction rolled back and the count with it: the function in front counts
-- (docs/decisions/0014-supabase-as-it-is.md).
create function public.enter_call(p_room uuid default null) returns json
language sql stable security definer set search_path = '' as $$
  select json_build_object(
    'part', private.part_in_call(call),
    'state', case
      when call.status <> 'booked' then 'cancelled'
      when now() >= call.ends_at then 'over'
      when private.is_call_open(call) then 'open'
      else 'early' end,
    'topic', 'call:' || call.id,
    'name', appointment_types.name,
    'hostName', care_team.name,
    -- Enough for the host to know who it is, and no more.
    'patientName', coalesce(nullif(concat_ws(' ', customer_first_name, left(customer_last_name, 1) || '.'), ''), 'Your patient'),
    'startsAt', to_json(call.starts_at),
    'endsAt', to_json(call.ends_at))
  from public.appointments as call
  join public.appointment_types on appointment_types.id = call.appointment_type_id
  join public.care_team on care_team.id = call.host_id
  join public.customers on customers.user_id = call.user_id
  where appointment_types.interaction_type = 'video_call'
    and case when p_room is null then call.id::text = auth.jwt() ->> 'call_id' else call.room = p_room end
    and private.part_in_call(call) is not null
$$;

-- Everybody in a call's channel was let in for the appointment as it was then. When it is changed, given to another host,
-- moved, cancelled or deleted, our own servers, which listen here, check the policies again for everybody in the channel.
-- Nobody listens on Supabase, whose Realtime checks at the next renewal of a token (docs/security.md).
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

revoke all on all functions in schema private from public;
grant execute on function private.may_be_in_channel(text) to anon, authenticated;
revoke all on function public.enter_call(uuid) from public, anon, authenticated, service_role;
grant execute on function public.enter_call(uuid) to anon, authenticated;
