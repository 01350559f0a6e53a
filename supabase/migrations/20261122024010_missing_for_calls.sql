-- What an administrator reads on Today while patients cannot book: of each kind of call whether it is there, whether somebody takes it
-- and has hours, and whether anybody was ever invited. Names no kind and nobody.
create function public.team_missing_for_calls(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_slugs text[])
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return jsonb_build_object(
    'hasInvited', exists (select from public.invitations),
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object('isKnown', kind.id is not null,
        'isTaken', exists (
          select from public.appointment_type_hosts join public.care_team on care_team.id = host_id
          where appointment_type_id = kind.id and active),
        'hasHours', exists (
          select from public.appointment_type_hosts join public.care_team on care_team.id = host_id
            join public.availability using (host_id)
          where appointment_type_id = kind.id and active))), '[]')
      from unnest(p_slugs) as asked (slug) left join public.appointment_types as kind using (slug)));
end $$;
revoke all on function public.team_missing_for_calls(uuid, uuid, text[], text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_missing_for_calls(uuid, uuid, text[], text[], text[]) to service_role;
