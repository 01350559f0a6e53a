CREATE OR REPLACE FUNCTION public.team_change_people(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_change jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  acting uuid := (private.enter_team(p_user, p_session, p_roles, p_reads)).id;
  earlier jsonb := private.earlier_answer(p_request);
  person uuid := (p_change ->> 'id')::uuid;
begin
  if earlier is not null then
    return earlier;
  end if;
  case p_change ->> 'action'
    when 'invite' then
      person := public.team_invite(acting, p_change ->> 'email', p_change ->> 'name', p_change ->> 'role',
        p_change ->> 'timeZone', p_change ->> 'codeHash');
    when 'role' then perform public.team_change_role(acting, person, p_change ->> 'role');
    when 'agree' then perform public.team_agree(acting, person, p_change ->> 'role');
    when 'decline' then perform private.decline_role(acting, person, p_change ->> 'role', p_change ->> 'reason');
    when 'edit' then perform private.edit_person(acting, person, p_change ->> 'name', p_change ->> 'timeZone');
    when 'profile' then perform private.edit_profile(acting, person, p_change ->> 'bio', p_change ->> 'portrait');
    when 'reset-factor' then perform public.team_reset_factor(acting, person, p_change ->> 'codeHash');
    when 'hosts' then
      perform public.team_set_hosts(acting, person, array(select jsonb_array_elements_text(p_change -> 'kinds')));
    when 'deactivate' then perform public.team_deactivate(acting, person);
  end case;
  return private.keep_answer(p_request, jsonb_build_object('id', person));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_people(p_user uuid, p_session uuid, p_roles text[], p_reads text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', person.id, 'name', name, 'email', email, 'role', role,
      'timeZone', time_zone, 'takesCalls', active, 'hosts', (
        select coalesce(jsonb_agg(slug order by slug), '[]') from public.appointment_type_hosts
        join public.appointment_types on appointment_types.id = appointment_type_id where host_id = person.id and not is_hidden),
      'invitedAt', invited_at, 'joinedAt', joined_at, 'deactivatedAt', deactivated_at, 'proposedRole', proposed_role,
      'hasFactor', factor_id is not null, 'bio', bio, 'portrait', portrait) order by deactivated_at is not null, name, email), '[]')
    from public.care_team as person);
end $function$
;

CREATE OR REPLACE FUNCTION private.edit_profile(p_by uuid, p_person uuid, p_bio text, p_portrait text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', null);
  if (private.team_member(p_person)).role <> 'coach' then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no longer a coach.');
  end if;
  update public.care_team set bio = p_bio, portrait = p_portrait where id = p_person;
  perform private.add_audit_line('update', 'team_profile', p_person, p_by);
end $function$
;

revoke all on function private.edit_profile(uuid,uuid,text,text) from public, anon, authenticated, service_role;
