-- With whom a call of this kind will be, where only one person takes it; otherwise that is known once it is booked.
create function public.sole_host(p_slug text) returns text
language sql stable security definer set search_path = '' as $$
  select min(care_team.name) from public.appointment_types
    join public.appointment_type_hosts on appointment_type_id = appointment_types.id
    join public.care_team on care_team.id = host_id and active
  where slug = p_slug having count(*) = 1
$$;
revoke all on function public.sole_host(text) from public, anon, authenticated, service_role;
grant execute on function public.sole_host(text) to service_role;
