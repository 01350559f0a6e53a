-- Copies the assigned coach's name, bio, address and picture to the patient's own row.
create function private.publish_assigned_coach(p_patients uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.customers set coach = told.coach
  from (
    select patient, (
      select jsonb_build_object('name', name, 'bio', bio, 'email', email, 'portrait', portrait)
      from public.coach_assignments join public.care_team on care_team.id = coach_id
      where coach_assignments.user_id = patient) as coach
    from unnest(p_patients) as patient) as told
  where user_id = patient and customers.coach is distinct from told.coach
$$;

create function private.inform_patient() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.publish_assigned_coach(array[case when tg_op = 'DELETE' then old.user_id else new.user_id end]);
  return null;
end $$;

-- Its name sorts before list_assignment, because every writer locks the patient's row first and the directory's row second.
create trigger inform_patient after insert or update or delete on public.coach_assignments
  for each row execute function private.inform_patient();

create function private.publish_new_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.publish_assigned_coach(array(select user_id from public.coach_assignments where coach_id = new.id order by 1));
  return null;
end $$;

create trigger audit_customers after update on public.customers
  for each row when ((to_jsonb(old) - 'coach') is distinct from (to_jsonb(new) - 'coach'))
  execute function private.audit_change();

create trigger audit_deleted_customers after delete on public.customers
  for each row execute function private.audit_change();

create trigger publish_new_profile after update of name, bio, email, portrait on public.care_team
  for each row when ((old.name, old.bio, old.email, old.portrait) is distinct from (new.name, new.bio, new.email, new.portrait))
  execute function private.publish_new_profile();

create function public.call_host(p_user uuid, p_slug text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with host as (
    select care_team.id, care_team.name, role, exists (
      select from public.coach_assignments where user_id = p_user and coach_id = care_team.id) as is_own
    from public.appointment_types
    join public.appointment_type_hosts on appointment_type_id = appointment_types.id
    join public.care_team on care_team.id = host_id
    where slug = p_slug and active and exists (select from public.availability where availability.host_id = care_team.id))
  select jsonb_build_object(
    'isOffered', exists (
      select from public.appointment_types where slug = p_slug and private.is_offered(appointment_types, p_user)),
    'name', coalesce(min(name) filter (where is_own), case when count(*) = 1 then min(name) end),
    'others', bool_or(is_own) and count(*) > 1,
    -- Set if coaches take this call but the patient's own coach doesn't.
    'ownCoach', case when bool_or(role = 'coach') and not bool_or(is_own) then (
      select own.name from public.coach_assignments join public.care_team as own on own.id = coach_id
      where coach_assignments.user_id = p_user and own.deactivated_at is null) end)
  from host
$$;
revoke all on function public.call_host(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.call_host(uuid, text) to service_role;

-- The patient's clinician: the host of their next clinician call, else of the last one, else the author of their newest consultation
-- note. Null for a patient who has met no clinician.
create function public.own_clinician() returns jsonb
language sql stable security definer set search_path = '' as $$
  with met as (
    select host_id as person, case when ends_at > now() then 0 else 1 end as rank,
      case when ends_at > now() then starts_at - now() else now() - starts_at end as distance
    from public.appointments where user_id = auth.uid() and status = 'booked'
    union all
    select author_id, 2, now() - created_at
    from public.consultation_notes where user_id = auth.uid() and not private.is_withdrawn(id))
  select jsonb_build_object('name', name, 'bio', bio, 'portrait', portrait)
  from met join public.care_team on care_team.id = person
  where private.has_consented() and role = 'clinician' and active and deactivated_at is null
  order by rank, distance limit 1
$$;
revoke all on function public.own_clinician() from public, anon, authenticated, service_role;
grant execute on function public.own_clinician() to authenticated;
