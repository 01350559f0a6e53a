-- What each of these call types still needs: to exist, a host, and hours for that host. The server reads it at its start too
-- (server/clinic/unbookable-types.ts).
create function private.call_types_ready(p_slugs text[])
returns table (slug text, is_known boolean, is_taken boolean, has_hours boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select asked.slug, kind.id is not null,
      exists (
        select from public.appointment_type_hosts join public.care_team on care_team.id = host_id
        where appointment_type_id = kind.id and active),
      exists (
        select from public.appointment_type_hosts join public.care_team on care_team.id = host_id
          join public.availability using (host_id)
        where appointment_type_id = kind.id and active)
    from unnest(p_slugs) with ordinality as asked (slug, place)
    left join public.appointment_types as kind on kind.slug = asked.slug
    order by place;
end $$;

-- Why patients cannot book, for an administrator's Today, and whether anyone was ever invited. It names no call type and no person.
create function public.team_missing_for_calls(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_slugs text[])
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return jsonb_build_object(
    'hasInvited', exists (select from public.invitations),
    'hasTimeZone', private.clinic_zone() is not null,
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object('isKnown', is_known, 'isTaken', is_taken, 'hasHours', has_hours)), '[]')
      from private.call_types_ready(p_slugs)));
end $$;
revoke all on function public.team_missing_for_calls(uuid, uuid, text[], text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_missing_for_calls(uuid, uuid, text[], text[], text[]) to service_role;
