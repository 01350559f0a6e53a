alter table public.appointments alter column time_zone set default private.zone_of_clinic();
grant execute on function private.zone_of_clinic() to service_role;

revoke execute on function public.zone_for_patient(uuid) from service_role;

drop function public.zone_for_patient(uuid);

CREATE OR REPLACE FUNCTION public.outdated_zones(p_messages uuid[])
 RETURNS TABLE(id uuid, starts_at double precision, written_in text, zone text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select message.id, 1000 * extract(epoch from appointments.starts_at)::double precision, appointments.time_zone, customers.time_zone
  from public.outbox as message
  join public.appointments on appointments.id = message.appointment_id
  join public.customers on customers.user_id = message.user_id
  where message.id = any (p_messages) and message.purpose = 'reminder' and customers.time_zone <> appointments.time_zone
$function$
;

revoke all on function public.outdated_zones(uuid[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.zone_for_patient(p_user uuid, p_device text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (select time_zone from public.customers where user_id = p_user and time_zone_by = 'patient'), p_device, private.known_zone(p_user));
end $function$
;

revoke all on function public.zone_for_patient(uuid,text) from public, anon, authenticated, service_role;

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
    COALESCE(customers.time_zone, appointments.time_zone) AS time_zone,
    appointments.host_id,
    care_team.email AS host_email,
    care_team.time_zone AS host_time_zone
   FROM (((public.appointments
     JOIN public.appointment_types ON ((appointment_types.id = appointments.appointment_type_id)))
     JOIN public.care_team ON ((care_team.id = appointments.host_id)))
     JOIN public.customers ON ((customers.user_id = appointments.user_id)));

grant execute on function public.outdated_zones(uuid[]) to service_role;

grant execute on function public.zone_for_patient(uuid,text) to service_role;
