drop function private.is_for_every_coach(public.messages);

CREATE OR REPLACE FUNCTION private.answered_for_every_coach(p_reply public.messages)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from public.messages as asked
    where asked.user_id = p_reply.user_id and asked.thread_id = p_reply.thread_id and asked.sender = 'patient'
      and asked.place < p_reply.place and private.is_for_every_coach(asked, p_reply.created_at)
      and not exists (select from public.messages as between_them
        where between_them.user_id = asked.user_id and between_them.thread_id = asked.thread_id and between_them.sender = 'team'
          and between_them.place > asked.place and between_them.place < p_reply.place));
end $function$
;

CREATE OR REPLACE FUNCTION private.publish_to_office()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('portal.published_to_office', true) is distinct from txid_current()::text then
    perform set_config('portal.published_to_office', txid_current()::text, true),
      realtime.send('{}', 'change', 'team:office', true);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.publish_to_team()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('portal.published_to_team', true) is distinct from txid_current()::text then
    perform set_config('portal.published_to_team', txid_current()::text, true),
      realtime.send('{}', 'change', 'team:today', true);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.coming_calls(p_user uuid, p_now timestamp with time zone)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(json_agg(call order by call.starts_at) filter (where call.id is not null), '[]')
    from public.customers
    join public.invitations on invitations.email = customers.customer_email and invitations.revoked_at is null
    left join lateral (
      select id, name, slug, interaction_type, host_name, starts_at, ends_at, status, room, minimum_notice_minutes
      from public.calls
      where calls.user_id = customers.user_id and status = 'booked' and ends_at > p_now
        -- A call that was completed or canceled is over, even before its booked end. After a no-show, a late patient may still join.
        and coalesce((select outcome from public.appointments where appointments.id = calls.id), 'patient-did-not-come') = 'patient-did-not-come'
        and privacy_policy_accepted and data_usage_consent) as call on true
    where customers.user_id = p_user
    having count(*) > 0);
end $function$
;

CREATE OR REPLACE FUNCTION public.scheduling_facts(p_user uuid, p_slug text, p_from timestamp with time zone, p_until timestamp with time zone, p_role text DEFAULT NULL::text)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  first_day constant date := (p_from at time zone 'UTC')::date - 1;
  last_day constant date := (p_until at time zone 'UTC')::date + 1;
  first_weekday constant integer := date_part('isodow', first_day);
begin
  return (
    with host as materialized (
      select care_team.*, row_number() over () - 1 as place
      from public.care_team
      where active and (p_role is null or role = p_role) and exists (
        select from public.appointment_type_hosts join public.appointment_types on appointment_types.id = appointment_type_id
        where host_id = care_team.id and (p_role is not null or slug = p_slug)))
    select json_build_object(
      'patient', (
        select json_build_object('userId', user_id, 'firstName', customer_first_name, 'lastName', customer_last_name,
          'email', customer_email, 'phone', customer_phone, 'wantsTexts', sms_consent,
          'hasConsented', privacy_policy_accepted and data_usage_consent)
        from public.customers
        join public.invitations on invitations.email = customers.customer_email
        where customers.user_id = p_user and invitations.revoked_at is null),
      'coach', (
        select coach_id from public.coach_assignments
        where user_id = p_user and exists (select from public.availability where host_id = coach_id)),
      'calls', (
        select coalesce(array_agg(array[date_part('epoch', starts_at) * 1000, date_part('epoch', ends_at) * 1000]), '{}')
        from public.appointments
        where user_id = p_user and status = 'booked' and ends_at > p_from and starts_at < p_until + interval '4 hours'),
      'type', (
        select json_build_object('id', id, 'name', name, 'interactionType', interaction_type,
          'durationMinutes', duration_minutes, 'bufferMinutes', buffer_minutes,
          'minimumNoticeMinutes', minimum_notice_minutes, 'horizonDays', horizon_days)
        from public.appointment_types where slug = p_slug and private.is_offered(appointment_types, p_user)),
      'hosts', (
        select coalesce(array_agg(array[id::text, name, email, time_zone] order by place), '{}') from host),
      'hours', (
        select coalesce(array_agg(
          array[place::text, weekday::text, left(starts_at::text, 5), left(ends_at::text, 5)]), '{}')
        from host join public.availability on host_id = host.id
        where (weekday - first_weekday + 7) % 7 <= last_day - first_day),
      'daysOff', (
        select coalesce(array_agg(array[place::text, to_char(day, 'YYYY-MM-DD')]), '{}')
        from host join public.days_off on host_id = host.id
        where day between first_day and last_day),
      'absences', (
        select coalesce(array_agg(
          array[place, date_part('epoch', starts_at) * 1000, date_part('epoch', ends_at) * 1000]), '{}')
        from host join (
          select host_id, starts_at, ends_at from public.absences
          union all select person_id, starts_at, ends_at from private.busy_times) as away on away.host_id = host.id
        where ends_at > p_from and starts_at < p_until + interval '4 hours'),
      'busy', (
        select coalesce(array_agg(
          array[place, date_part('epoch', starts_at) * 1000, date_part('epoch', busy_until) * 1000]), '{}')
        from host join public.appointments on host_id = host.id
        where status = 'booked'
          and starts_at > p_from - interval '31 hours' and starts_at < p_until + interval '31 hours')));
end $function$
;

CREATE OR REPLACE FUNCTION private.is_for_every_coach(p_message public.messages, p_at timestamp with time zone DEFAULT now())
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p_at >= p_message.created_at + (p_message.due_at - p_message.created_at) / 2
$function$
;

revoke all on function private.is_for_every_coach(public.messages,timestamp with time zone) from public, anon, authenticated, service_role;
