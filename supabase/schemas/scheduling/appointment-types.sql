-- The call types and their hosts, as administrators edit them on the page 'Clinic'.
create function private.edited_types() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'types', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'slug', slug, 'name', name, 'neutralName', coalesce(neutral_name, ''),
        'description', description, 'minutes', duration_minutes, 'buffer', buffer_minutes, 'notice', minimum_notice_minutes,
        'horizon', horizon_days, 'interaction', interaction_type, 'isHidden', is_hidden, 'version', version,
        'hosts', private.hosts_of(id)) order by is_hidden, lower(name), slug), '[]')
      from public.appointment_types),
    'people', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'role', role) order by name, id), '[]')
      from public.care_team as person
      where role in ('coach', 'clinician') and deactivated_at is null
        and (private.is_member(person) or exists (select from public.appointment_type_hosts where host_id = person.id))));
end $$;
revoke all on function private.edited_types() from public;

create function private.hosts_of(p_type uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(host_id order by host_id), '[]') from public.appointment_type_hosts where appointment_type_id = p_type);
end $$;
revoke all on function private.hosts_of(uuid) from public;

create function public.team_edited_types(p_user uuid, p_session uuid, p_roles text[], p_reads text[]) returns jsonb
language plpgsql security definer set search_path = '' as $$
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  return private.edited_types();
end $$;
revoke all on function public.team_edited_types(uuid, uuid, text[], text[]) from public, anon, authenticated, service_role;
grant execute on function public.team_edited_types(uuid, uuid, text[], text[]) to service_role;

-- Sets the hosts of a type. New hosts must be coaches or clinicians who can sign in, as on the page 'People'.
create function private.set_type_hosts(p_type uuid, p_hosts jsonb, p_by uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changed uuid;
begin
  for changed in
    select coalesce(wanted.id, kept.host_id)
    from (select id::uuid from jsonb_array_elements_text(p_hosts) as id) as wanted
    full join (select host_id from public.appointment_type_hosts where appointment_type_id = p_type) as kept on kept.host_id = wanted.id
    where wanted.id is null or kept.host_id is null order by 1
  loop
    delete from public.appointment_type_hosts where appointment_type_id = p_type and host_id = changed;
    if not found then
      if not exists (
        select from public.care_team as person
        where id = changed and private.is_member(person) and role in ('coach', 'clinician')) then
        perform private.refuse_team('PT409', 'not_a_host',
          'Only coaches and clinicians can take calls. They must finish setup first, and a clinician must approve their role.');
      end if;
      insert into public.appointment_type_hosts (appointment_type_id, host_id) values (p_type, changed);
    end if;
    perform private.add_audit_line('update', 'team_hosts', changed, p_by);
  end loop;
end $$;
revoke all on function private.set_type_hosts(uuid, jsonb, uuid) from public;

-- Adds a type under an unused slug.
create function private.add_type(p_type jsonb) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  free_slug text := p_type ->> 'slug';
  added uuid;
begin
  for number in 2..1000 loop
    exit when not exists (select from public.appointment_types where slug = free_slug);
    free_slug := left(p_type ->> 'slug', 55) || '-' || number;
  end loop;
  insert into public.appointment_types (slug, name, neutral_name, description, duration_minutes, buffer_minutes,
    minimum_notice_minutes, horizon_days, interaction_type)
  values (free_slug, p_type ->> 'name', nullif(p_type ->> 'neutralName', ''), p_type ->> 'description',
    (p_type ->> 'minutes')::integer, (p_type ->> 'buffer')::integer, (p_type ->> 'notice')::integer,
    (p_type ->> 'horizon')::integer, p_type ->> 'interaction')
  returning id into added;
  return added;
end $$;
revoke all on function private.add_type(jsonb) from public;

-- A change names the version and hosts that its writer saw. If two administrators change the same type, the second is refused.
create function public.team_change_type(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_act jsonb,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  action constant text := p_act ->> 'action';
  changed public.appointment_types;
  missing jsonb;
  max_types constant integer := 100;
begin
  if earlier is not null then
    return earlier;
  end if;
  perform private.lock_care_team();
  lock table public.appointment_types in share row exclusive mode;
  if action in ('add', 'add-standard') and (select count(*) from public.appointment_types) >= max_types then
    perform private.refuse_team('PT400', 'invalid_input', 'name: A clinic has at most 100 call types');
  elsif action = 'add' then
    perform private.set_type_hosts(private.add_type(p_act), p_act -> 'hosts', person.id);
  elsif action = 'add-standard' then
    for missing in
      select type from jsonb_array_elements(p_act -> 'types') as type
      where not exists (select from public.appointment_types where slug = type ->> 'slug')
    loop
      perform private.add_type(missing);
    end loop;
  else
    select * into changed from public.appointment_types
    where id = (p_act ->> 'id')::uuid and version = (p_act ->> 'version')::integer;
    if not found or action = 'save' and private.hosts_of(changed.id) <> p_act -> 'before' then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'A colleague changed this call type. Open it again.');
    elsif action = 'save' then
      update public.appointment_types set name = p_act ->> 'name', neutral_name = nullif(p_act ->> 'neutralName', ''),
        description = p_act ->> 'description', duration_minutes = (p_act ->> 'minutes')::integer,
        buffer_minutes = (p_act ->> 'buffer')::integer, minimum_notice_minutes = (p_act ->> 'notice')::integer,
        horizon_days = (p_act ->> 'horizon')::integer, interaction_type = p_act ->> 'interaction', version = version + 1
      where id = changed.id;
      perform private.set_type_hosts(changed.id, p_act -> 'hosts', person.id);
    else
      begin
        update public.appointment_types set is_hidden = action = 'hide', version = version + 1 where id = changed.id;
      exception when check_violation then
        perform private.refuse_team('PT409', 'linked_appointment_type', 'The portal leads patients to this call type, so it can’t be hidden.');
      end;
    end if;
  end if;
  perform private.publish_to_team();
  perform private.add_audit_line(
    case when action in ('add', 'add-standard') then 'insert' else 'update' end, 'team_appointment_type', person.id, person.id);
  return private.keep_answer(p_request, private.edited_types());
end $$;
revoke all on function public.team_change_type(uuid, uuid, text[], text[], jsonb, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_change_type(uuid, uuid, text[], text[], jsonb, jsonb) to service_role;
