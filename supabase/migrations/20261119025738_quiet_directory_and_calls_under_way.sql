CREATE OR REPLACE FUNCTION private.look_at_listed()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  users uuid[];
begin
  if tg_op = 'INSERT' then
    users := array(select id from after where has_user);
  else
    users := array(
      select id from after join before using (id)
      where (before.is_open, before.coach_id, before.stage, before.cycle)
        is distinct from (after.is_open, after.coach_id, after.stage, after.cycle));
  end if;
  -- The minute's job writes here even when nothing changed, and open workspaces have nothing to load again then.
  if users <> '{}' then
    perform private.look_at(users);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.coming_calls(p_user uuid, p_now timestamp with time zone)
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
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
        -- A call is over once it took place or was called off, even before the hour that was booked. A patient who is late may still come.
        and coalesce((select outcome from public.appointments where appointments.id = calls.id), 'patient-did-not-come') = 'patient-did-not-come'
        and privacy_policy_accepted and data_usage_consent) as call on true
    where customers.user_id = p_user
    having count(*) > 0);
end $function$
;
