create table private.call_guests (
  id uuid primary key default gen_random_uuid(),
  call_id uuid not null references public.appointments on delete cascade,
  sequence integer not null,
  name text not null check (length(name) between 1 and 60 and private.is_plain_line(name)),
  invited_at timestamptz not null default now(),
  arrived_at timestamptz,
  agreed_at timestamptz,
  admitted_at timestamptz,
  removed_at timestamptz
);
alter table private.call_guests enable row level security;
revoke all on private.call_guests from public, anon, authenticated, service_role;
create unique index one_guest_of_a_call on private.call_guests (call_id) where removed_at is null;
create index guests_of_call on private.call_guests (call_id);

CREATE OR REPLACE FUNCTION private.is_guest_in(p_guest private.call_guests, p_call public.appointments)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_guest.removed_at is null and p_guest.sequence = p_call.sequence
    and p_guest.agreed_at is not null and p_guest.admitted_at is not null and private.is_call_open(p_call)
$function$
;

revoke all on function private.is_guest_in(private.call_guests,public.appointments) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.may_be_in_guest_channel(p_topic text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select private.is_guest_in(guest, call)
      and case
        when auth.jwt() ->> 'guest_id' = guest.id::text then true
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

revoke all on function private.may_be_in_guest_channel(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.announce_call_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_catalog.pg_notify('realtime', json_build_object('kind', 'rights', 'topic', topic)::text)
  from (
    select 'call:' || old.id
    union all
    select concat_ws(':', 'guest', id, side) from private.call_guests cross join unnest(array['host', 'patient']) as side
    where call_id = old.id and removed_at is null) as heard (topic);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.kind_for_office(p_kind text, p_staff_role text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when p_staff_role is null or starts_with(p_kind, 'team_') or starts_with(p_kind, 'refused_') then p_kind
    when p_kind in ('access_log', 'account_deletions', 'call_guest', 'call_room', 'call_times', 'coach_assignments', 'email_address', 'identity',
      'invitation', 'kit_requests', 'printed_record', 'record_openings', 'summary') then p_kind
    -- Where a coach or clinician does it, the same is part of a visit to the record.
    when p_staff_role = 'administrator' and p_kind in ('administrative_items', 'administrative_summary', 'appointments',
      'attention_decisions', 'consents', 'contact', 'customers', 'kit', 'mails') then p_kind
    else 'care_record' end
$function$
;

CREATE OR REPLACE FUNCTION private.may_be_in_channel(p_topic text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((
    select private.is_call_open(call)
      and case private.part_in_call(call) when 'patient' then private.has_session() when 'host' then true end
    from public.appointments as call
    join public.appointment_types on appointment_types.id = call.appointment_type_id
    where appointment_types.interaction_type = 'video_call'
      and call.id = case when p_topic ~ '^call:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then substr(p_topic, 6)::uuid end
  ), private.may_be_in_guest_channel(p_topic))
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
    'endsAt', to_json(p_call.ends_at),
    'guest', (
      select json_build_object('id', id, 'name', guest.name, 'arrived', arrived_at is not null, 'agreed', agreed_at is not null,
        'admitted', admitted_at is not null)
      from private.call_guests as guest
      where call_id = p_call.id and sequence = p_call.sequence and removed_at is null))
  from public.appointment_types, public.care_team, public.customers
  where appointment_types.id = p_call.appointment_type_id and interaction_type = 'video_call'
    and care_team.id = p_call.host_id and customers.user_id = p_call.user_id
$function$
;

CREATE OR REPLACE FUNCTION public.read_call_link()
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select json_build_object('call', auth.jwt() ->> 'call_id', 'sequence', auth.jwt() ->> 'call_sequence', 'guest', auth.jwt() ->> 'guest_id')
  where auth.jwt() ?| array['call_id', 'guest_id']
$function$
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
  perform realtime.send('{}', 'guest', 'call:' || coalesce(new.call_id, old.call_id), true);
  return null;
end $function$
;

revoke all on function private.announce_guest() from public, anon, authenticated, service_role;

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
    -- The guest of a call that has moved.
    update private.call_guests set removed_at = now() where call_id = p_call and removed_at is null and sequence <> call.sequence;
    insert into private.call_guests (call_id, sequence, name) values (p_call, call.sequence, p_act ->> 'name')
    on conflict (call_id) where removed_at is null do nothing;
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
    update private.call_guests set removed_at = now()
    where id = (p_act ->> 'id')::uuid and call_id = p_call and removed_at is null;
    verb := case when found then 'delete' end;
  else
    return false;
  end if;
  if verb is not null then
    perform private.add_audit_line(verb, 'call_guest', call.user_id, case p_part when 'host' then call.host_id else call.user_id end);
  end if;
  return true;
end $function$
;

revoke all on function public.change_call_guest(uuid,text,jsonb) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.enter_call_as_guest(p_guest uuid)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  guest private.call_guests;
  call public.appointments;
  room jsonb;
begin
  select * into guest from private.call_guests where id = p_guest;
  select * into call from public.appointments where id = guest.call_id;
  if guest.id is null or call.id is null then
    return null;
  end if;
  room := private.room_of(call, 'guest')::jsonb - 'guest';
  if guest.removed_at is not null or guest.sequence <> call.sequence then
    room := room || '{"state": "removed"}';
  elsif room ->> 'state' = 'open' then
    update private.call_guests set arrived_at = now() where id = p_guest and arrived_at is null;
    if not private.is_guest_in(guest, call) then
      room := room || '{"state": "waiting"}';
    end if;
  end if;
  return room || jsonb_build_object('topic', 'guest:' || guest.id, 'name', 'Video call')
    || case when room ->> 'state' = 'open' then '{}' else '{"patientName": "the patient"}'::jsonb end;
end $function$
;

revoke all on function public.enter_call_as_guest(uuid) from public, anon, authenticated, service_role;

CREATE TRIGGER announce_guest AFTER INSERT OR DELETE OR UPDATE ON private.call_guests FOR EACH ROW EXECUTE FUNCTION private.announce_guest();

grant execute on function private.may_be_in_guest_channel(text) to anon;

grant execute on function private.may_be_in_guest_channel(text) to authenticated;

grant execute on function public.change_call_guest(uuid,text,jsonb) to service_role;

grant execute on function public.enter_call_as_guest(uuid) to service_role;
