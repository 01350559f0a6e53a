-- What is refused to somebody of the team tells where a patient stands, as what is answered does. A refusal undoes its transaction,
-- so this writes the line in one of its own. Whoever may not open a record was told nothing of it.
create function public.team_note_tried(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patients uuid[])
returns void language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  patient uuid;
begin
  foreach patient in array p_patients loop
    begin
      perform private.enter_record(patient, p_reads);
    exception when sqlstate 'PT403' then
      continue;
    end;
  end loop;
end $$;

revoke all on function public.team_note_tried(uuid, uuid, text[], text[], uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.team_note_tried(uuid, uuid, text[], text[], uuid[]) to service_role;
