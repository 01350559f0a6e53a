-- A session is raised in place, and a token from before does not say aal2. Whoever holds one has shown the mailed code alone,
-- whatever the session has become since: the functions refuse it here, in the order in which private.enter_team does.
create function public.team_refuse_mailed_code(p_user uuid, p_session uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from auth.sessions
    where id = p_session and user_id = p_user and (not_after is null or not_after > now())) then
    perform private.refuse_team('PT401', 'not_signed_in', 'Please sign in.');
  elsif not private.is_of_care_team(p_user) then
    perform private.refuse_team('PT403', 'not_allowed', 'This account has no access to the team workspace.');
  end if;
  perform private.refuse_team('PT403', 'second_factor_required', 'Please confirm with the code from your app.');
end $$;
revoke all on function public.team_refuse_mailed_code(uuid, uuid) from public, anon, authenticated, service_role;
grant execute on function public.team_refuse_mailed_code(uuid, uuid) to service_role;
