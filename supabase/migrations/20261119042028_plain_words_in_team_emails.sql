CREATE OR REPLACE FUNCTION private.email_clinicians()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.email_person(clinician, 'A role needs your agreement', array[
    format('%s asked to give %s, %s, the role %s in the Béa team workspace. The role takes effect once a clinician agrees.',
      private.who_acts(new.proposed_by), new.name, new.email, new.proposed_role),
    'If you don’t know why, ask an administrator first. If it’s right, select Agree on Today, in the workspace. If Today doesn’t '
      'show it yet, ask the person who runs the server.'])
  from public.care_team as clinician where role = 'clinician' and private.is_member(clinician) and id <> new.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.whom_to_ask(p_by uuid, p_person public.care_team)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select format('If you don’t know why, please ask %s, and %s, by phone or in person.', p_person.name, coalesce(
    (select name from public.care_team where id = coalesce(p_by, (private.named_person()).id)),
    'the person who runs the server'))
$function$
;
