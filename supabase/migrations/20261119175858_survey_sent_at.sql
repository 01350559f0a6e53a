CREATE OR REPLACE FUNCTION private.own_next_step_facts()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient constant uuid := auth.uid();
  zone text;
begin
  if not private.has_consented() then return null; end if;
  zone := private.known_zone(patient);
  return jsonb_build_object(
    -- `cycle` is the treatment cycle.
    'uses', (select coalesce(jsonb_agg(jsonb_build_object('cycle', used.cycle, 'on', used.day, 'capInAt', used.cap_in_at,
        'reportedAt', used.reported_at) order by used.day), '[]')
      from (
        select cycle, on_day as day, at as cap_in_at, null::timestamptz as reported_at from private.caps_used(patient)
        union all
        select coalesce(cycle_number, 1), private.reported_day(answers ->> 0, zone), null, created_at from public.survey_responses
        where user_id = patient and survey = 'applicator-use') as used
      where used.day is not null),
    -- Calls with a note that was not withdrawn.
    'held', (select coalesce(jsonb_agg(distinct notes.consultation_reference), '[]') from public.consultation_notes as notes
      where notes.user_id = patient
        and not exists (select from public.note_withdrawals as withdrawn where withdrawn.note_id = notes.id)),
    -- Booked calls whose time has passed.
    'past', (select coalesce(jsonb_object_agg(past.slug, past.at), '{}') from (
      select types.slug, max(calls.starts_at) as at from public.appointments as calls
      join public.appointment_types as types on types.id = calls.appointment_type_id
      where calls.user_id = patient and calls.status = 'booked' and calls.ends_at <= now()
      group by types.slug) as past));
end $function$
;
