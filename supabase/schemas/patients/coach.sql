-- A patient's own row says who their coach is, where to write to them, and shows their picture.
create function private.tell_assigned_coach(p_patients uuid[]) returns void
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
  perform private.tell_assigned_coach(array[case when tg_op = 'DELETE' then old.user_id else new.user_id end]);
  return null;
end $$;

-- By its name before list_assignment: whoever changes a patient's row locks it first, and their place in the directory then.
create trigger inform_patient after insert or update or delete on public.coach_assignments
  for each row execute function private.inform_patient();

create function private.tell_of_new_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_assigned_coach(array(select user_id from public.coach_assignments where coach_id = new.id order by 1));
  return null;
end $$;

create trigger audit_customers after update on public.customers
  for each row when ((to_jsonb(old) - 'coach') is distinct from (to_jsonb(new) - 'coach'))
  execute function private.audit_change();

create trigger audit_deleted_customers after delete on public.customers
  for each row execute function private.audit_change();

create trigger tell_of_new_words after update of name, bio, email, portrait on public.care_team
  for each row when ((old.name, old.bio, old.email, old.portrait) is distinct from (new.name, new.bio, new.email, new.portrait))
  execute function private.tell_of_new_words();

create function public.call_host(p_user uuid, p_slug text) returns jsonb
language sql stable security definer set search_path = '' as $$
  with host as (
    select care_team.id, care_team.name, exists (
      select from public.coach_assignments where user_id = p_user and coach_id = care_team.id) as is_own
    from public.appointment_types
    join public.appointment_type_hosts on appointment_type_id = appointment_types.id
    join public.care_team on care_team.id = host_id
    where slug = p_slug and active and exists (select from public.availability where availability.host_id = care_team.id))
  select jsonb_build_object(
    'name', coalesce(min(name) filter (where is_own), case when count(*) = 1 then min(name) end),
    'others', bool_or(is_own) and count(*) > 1)
  from host
$$;
revoke all on function public.call_host(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.call_host(uuid, text) to service_role;

-- The patient's clinician: who has their next call as a clinician, else who had the last one, else who signed their newest
-- consultation note. Null for a patient who has met none.
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
