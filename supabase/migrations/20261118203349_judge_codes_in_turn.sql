CREATE OR REPLACE FUNCTION private.hosts_allowed(p_person public.care_team, p_patient uuid, p_at timestamp with time zone)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_person.role <> 'coach' or private.is_assigned(p_person.id, p_patient) then
    return null;
  end if;
  return array(
    select id from public.care_team as member
    where private.is_member(member) and (role = 'clinician' or role = 'coach' and private.has_assignment(id, p_patient, p_at)
      and (id <> p_person.id or private.has_assignment(id, p_patient) or exists (
        select from public.absences
        where covered_by = member.id and starts_at <= p_at and ends_at > p_at
          and host_id = (select coach_id from public.coach_assignments where user_id = p_patient)))));
end $function$
;

CREATE OR REPLACE FUNCTION public.confirm_deletion(p_user_id uuid, p_code_hash text, p_delete_after timestamp with time zone, p_messages jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  leaves_at timestamptz;
begin
  -- Many at once wait for each other: each is judged by a code that knows of the tries before it.
  perform from private.deletion_codes where user_id = p_user_id for update;
  update private.deletion_codes set code_hash = null, wrong_in_a_row = 0
  where user_id = p_user_id and code_hash = p_code_hash and expires_at > now();
  if not found then
    select delete_after into leaves_at from public.account_deletions where user_id = p_user_id;
    if leaves_at is null then
      update private.deletion_codes set
        wrong_tries = wrong_tries + 1,
        wrong_in_a_row = wrong_in_a_row + 1,
        code_hash = case when wrong_tries + 1 < 5 then code_hash end
      where user_id = p_user_id and code_hash is not null and expires_at > now();
    end if;
    return leaves_at;
  end if;
  insert into public.account_deletions (user_id, delete_after) values (p_user_id, p_delete_after);
  perform private.write_to_patient(p_user_id, p_messages);
  return p_delete_after;
end $function$
;

CREATE OR REPLACE FUNCTION public.confirm_phone(p_user_id uuid, p_code_hash text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  confirmed text;
begin
  -- Many at once wait for each other: each is judged by a code that knows of the tries before it.
  perform from private.phone_codes where user_id = p_user_id for update;
  delete from private.phone_codes
  where user_id = p_user_id and code_hash = p_code_hash and expires_at > now()
  returning phone into confirmed;
  if confirmed is null then
    update private.phone_codes set
      wrong_tries = wrong_tries + 1,
      wrong_in_a_row = wrong_in_a_row + 1,
      code_hash = case when wrong_tries + 1 < 5 then code_hash end
    where user_id = p_user_id and code_hash is not null and expires_at > now();
    return null;
  end if;
  update public.customers set customer_phone = confirmed where user_id = p_user_id;
  return confirmed;
end $function$
;
