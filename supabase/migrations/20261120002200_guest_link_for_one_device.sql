drop index private.one_guest_of_a_call;
alter table private.call_guests
  add column device bytea,
  add column link uuid references private.call_guests on delete cascade,
  add column is_next boolean not null default false,
  add unique (link, device);
create unique index one_guest_of_a_call on private.call_guests (call_id, is_next) where removed_at is null;

CREATE OR REPLACE FUNCTION private.guest_of(p_call public.appointments, p_is_next boolean)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select json_build_object('id', id, 'name', guest.name, 'arrived', arrived_at is not null, 'agreed', agreed_at is not null,
    'admitted', admitted_at is not null)
  from private.call_guests as guest
  where call_id = p_call.id and sequence = p_call.sequence and removed_at is null and is_next = p_is_next
$function$
;

revoke all on function private.guest_of(public.appointments,boolean) from public, anon, authenticated, service_role;

revoke execute on function public.enter_call_as_guest(uuid) from service_role;

drop function public.enter_call_as_guest(uuid);

CREATE OR REPLACE FUNCTION private.announce_call_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_everyone_in_call(old.id);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.announce_guest()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_notify('realtime', json_build_object('kind', 'rights', 'topic', concat_ws(':', 'guest', coalesce(new.id, old.id), side))::text)
  from unnest(array['host', 'patient']) as side;
  perform realtime.send('{}', 'changed', 'call:' || coalesce(new.call_id, old.call_id), true);
  perform realtime.send('{}', 'changed', 'guest:' || id || ':host', true) from private.call_guests
  where call_id = coalesce(new.call_id, old.call_id)
    and (id = new.id or removed_at is null and not is_next and admitted_at is not null);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_call_open(p_call public.appointments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_call.status = 'booked' and now() >= p_call.starts_at - interval '10 minutes' and now() < p_call.ends_at
    and private.is_open_to_team(p_call.user_id)
$function$
;

CREATE OR REPLACE FUNCTION private.is_guest_in(p_guest private.call_guests, p_call public.appointments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_guest.removed_at is null and not p_guest.is_next and p_guest.sequence = p_call.sequence
    and p_guest.agreed_at is not null and p_guest.admitted_at is not null and private.is_call_open(p_call)
$function$
;

CREATE OR REPLACE FUNCTION private.may_be_in_guest_channel(p_topic text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION private.room_of(p_call public.appointments, p_part text)
 RETURNS json
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$
;

CREATE OR REPLACE FUNCTION public.change_call_guest(p_call uuid, p_part text, p_act jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.check_everyone_in_call(p_call uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_notify('realtime', json_build_object('kind', 'rights', 'topic', topic)::text)
  from (
    select 'call:' || p_call
    union all
    select concat_ws(':', 'guest', id, side) from private.call_guests cross join unnest(array['host', 'patient']) as side
    where call_id = p_call and removed_at is null) as heard (topic);
end $function$
;

revoke all on function private.check_everyone_in_call(uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.end_calls_under_way()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_everyone_in_call(call.id), realtime.send('{}', 'changed', 'call:' || call.id, true)
  from public.appointments as call join public.customers on customers.user_id = call.user_id
  where customer_email = case tg_table_name when 'customers' then to_jsonb(old) ->> 'customer_email' else to_jsonb(old) ->> 'email' end
    and call.status = 'booked' and call.starts_at <= now() + interval '10 minutes' and call.ends_at > now();
  return null;
end $function$
;

revoke all on function private.end_calls_under_way() from public, anon, authenticated, service_role;


CREATE OR REPLACE FUNCTION private.guest_on_device(p_invited uuid, p_device bytea, p_may_enter boolean)
 RETURNS private.call_guests
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

revoke all on function private.guest_on_device(uuid,bytea,boolean) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.enter_call_as_guest(p_guest uuid, p_device text)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
end $function$
;

revoke all on function public.enter_call_as_guest(uuid,text) from public, anon, authenticated, service_role;

CREATE TRIGGER end_calls_under_way AFTER UPDATE OF privacy_policy_accepted, data_usage_consent ON public.customers FOR EACH ROW WHEN ((NOT (new.privacy_policy_accepted AND new.data_usage_consent))) EXECUTE FUNCTION private.end_calls_under_way();

CREATE TRIGGER end_calls_under_way AFTER UPDATE OF revoked_at ON public.invitations FOR EACH ROW WHEN ((new.revoked_at IS NOT NULL)) EXECUTE FUNCTION private.end_calls_under_way();

grant execute on function public.enter_call_as_guest(uuid,text) to service_role;
