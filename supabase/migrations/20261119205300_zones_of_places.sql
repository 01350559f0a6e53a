drop index public.test_results_zone;

CREATE OR REPLACE FUNCTION private.administrative_rows()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  zone constant text := private.office_zone();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id,
      'kitRequest', (
        select jsonb_build_object('id', user_id || ':' || private.epoch_ms(asked_at), 'at', private.epoch_ms(asked_at),
          'addressAt', private.epoch_ms(shipping_changed_at))
        from public.kit_requests join public.customers using (user_id) where user_id = listed.id and tracking_url is null),
      'kitSent', (
        select jsonb_build_object('id', user_id || ':' || private.epoch_ms(sent_at),
          'at', private.epoch_ms(sent_on::timestamp at time zone private.zone_of_clinic()), 'addressChangedAt',
          case when shipping_changed_at > sent_at then private.epoch_ms(shipping_changed_at) end)
        from private.kits_on_their_way where user_id = listed.id),
      'mailsParked', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.epoch_ms(at), 'callWithinADay', is_office and exists (
            select from public.appointments where user_id = listed.id and status = 'booked'
              and starts_at between at and at + interval '1 day')) order by at, id), '[]')
        from (
          select id, parked_at as at, true as is_office from public.outbox as message
          where user_id = listed.id and parked_at is not null and private.is_office_message(message)
          union all
          select first_of_day.id, (first_of_day.day + 1)::timestamp at time zone zone, false
          from (
            select distinct on (day) id, day
            from public.outbox as message cross join lateral (select (parked_at at time zone zone)::date as day) as local
            where user_id = listed.id and not private.is_office_message(message)
              and private.is_undelivered_before_today(message, zone)
            order by day, parked_at, id) as first_of_day) as parked),
      'deletion', (
        select jsonb_build_object('id', user_id || ':' || private.epoch_ms(requested_at), 'at', private.epoch_ms(requested_at),
          'on', private.epoch_ms(delete_after))
        from public.account_deletions where user_id = listed.id),
      'officeCallsHostAway', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.epoch_ms(starts_at)) order by starts_at, id), '[]')
        from public.appointments as call
        where user_id = listed.id and status = 'booked' and starts_at > now() and starts_at <= now() + interval '7 days'
          and private.is_host_away(call))) order by listed.id), '[]')
    from (
      select user_id as id from public.kit_requests join public.customers using (user_id) where tracking_url is null
      union select user_id from private.kits_on_their_way
      union select user_id from public.outbox as message where parked_at is not null
        and (private.is_office_message(message) or private.is_undelivered_before_today(message, zone))
      union select user_id from public.account_deletions
      union select user_id from public.appointments as call where status = 'booked' and starts_at > now()
        and starts_at <= now() + interval '7 days' and private.is_host_away(call)) as asked
    join private.patient_directory as listed using (id)
    where is_open);
end $function$
;

CREATE OR REPLACE FUNCTION private.zone_of_patient(p_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select time_zone from public.customers where user_id = p_user);
end $function$
;

CREATE OR REPLACE FUNCTION public.keep_my_time_zone(p_zone text, p_chosen boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_access() then
    raise exception using errcode = '42501', message = 'not_allowed';
  end if;
  if not p_chosen and private.is_no_place(p_zone) then
    return;
  end if;
  update public.customers
  set time_zone = coalesce(p_zone, time_zone), time_zone_by = case when p_chosen and p_zone is not null then 'patient' else 'browser' end
  where user_id = auth.uid() and (p_chosen or time_zone_by is distinct from 'patient')
    and (time_zone, time_zone_by) is distinct from
      (coalesce(p_zone, time_zone), case when p_chosen and p_zone is not null then 'patient' else 'browser' end);
end $function$
;

CREATE OR REPLACE FUNCTION public.outdated_zones(p_messages uuid[])
 RETURNS TABLE(id uuid, starts_at double precision, written_in text, zone text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select message.id, 1000 * extract(epoch from appointments.starts_at)::double precision, appointments.time_zone, known.zone
  from public.outbox as message
  join public.appointments on appointments.id = message.appointment_id
  cross join lateral (select private.known_zone(appointments.user_id) as zone) as known
  where message.id = any (p_messages) and message.purpose = 'reminder' and known.zone <> appointments.time_zone
$function$
;

CREATE OR REPLACE FUNCTION public.team_missing_for_calls(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_slugs text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return jsonb_build_object(
    'hasInvited', exists (select from public.invitations),
    'hasTimeZone', private.clinic_zone() is not null,
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object('isKnown', is_known, 'isTaken', is_taken, 'hasHours', has_hours)), '[]')
      from private.call_types_ready(p_slugs)));
end $function$
;

CREATE OR REPLACE FUNCTION private.is_no_place(p_zone text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_zone ~* '^(Etc/.+|UTC|UCT|GMT|GMT[+-]?0|Greenwich|Universal|Zulu)$'
$function$
;

revoke all on function private.is_no_place(text) from public, anon, authenticated, service_role;

create or replace view public.calls with (security_invoker=true) as
 SELECT appointments.id,
    appointments.user_id,
    appointment_types.name,
    appointment_types.slug,
    appointment_types.interaction_type,
    care_team.name AS host_name,
    appointments.starts_at,
    appointments.ends_at,
    appointments.status,
    appointments.room,
    appointments.submission_id,
    appointment_types.minimum_notice_minutes,
    appointments.sequence,
    COALESCE(customers.time_zone, private.zone_of_clinic()) AS time_zone,
    appointments.host_id,
    care_team.email AS host_email,
    care_team.time_zone AS host_time_zone
   FROM (((public.appointments
     JOIN public.appointment_types ON ((appointment_types.id = appointments.appointment_type_id)))
     JOIN public.care_team ON ((care_team.id = appointments.host_id)))
     JOIN public.customers ON ((customers.user_id = appointments.user_id)));

-- What browsers reported before they were asked whether they know.
update public.customers set time_zone = null, time_zone_by = null
where time_zone_by = 'browser' and private.is_no_place(time_zone);
