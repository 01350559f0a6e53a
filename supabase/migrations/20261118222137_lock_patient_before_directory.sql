CREATE OR REPLACE FUNCTION private.list_patient(p_user uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Every writer locks the patient before the directory's row, so that no two wait for each other.
  perform from public.customers where user_id = p_user for no key update;
  perform from private.patient_directory where id = p_user for update;
  if not exists (select from public.customers where user_id = p_user) then
    delete from private.patient_directory where id = p_user;
    return;
  end if;
  insert into private.patient_directory as known select * from private.patients_to_list where id = p_user
  on conflict (id) do update set email = excluded.email, name = excluded.name, sort_name = excluded.sort_name,
    search_text = excluded.search_text, is_open = excluded.is_open, stage = excluded.stage, cycle = excluded.cycle,
    phase = excluded.phase, status = excluded.status, coach_id = excluded.coach_id, birth_date = excluded.birth_date
  where known is distinct from excluded;
end $function$
;
