-- The kinds of calls that somebody of the care team can take, for the page on which administrators say who takes which.

create function public.team_kinds_of_calls(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('slug', slug, 'name', name) order by name, slug), '[]')
    from public.appointment_types);
end $$;

revoke all on function public.team_kinds_of_calls(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_kinds_of_calls(uuid, uuid, text[], text[]) to service_role;
