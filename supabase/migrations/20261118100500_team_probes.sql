-- What somebody of the team could find out, or keep, past the log and their role: a patient's health by filters and totals, an
-- address by trying, a call by an old link, a patient by a reason for four hours, what kind a call is by its length.

-- As in 20261117100205_team_patients.sql, for a column of the caller's choice.
drop function private.search_conditions(text);
create function private.search_conditions(p_search text, p_column text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(
    format('%I like %L', p_column, '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
  from regexp_split_to_table(private.unaccented(p_search), '\s+') as word where word <> ''
$$;

-- As in 20261118100430_lists_in_one_statement.sql, but: whom a coach sees by name alone is found by name alone; past the last
-- page stands the last page; and a filter by health tells something of everybody among whom it looks, also of those whom it
-- leaves out. Where they are few enough to be known one by one, each has a line.
create or replace function public.team_patients(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  page_size constant integer := 50;
  -- Counting what a search finds means finding it.
  max_counted constant integer := 1000;
  page integer := coalesce((p_query ->> 'page')::integer, 1);
  health constant text[] := '{stage,cycle,status}';
  asks_health constant boolean := p_query ?| health;
  is_coach constant boolean := person.role = 'coach';
  coaches constant uuid[] := case when is_coach then private.coaches_seen_by(person.id) end;
  others constant uuid[] := case when is_coach then private.also_open_to(person.id) end;
  own constant text := 'coach_id = any ($1) or id = any ($2)';
  conditions constant text := private.list_conditions(p_query);
  search constant text := private.search_conditions(coalesce(p_query ->> 'search', ''), 'search_text');
  -- Whoever has no name is listed by their address.
  by_name constant text := case when is_coach and search is not null then format('(not is_open or %s or name = email or %s)',
    own, private.search_conditions(p_query ->> 'search', 'sort_name')) end;
  -- Whoever is found by something of health tells it by being found.
  reach constant text := case when is_coach and asks_health then '(' || own || ')' end;
  looked_in constant text := ' from private.patient_directory where ' || concat_ws(' and ', search, by_name, reach, '');
  found_in constant text := looked_in || conditions;
  one_page constant text := 'select array(select id' || found_in || ' order by sort_name, id limit $3 offset $4)';
  ids uuid[];
  opened uuid[];
  tried uuid[] := '{}';
  total bigint;
  rows jsonb;
begin
  if person.role = 'administrator' and asks_health then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  execute one_page into ids using coaches, others, page_size, (page - 1) * page_size::bigint;
  if search is null then
    perform private.fold_counts();
    execute 'select coalesce(sum(patients), 0) from private.directory_counts where ' || conditions
      || case when reach is null then '' else ' and coach_id = any ($1)' end into total using coaches;
    if reach is not null then
      execute 'select $3 + count(*) from private.patient_directory where ' || conditions
        || ' and id = any ($2) and coach_id <> all ($1)' into total using coaches, others, total;
    end if;
  elsif page = 1 and cardinality(ids) < page_size then
    total := cardinality(ids);
  else
    execute 'select count(*) from (select' || found_in || ' limit $3) as found' into total using coaches, others, max_counted;
  end if;
  if cardinality(ids) = 0 and page > 1 then
    page := greatest(1, ceil(total / page_size::numeric));
    execute one_page into ids using coaches, others, page_size, (page - 1) * page_size::bigint;
  end if;
  opened := array(
    select id from private.patient_directory
    where id = any (ids) and is_open and (not is_coach or coach_id = any (coaches) or id = any (others)));
  -- More than a page found means more than a page looked at.
  if asks_health and total <= page_size then
    execute 'select array(select id' || looked_in || private.list_conditions(p_query - health) || ' and is_open limit $3)'
      into tried using coaches, others, page_size + 1;
  end if;
  perform private.note_listed(case when person.role = 'administrator' then 'administrative_summary' else 'summary' end,
      case when cardinality(tried) > page_size then opened else array(select unnest(opened) union select unnest(tried)) end),
    private.note_listed('identity', array(select unnest(ids) except select unnest(opened)));
  if person.role = 'administrator' then
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'name', listed.name) || case
        when listed.id <> all (opened) then '{}'
        else jsonb_build_object('administration', private.administrative_summary(listed.id)) end order by place), '[]') into rows
    from unnest(ids) with ordinality as found (id, place) join private.patient_directory as listed using (id);
  else
    rows := private.listed_patients(ids, opened);
  end if;
  return jsonb_build_object('patients', rows, 'page', page, 'total', total,
    'pages', greatest(1, ceil(total / page_size::numeric)));
end $$;

-- As in 20261118100430_lists_in_one_statement.sql, but somebody who has another role meanwhile has a line in it.
create or replace function private.note_reads(p_kinds text[], p_patients uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.named_person();
  declared constant text[] := string_to_array(coalesce(current_setting('portal.staff_reads', true), ''), ',');
  undeclared text;
begin
  if person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team needs the person who reads.');
  end if;
  select kind into undeclared from unnest(p_kinds) as kind where kind <> all (declared) limit 1;
  if found then
    raise exception using errcode = '42501', message = 'This function does not say that it reads ' || undeclared;
  end if;
  with listed as materialized (
    select patient, kind, encode(sha256(convert_to(
      concat_ws(':', 'staff-read', person.id, person.role, kind, patient), 'UTF8')), 'hex') as key
    from unnest(p_patients) as patient, unnest(p_kinds) as kind),
  counted as (
    insert into private.limits as counter (key, used, window_ends_at)
    -- In one order, so that two readers wait for each other instead of locking each other out.
    select key, 1, now() + interval '15 minutes' from listed
    where not exists (
      select from private.limits as known where known.key = listed.key and known.window_ends_at > now())
    order by patient, kind
    on conflict (key) do update set used = 1, window_ends_at = excluded.window_ends_at
    where counter.window_ends_at <= now()
    returning counter.key)
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role, reason_category)
  select person.id, coalesce(auth.role(), 'operator'), 'read', kind, patient, person.name, person.role,
    -- Nobody else gives a reason.
    case when person.role = 'coach' then private.reason_of(person.id, patient) end
  from listed join counted using (key) order by patient, kind;
end $$;

-- As in 20261116100320_team_records.sql, but for the role, as above: both count the same.
create or replace function private.note_in_audit(p_action text, p_kind text, p_subject uuid, p_actor uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  person public.care_team;
  reader text;
begin
  -- Nearly every write is a patient's own, and needs no look at the team.
  if coalesce(current_setting('portal.staff_id', true), '') <> '' then
    person := private.named_person();
  end if;
  reader := case when person.id is null
    then concat_ws(':', 'audit-read', auth.role(), auth.jwt() ->> 'session_id', p_actor, p_kind, p_subject)
    else concat_ws(':', 'staff-read', person.id, person.role, p_kind, p_subject) end;
  if p_action = 'read' and p_kind <> 'data_export'
    and public.take_from_limit(reader, 1, case when person.id is null then 60 else 900 end) > 0 then
    return;
  end if;
  insert into public.audit_log (actor_id, actor_role, action, kind, subject_id, actor_name, staff_role, reason_category)
  values (coalesce(person.id, p_actor), coalesce(auth.role(), 'operator'), p_action, p_kind, p_subject, person.name, person.role,
    case when person.id is not null then private.reason_of(person.id, p_subject) end);
end $$;

-- Somebody who hosts without an account of the workspace has no role there.
create function private.takes_calls(p_host public.care_team) returns boolean
language sql immutable set search_path = '' as $$
  select p_host.deactivated_at is null and (p_host.invited_at is null or p_host.role in ('coach', 'clinician'))
$$;

-- As in 20261116100330_team_factor_safeguards.sql, but an administrator takes no part.
create or replace function private.part_in_call(p_call public.appointments) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when auth.jwt() ->> 'call_id' = p_call.id::text and auth.jwt() ->> 'call_sequence' = p_call.sequence::text
      and exists (select from private.host_entries where call_id = p_call.id and sequence = p_call.sequence)
      and exists (select from public.care_team as host where id = p_call.host_id and private.takes_calls(host)) then 'host'
    when p_call.user_id = auth.uid() and private.has_consented() then 'patient'
  end
$$;

-- As in 20261118100010_team_door.sql, and an administrator is told what somebody who has left is told.
create or replace function public.enter_call_as_host(p_call uuid, p_sequence integer) returns json
language plpgsql security definer set search_path = '' as $$
declare
  call public.appointments;
  room json;
begin
  select appointments.* into call from public.appointments join public.care_team as host on host.id = host_id
  where appointments.id = p_call and sequence = p_sequence and private.takes_calls(host);
  if call.id is null and exists (
    select from public.appointments join public.care_team as host on host.id = host_id
    where appointments.id = p_call and not private.takes_calls(host)
  ) then
    return json_build_object('hasLeft', true);
  end if;
  room := private.room_of(call, 'host');
  if room ->> 'state' = 'open' then
    insert into private.host_entries (call_id, sequence) values (call.id, call.sequence)
    on conflict (call_id) do update set sequence = excluded.sequence;
    perform set_config('portal.staff_id', call.host_id::text, true);
    perform private.note_in_audit('read', 'call_room', call.user_id, call.host_id);
  end if;
  return room;
end $$;

-- Their links stay void, also once they take calls again.
create trigger void_links_of_administrator after update of role on public.care_team
  for each row when (new.role = 'administrator' and old.role <> 'administrator')
  execute function private.void_host_links();

-- As in 20261117100220_team_care.sql, but a coach decides about patients whom they look after: a reason opens a record for four
-- hours, and would make it their own for good.
create or replace function private.assign_coach(p_patients uuid[], p_coach uuid, p_by uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_coach constant boolean := (private.named_person()).role = 'coach';
  patient uuid;
begin
  if p_coach is not null then
    perform from public.care_team as coach where id = p_coach and role = 'coach' and private.is_member(coach) for share;
    if not found then
      perform private.refuse_team('PT409', 'changed_meanwhile', 'This person is no coach any more.');
    end if;
  end if;
  -- In one order, so that two who assign the same patients wait for each other.
  for patient in select distinct unnest(p_patients) order by 1 loop
    perform private.require_record('coach_assignments', patient);
    if is_coach and not private.looks_after(p_by, patient) then
      perform private.refuse_team('PT403', 'not_allowed', 'Another coach looks after this patient. Please ask them, or a clinician.');
    end if;
    if p_coach is null then
      delete from public.coach_assignments where user_id = patient;
    else
      insert into public.coach_assignments as assigned (user_id, coach_id, assigned_by) values (patient, p_coach, p_by)
      on conflict (user_id) do update set coach_id = excluded.coach_id, assigned_by = excluded.assigned_by, assigned_at = now()
      where assigned.coach_id <> excluded.coach_id;
    end if;
  end loop;
end $$;

-- As in 20261117100230_team_patient.sql, but for when calls end: how long one takes tells an administrator which kind it is.
create or replace function private.administrative_record(p_patient uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('administration', private.administrative_summary(p_patient),
    'mails', array(
      select jsonb_build_object('at', created_at, 'channel', channel, 'state', case
        when parked_at is not null then 'parked' when sent_at is not null then 'sent'
        when dropped_at is not null then 'dropped' else 'waiting' end)
      from public.outbox where user_id = p_patient order by created_at desc limit 1000),
    'calls', array(
      select jsonb_build_object('startsAt', starts_at, 'status', status)
      from public.appointments where user_id = p_patient order by starts_at desc limit 1000))
$$;

-- That an address is a patient's is told to whoever would invite it into the team, and so it is noted for the patient. The refusal
-- undid its own transaction: the function asks for this after it.
create function public.team_note_patient_address(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_email text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  address constant text := lower(trim(p_email));
begin
  perform private.note_listed('identity', array(
    select user_id from public.customers where customer_email = address
    union select id from private.patient_directory where email = address and not has_user));
  perform private.note_in_audit('read', 'refused_address_of_patient', person.id, null);
end $$;

-- Gives back what somebody took from a limit of one, with the refusals that others had meanwhile.
create function public.forget_limit(p_key text) returns void
language sql security definer set search_path = '' as $$
  delete from private.limits where key = encode(sha256(convert_to(p_key, 'UTF8')), 'hex')
$$;

revoke all on all functions in schema private from public;
revoke all on function public.forget_limit(text), public.team_note_patient_address(uuid, uuid, text[], text[], text)
  from public, anon, authenticated, service_role;
grant execute on function public.forget_limit(text), public.team_note_patient_address(uuid, uuid, text[], text[], text)
  to service_role;
