-- Books an appointment in one transaction with everything that will be sent about it. A host who is away is not booked.
-- p_messages: rows for the outbox, without the appointment's id and sequence.
create function public.book_appointment(p_appointment jsonb, p_messages jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  asked public.appointments := jsonb_populate_record(null::public.appointments, p_appointment);
  booked public.appointments;
begin
  -- Without these locks, two bookings could deadlock at the exclusion constraint. Every booking locks the host first, then the
  -- patient.
  perform from public.care_team where id = asked.host_id for no key update;
  perform from public.customers where user_id = asked.user_id for no key update;
  -- A retry after a lost response gets the same answer and books nothing.
  select * into booked from public.appointments
  where user_id = asked.user_id and submission_id = asked.submission_id
    and appointment_type_id = asked.appointment_type_id and starts_at = asked.starts_at;
  if found then
    return booked.id;
  end if;
  if exists (select from public.appointment_types where id = asked.appointment_type_id and is_hidden) then
    raise exception using errcode = 'PT404', message = 'unknown_appointment_type';
  end if;
  perform private.require_present(asked.host_id, asked.starts_at, asked.ends_at);
  -- A patient can have ten booked calls, because other patients cannot book those times. The lock on the patient's row keeps two
  -- bookings from both counting as the tenth.
  if (select count(*) from public.appointments
      where user_id = asked.user_id and status = 'booked' and ends_at > now()) >= 10 then
    raise exception using errcode = 'PT409', message = 'too_many_calls';
  end if;
  insert into public.appointments
    (id, user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, time_zone, submission_id)
  values (asked.id, asked.user_id, asked.host_id, asked.appointment_type_id, asked.starts_at, asked.ends_at,
    asked.busy_until, coalesce(asked.time_zone, private.known_zone(asked.user_id)), asked.submission_id)
  returning * into booked;
  perform private.add_messages(booked, p_messages);
  return booked.id;
end $$;
revoke all on function public.book_appointment(jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.book_appointment(jsonb, jsonb) to service_role;

-- p_appointment has the appointment's id, its patient, the sequence that the caller knows, and the new host and times. Null means that it
-- was changed or canceled in the meantime. A host who is away gets no call.
create function public.move_appointment(p_appointment jsonb, p_messages jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  asked public.appointments := jsonb_populate_record(null::public.appointments, p_appointment);
  moved public.appointments;
begin
  -- Locks in the same order as bookings: hosts by id, then the patient.
  perform from public.care_team
  where id in (asked.host_id, (select host_id from public.appointments where id = asked.id))
  order by id for no key update;
  perform from public.customers where user_id = asked.user_id for no key update;
  perform private.require_present(asked.host_id, asked.starts_at, asked.ends_at);
  -- One statement, so the appointment keeps its old time if the new one is taken.
  update public.appointments set host_id = asked.host_id, starts_at = asked.starts_at, ends_at = asked.ends_at,
    busy_until = asked.busy_until, time_zone = coalesce(asked.time_zone, private.known_zone(asked.user_id))
  where id = asked.id and user_id = asked.user_id and sequence = asked.sequence and status = 'booked'
  returning * into moved;
  if found then
    perform private.add_messages(moved, p_messages);
  end if;
  return moved.id;
end $$;
revoke all on function public.move_appointment(jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.move_appointment(jsonb, jsonb) to service_role;

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
revoke all on function public.cancel_appointment(jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.cancel_appointment(jsonb, jsonb) to service_role;

-- A patient's appointments that are not over, soonest first. Null for a person without access, none before consent.
create function public.coming_calls(p_user uuid, p_now timestamptz) returns json
language plpgsql stable security definer set search_path = '' as $$
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
end $$;
revoke all on function public.coming_calls(uuid, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.coming_calls(uuid, timestamptz) to service_role;
