-- As in 20261118100010_team_door.sql, but whoever comes for the first time, or waits for a clinician's agreement, only hears at the
-- entrance what comes next: that is no refusal. Everywhere else it is one.
drop function public.team_note_refusal(uuid, text);
create function public.team_note_refusal(p_user uuid, p_code text, p_at_entrance boolean default false) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team := private.staff_of(p_user);
begin
  if p_at_entrance and person.id is not null
    and (person.factor_id is null or person.role is not distinct from person.proposed_role) then
    return;
  elsif public.take_from_limit(concat_ws(':', 'team-refusal', p_user, p_code), 1, 900) > 0 then
    return;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role)
  values (coalesce(person.id, p_user), 'sign_in', 'read', 'refused_' || p_code, coalesce(person.id, p_user), person.name, person.role);
end $$;
revoke all on function public.team_note_refusal(uuid, text, boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_note_refusal(uuid, text, boolean) to service_role;
