-- Moving and cancelling a call, each in one transaction with everything that will be sent about it.

-- What a change must know comes after what was there: a view only grows at its end.
create or replace view public.calls with (security_invoker = true) as
  select appointments.id, appointments.user_id, appointment_types.name, appointment_types.slug,
    appointment_types.interaction_type, care_team.name as host_name, appointments.starts_at, appointments.ends_at,
    appointments.status, appointments.room, appointments.submission_id,
    appointment_types.minimum_notice_minutes, appointments.sequence, appointments.time_zone, appointments.host_id,
    care_team.email as host_email, care_team.time_zone as host_time_zone
  from public.appointments
  join public.appointment_types on appointment_types.id = appointments.appointment_type_id
  join public.care_team on care_team.id = appointments.host_id;

-- The calls of a patient that are not over, soonest first, in one answer with whether they may be told: null for somebody
-- without access, none before consent.
create function public.coming_calls(p_user uuid, p_now timestamptz) returns json
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select coalesce(json_agg(call order by call.starts_at) filter (where call.id is not null), '[]')
    from public.customers
    join public.invitations on invitations.email = customers.customer_email and invitations.revoked_at is null
    left join lateral (
      select id, name, slug, interaction_type, host_name, starts_at, ends_at, status, room, minimum_notice_minutes
      from public.calls
      where calls.user_id = customers.user_id and status = 'booked' and ends_at > p_now
        and privacy_policy_accepted and data_usage_consent) as call on true
    where customers.user_id = p_user
    having count(*) > 0);
end $$;
revoke all on function public.coming_calls(uuid, timestamptz) from public, anon, authenticated;
grant execute on function public.coming_calls(uuid, timestamptz) to service_role;

-- p_appointment holds the call's id, its patient, the sequence that it is known by, and its new host and times. Null says
-- that it was changed or cancelled meanwhile.
create function public.move_appointment(p_appointment jsonb, p_messages jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  asked public.appointments := jsonb_populate_record(null::public.appointments, p_appointment);
  moved public.appointments;
begin
  -- In the order in which bookings wait: hosts first, the one and the other always in the same order, then the patient.
  perform from public.care_team
  where id in (asked.host_id, (select host_id from public.appointments where id = asked.id))
  order by id for no key update;
  perform from public.customers where user_id = asked.user_id for no key update;
  -- In one statement: whoever does not get the new time keeps the old one.
  update public.appointments set host_id = asked.host_id, starts_at = asked.starts_at, ends_at = asked.ends_at,
    busy_until = asked.busy_until, time_zone = coalesce(asked.time_zone, 'UTC')
  where id = asked.id and user_id = asked.user_id and sequence = asked.sequence and status = 'booked'
  returning * into moved;
  if found then
    perform private.add_messages(moved, p_messages);
  end if;
  return moved.id;
end $$;

create function public.cancel_appointment(p_appointment jsonb, p_messages jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  asked public.appointments := jsonb_populate_record(null::public.appointments, p_appointment);
  cancelled public.appointments;
begin
  update public.appointments set status = 'cancelled'
  where id = asked.id and user_id = asked.user_id and sequence = asked.sequence and status = 'booked'
  returning * into cancelled;
  if found then
    perform private.add_messages(cancelled, p_messages);
  end if;
  return cancelled.id;
end $$;

revoke all on function public.move_appointment(jsonb, jsonb), public.cancel_appointment(jsonb, jsonb)
  from public, anon, authenticated;
grant execute on function public.move_appointment(jsonb, jsonb), public.cancel_appointment(jsonb, jsonb) to service_role;
