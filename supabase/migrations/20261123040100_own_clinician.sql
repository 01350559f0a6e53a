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
