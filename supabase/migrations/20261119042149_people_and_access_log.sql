alter table public.care_team add column proposed_at timestamptz;

CREATE OR REPLACE FUNCTION public.team_access_log(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  page_size constant integer := 100;
  first_day constant date := coalesce(p_query ->> 'from', p_query ->> 'day')::date;
  last_day constant date := coalesce(p_query ->> 'until', p_query ->> 'day')::date;
  -- `before` names the last line shown: its moment in microseconds, and how many lines of that moment were shown.
  shown_until constant timestamptz := 'epoch'::timestamptz + split_part(p_query ->> 'before', '-', 1)::bigint * interval '1 microsecond';
  shown_of_it constant integer := coalesce(split_part(p_query ->> 'before', '-', 2)::integer, 0);
  lines jsonb;
  more boolean;
begin
  with page as (
    select line.*, row_number() over (partition by at order by id desc) + case when at = shown_until then shown_of_it else 0 end as place
    from private.find_access_lines(
      private.subjects_of_access_query(p_query), (p_query ->> 'person')::uuid,
      first_day::timestamp at time zone person.time_zone, (last_day + 1)::timestamp at time zone person.time_zone,
      shown_until, page_size + 1, shown_of_it) as line),
  shown as (
    select *, trunc(extract(epoch from at) * 1000000)::bigint || '-' || place as name
    from page order by at desc, id desc limit page_size)
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', shown.name, 'at', at, 'why', reason_category,
      'action', case private.kind_for_office(kind, staff_role) when 'care_record' then 'read' else action end,
      'kind', private.kind_for_office(kind, staff_role),
      'person', jsonb_build_object('id', actor.id, 'name', coalesce(actor_name, actor.name),
        'role', coalesce(staff_role, case when actor_name is null then actor.role end)),
      'patient', case when listed.id is not null then jsonb_build_object('id', listed.id, 'name', private.listed_name(listed))
        when since.id is not null then jsonb_build_object('id', since.id, 'name', private.listed_name(since)) end,
      'member', member.name) order by at desc, shown.id desc), '[]'),
    (select count(*) > page_size from page)
  into lines, more
  from shown
  left join public.care_team as actor on actor.id = actor_id
  left join public.care_team as member on member.id = subject_id
  left join private.patient_directory as listed on listed.id = subject_id
  left join private.patient_directory as since on listed.id is null and since.has_user and private.invited_id(since.email) = subject_id;
  perform private.audit_reads('{access_log}', array(
    select distinct (line #>> '{patient,id}')::uuid from jsonb_array_elements(lines) as line
    where line #>> '{patient,id}' is not null));
  return jsonb_build_object('lines', lines, 'next', case when more then lines #>> '{-1,id}' end);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_agree(p_by uuid, p_person uuid, p_role text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{clinician}', p_person);
  perform private.team_member(p_person);
  update public.care_team set role = proposed_role, proposed_role = null, proposed_by = null, proposed_at = null
  where id = p_person and proposed_role = p_role;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'A colleague already decided on this role.');
  end if;
  perform private.add_audit_line('update', 'team_role', p_person, p_by);
end $function$
;

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
    when 'reset-factor' then perform public.team_reset_factor(acting, person, p_change ->> 'codeHash');
    when 'hosts' then
      perform public.team_set_hosts(acting, person, array(select jsonb_array_elements_text(p_change -> 'kinds')));
    when 'deactivate' then perform public.team_deactivate(acting, person);
  end case;
  return private.keep_answer(p_request, jsonb_build_object('id', person));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_change_role(p_by uuid, p_person uuid, p_role text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.care_team;
  is_new boolean;
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', p_person);
  person := private.team_member(p_person);
  is_new := person.role is not distinct from person.proposed_role;
  if private.needs_agreement(p_by, p_person, p_role) and (is_new or p_role <> person.role) then
    update public.care_team set role = case when is_new then p_role else role end, proposed_role = p_role, proposed_by = p_by,
      proposed_at = now()
    where id = p_person;
    perform private.add_audit_line('insert', 'team_role_proposal', p_person, p_by);
  else
    update public.care_team set role = p_role, proposed_role = null, proposed_by = null, proposed_at = null where id = p_person;
    perform private.add_audit_line('update', 'team_role', p_person, p_by);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_deactivate(p_by uuid, p_person uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', p_person);
  perform private.end_membership(p_by, private.team_member(p_person));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_invite(p_by uuid, p_email text, p_name text, p_role text, p_time_zone text, p_code_hash text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.care_team;
  proposed text;
begin
  perform private.lock_care_team();
  select * into person from public.care_team where email = lower(trim(p_email)) for update;
  perform private.require_team_role(p_by, '{administrator}', person.id);
  begin
    perform pg_catalog.timezone(p_time_zone, timestamptz 'epoch');
  exception when invalid_parameter_value then
    perform private.refuse_team('PT400', 'invalid_input', 'timeZone: Please select a time zone');
  end;
  if person.joined_at is not null and person.deactivated_at is null then
    perform private.refuse_team('PT409', 'already_in_team', 'This person is already on the team.');
  end if;
  proposed := case when private.needs_agreement(p_by, person.id, p_role) then p_role end;
  insert into public.care_team as known
    (email, name, role, time_zone, invited_at, invited_by, proposed_role, proposed_by, proposed_at)
  values (lower(trim(p_email)), p_name, p_role, p_time_zone, now(), p_by, proposed, case when proposed is not null then p_by end,
    case when proposed is not null then now() end)
  on conflict (email) do update set name = excluded.name, role = excluded.role, time_zone = excluded.time_zone,
    invited_at = excluded.invited_at, invited_by = excluded.invited_by, proposed_role = excluded.proposed_role,
    proposed_by = excluded.proposed_by, proposed_at = excluded.proposed_at, active = known.active or known.deactivated_at is not null,
    deactivated_at = null, joined_at = null, factor_id = null
  returning * into person;
  perform private.end_sign_in(private.accounts_of(person), person.email);
  perform private.set_up_code(person.id, p_code_hash);
  perform private.add_audit_line('insert', 'team_invitation', person.id, p_by);
  return person.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_today(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_key text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
begin
  if p_key is not null then
    return private.today_facts(person, p_key);
  end if;
  return private.today_facts(person, null) || jsonb_build_object(
    'calls', private.calls_today(person),
    'ended', private.ended_today(person),
    'onDuty', (
      select coalesce(jsonb_agg(name order by name), '[]') from public.care_team as member
      where role in ('coach', 'clinician') and private.is_member(member)
        and not exists (select from public.days_off where host_id = member.id and day = (now() at time zone time_zone)::date)
        and not exists (select from public.absences where host_id = member.id and starts_at <= now() and ends_at > now())
        and (not exists (select from public.availability where host_id = member.id)
          or exists (select from public.availability
            where host_id = member.id and weekday = date_part('isodow', now() at time zone time_zone)))),
    'colleagues', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'role', role) order by name, id), '[]')
      from public.care_team as member where private.is_member(member) and id <> person.id),
    'proposals', case when person.role = 'clinician' then (
      select coalesce(jsonb_agg(jsonb_build_object('id', proposed.id, 'name', proposed.name, 'role', proposed.proposed_role,
        'by', proposer.name, 'at', proposed.proposed_at) order by proposed.name, proposed.id), '[]')
      from public.care_team as proposed left join public.care_team as proposer on proposer.id = proposed.proposed_by
      where proposed.proposed_role is not null and proposed.deactivated_at is null and proposed.id <> person.id) else '[]' end);
end $function$
;

CREATE OR REPLACE FUNCTION private.decline_role(p_by uuid, p_person uuid, p_role text, p_reason text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person public.care_team;
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{clinician}', p_person);
  person := private.team_member(p_person);
  if person.proposed_role is distinct from p_role then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'A colleague already decided on this role.');
  end if;
  perform private.email_administrators(p_person, 'A role was declined', array[
    format('%s declined the role %s for %s, %s, in the Béa team workspace. The reason: %s', private.who_acts(p_by), p_role,
      person.name, person.email, p_reason),
    case when person.role = p_role then format('Access for %s has ended.', person.name)
      else format('%s keeps the role %s.', person.name, person.role) end]);
  perform private.add_audit_line('delete', 'team_role_proposal', p_person, p_by);
  if person.role = p_role then
    perform private.end_membership(p_by, person);
  else
    update public.care_team set proposed_role = null, proposed_by = null, proposed_at = null where id = p_person;
  end if;
end $function$
;

revoke all on function private.decline_role(uuid,uuid,text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.edit_person(p_by uuid, p_person uuid, p_name text, p_time_zone text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_care_team();
  perform private.require_team_role(p_by, '{administrator}', null);
  perform private.team_member(p_person);
  if not private.is_time_zone(p_time_zone) then
    perform private.refuse_team('PT400', 'invalid_input', 'timeZone: Please select a time zone');
  end if;
  update public.care_team set name = p_name, time_zone = p_time_zone where id = p_person;
  perform private.add_audit_line('update', 'team_person', p_person, p_by);
end $function$
;

revoke all on function private.edit_person(uuid,uuid,text,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.end_membership(p_by uuid, p_person public.care_team)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.care_team set deactivated_at = now(), active = false, factor_id = null, proposed_role = null, proposed_by = null,
    proposed_at = null
  where id = p_person.id;
  delete from private.set_up_codes where person_id = p_person.id;
  delete from public.appointment_type_hosts where host_id = p_person.id;
  perform private.end_sign_in(private.accounts_of(p_person), p_person.email);
  perform pg_notify('realtime', json_build_object('kind', 'rights', 'topic', 'call:' || id)::text)
  from public.appointments where host_id = p_person.id and status = 'booked' and ends_at > now();
  perform private.add_audit_line('delete', 'team_member', p_person.id, p_by);
end $function$
;

revoke all on function private.end_membership(uuid,public.care_team) from public, anon, authenticated, service_role;
