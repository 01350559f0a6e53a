CREATE OR REPLACE FUNCTION private.log_for_patient(p_patient uuid, p_entry jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The record must be open to this person. Each entry type below checks its own kind too.
  perform private.require_record('test_results', p_patient);
  -- Today is the later of the writer's and the patient's.
  if (p_entry ->> 'day')::date > greatest((p_entry ->> 'today')::date, private.day_at(now(), private.known_zone(p_patient))) then
    perform private.refuse_team('PT400', 'invalid_input', 'day: The day cannot be in the future');
  end if;
  -- Handles a patient's entries one at a time.
  perform from public.customers where user_id = p_patient for no key update;
  case p_entry ->> 'type'
    when 'period' then perform private.log_period_day(p_patient, p_entry);
    when 'applicator' then perform private.log_applicator(p_patient, p_entry);
    when 'symptoms' then perform private.log_symptoms(p_patient, p_entry);
    else perform private.log_test(p_patient, p_entry);
  end case;
end $function$
;
