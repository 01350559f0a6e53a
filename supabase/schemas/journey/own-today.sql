-- A survey knows the day of an applicator, with or without an hour; a timer knows the moment as well. The day is read here, with the reader
-- that the cycle's days have (private.told_day); the moment is there only if a cap's timer knows it.
create function private.own_today() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  patient constant uuid := auth.uid();
  zone text;
begin
  if not private.has_consented() then return null; end if;
  zone := private.known_zone(patient);
  return jsonb_build_object(
    -- The cycle is that of treatment.
    'uses', (select coalesce(jsonb_agg(jsonb_build_object('cycle', used.cycle, 'on', used.day, 'capInAt', used.cap_in_at)
        order by used.day), '[]')
      from (
        select cycle, on_day as day, at as cap_in_at from public.treatment_day_timers
        where user_id = patient and action = 'cap-in'
        union all
        select coalesce(cycle_number, 1), private.told_day(answers ->> 0, zone), null from public.survey_responses
        where user_id = patient and survey = 'applicator-use') as used
      where used.day is not null),
    -- There is a note of the call that still holds.
    'held', (select coalesce(jsonb_agg(distinct notes.consultation_reference), '[]') from public.consultation_notes as notes
      where notes.user_id = patient
        and not exists (select from public.note_withdrawals as withdrawn where withdrawn.note_id = notes.id)),
    -- Its time has passed; nobody has said yet whether it took place.
    'past', (select coalesce(jsonb_object_agg(past.slug, past.at), '{}') from (
      select types.slug, max(calls.starts_at) as at from public.appointments as calls
      join public.appointment_types as types on types.id = calls.appointment_type_id
      where calls.user_id = patient and calls.status = 'booked' and calls.ends_at <= now()
      group by types.slug) as past));
end $$;
revoke all on function private.own_today() from public, anon, authenticated, service_role;
grant execute on function private.own_today() to authenticated;
