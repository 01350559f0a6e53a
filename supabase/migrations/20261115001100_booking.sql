-- Booking in one transaction: the call and everything that will be sent about it.

-- p_messages: rows for the outbox, without the call's id and sequence, which are added here.
create function public.book_appointment(p_appointment jsonb, p_messages jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  asked public.appointments := jsonb_populate_record(null::public.appointments, p_appointment);
  booked public.appointments;
begin
  -- Two bookings that first met at the exclusion constraint would each wait for the other until one is thrown out as a
  -- deadlock. Here they queue: for the host first, then for the patient, always in this order.
  perform from public.care_team where id = asked.host_id for no key update;
  perform from public.customers where user_id = asked.user_id for no key update;
  -- A retry of a booking whose answer was lost gets the same answer and books nothing.
  select * into booked from public.appointments
  where user_id = asked.user_id and submission_id = asked.submission_id
    and appointment_type_id = asked.appointment_type_id and starts_at = asked.starts_at;
  if found then
    return booked.id;
  end if;
  -- Nobody needs so many at once, and each of them is time that other patients cannot have. Holding the patient's row,
  -- as we do, keeps two bookings from both being the tenth.
  if (select count(*) from public.appointments
      where user_id = asked.user_id and status = 'booked' and ends_at > now()) >= 10 then
    raise exception using errcode = 'PT409', message = 'too_many_calls';
  end if;
  insert into public.appointments
    (id, user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, time_zone, submission_id)
  values (asked.id, asked.user_id, asked.host_id, asked.appointment_type_id, asked.starts_at, asked.ends_at,
    asked.busy_until, coalesce(asked.time_zone, 'UTC'), asked.submission_id)
  returning * into booked;
  perform private.add_messages(booked, p_messages);
  return booked.id;
end $$;

create function private.add_messages(p_about public.appointments, p_messages jsonb) returns void
language sql set search_path = '' as $$
  insert into public.outbox (key, channel, recipient, subject, body_text, body_html, attachments, send_after, send_before,
    appointment_id, appointment_sequence, user_id)
  select message ->> 'key', message ->> 'channel', message ->> 'recipient', message ->> 'subject',
    message ->> 'body_text', message ->> 'body_html', coalesce(message -> 'attachments', '[]'),
    coalesce((message ->> 'send_after')::timestamptz, now()), (message ->> 'send_before')::timestamptz,
    p_about.id, p_about.sequence, p_about.user_id
  from jsonb_array_elements(p_messages) as message
$$;
revoke all on function private.add_messages(public.appointments, jsonb) from public;
revoke all on function public.book_appointment(jsonb, jsonb) from public, anon, authenticated;
grant execute on function public.book_appointment(jsonb, jsonb) to service_role;
