-- A list of patients reads and writes what it must: one statement for all fifty, and a line for those alone who have none of
-- the last fifteen minutes. Who is shown with what is as before.

-- A search reads what waits to be sorted into the index word by word: that is kept short.
alter index private.patient_directory_search set (gin_pending_list_limit = 256);
do $$
begin
  perform gin_clean_pending_list('private.patient_directory_search'::regclass);
end $$;

-- As before, in PL/pgSQL: each is asked several times for one answer, and is planned once for a session.
create or replace function private.staff_of(p_user uuid) returns public.care_team
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  select care_team.* into person from public.care_team
  where invited_at is not null and deactivated_at is null
    and (user_id = p_user or user_id is null and email = (select lower(users.email) from auth.users where id = p_user));
  return person;
end $$;

create or replace function private.named_person() returns public.care_team
language plpgsql stable security definer set search_path = '' as $$
declare
  person public.care_team;
begin
  select * into person from public.care_team where id = nullif(current_setting('portal.staff_id', true), '')::uuid;
  return person;
end $$;

create or replace function private.is_open_to_team(p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select exists (
      select from public.customers join public.invitations on invitations.email = customers.customer_email
      where customers.user_id = p_patient and invitations.revoked_at is null
        and customers.privacy_policy_accepted and customers.data_usage_consent));
end $$;

create or replace function private.reason_of(p_person uuid, p_patient uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select category from public.record_openings
    where user_id = p_patient and person_id = p_person and ends_at > now() order by opened_at desc limit 1);
end $$;

create or replace function private.coaches_seen_by(p_coach uuid) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select array[p_coach, '00000000-0000-0000-0000-000000000000'] || array(
      select host_id from public.days_off join public.care_team on care_team.id = host_id
      where day = (now() at time zone time_zone)::date));
end $$;

create or replace function private.looks_after(p_coach uuid, p_patient uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce((select coach_id from public.coach_assignments where user_id = p_patient),
        '00000000-0000-0000-0000-000000000000') = any (private.coaches_seen_by(p_coach))
      or exists (
        select from public.appointments where user_id = p_patient and host_id = p_coach and status = 'booked'
          and ends_at > now() - interval '30 days'));
end $$;

-- Each kind of thing of each patient, noted in one statement: a line each would take longer than what is read. Whoever was noted
-- within the last fifteen minutes is not counted again, so that looking twice writes nothing. Of two at once the second waits
-- for the first, and then finds the line there. Whether they may be read is the caller's to know.
create function private.note_reads(p_kinds text[], p_patients uuid[]) returns void
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
      concat_ws(':', 'staff-read', person.id, kind, patient), 'UTF8')), 'hex') as key
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

create or replace function private.note_listed(p_kind text, p_patients uuid[]) returns void
language sql security definer set search_path = '' as $$
  select private.note_reads(array[p_kind], p_patients)
$$;

-- As before, in one statement.
create or replace function private.enter_record(p_patient uuid, p_kinds text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_kinds is null or cardinality(p_kinds) = 0 or array_position(p_kinds, null) is not null then
    raise exception using errcode = '22004', message = 'A record is opened for the kinds of things that are read.';
  end if;
  perform private.require_record(kind, p_patient) from unnest(p_kinds) as kind;
  perform private.note_reads(p_kinds, array[p_patient]);
end $$;

-- What a coach or a clinician reads of each, in the order of the ids; of those who are not open the name alone. In PL/pgSQL,
-- which plans it once for a session.
create function private.listed_patients(p_ids uuid[], p_opened uuid[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'name', listed.name) || case
      when listed.id <> all (p_opened) then '{}'
      else jsonb_build_object('summary', jsonb_build_object('email', email, 'stage', stage, 'cycle', cycle, 'phase', phase,
        'status', status, 'lastLogAt', greatest(tested.at, surveyed.at), 'nextCall', next_call.words,
        'coach', coach.words)) end order by place), '[]')
    from unnest(p_ids) with ordinality as found (id, place)
    join private.patient_directory as listed using (id)
    left join lateral (
      select taken_at as at from public.test_results where user_id = listed.id order by taken_at desc limit 1) as tested on true
    left join lateral (
      select max(created_at) as at from public.survey_responses where user_id = listed.id) as surveyed on true
    left join lateral (
      select jsonb_build_object('startsAt', starts_at, 'name', appointment_types.name) as words
      from public.appointments join public.appointment_types on appointment_types.id = appointment_type_id
      where user_id = listed.id and appointments.status = 'booked' and ends_at > now() order by starts_at limit 1) as next_call on true
    left join lateral (
      select jsonb_build_object('id', care_team.id, 'name', care_team.name) as words
      from public.care_team where care_team.id = listed.coach_id) as coach on true);
end $$;
drop function private.patient_summary(private.patient_directory);

create or replace function public.team_patients(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  page_size constant integer := 50;
  -- Counting what a search finds means finding it.
  max_counted constant integer := 1000;
  page constant integer := coalesce((p_query ->> 'page')::integer, 1);
  asks_health constant boolean := p_query ?| '{stage,cycle,status}';
  conditions constant text := private.list_conditions(p_query);
  search constant text := private.search_conditions(coalesce(p_query ->> 'search', ''));
  is_coach constant boolean := person.role = 'coach';
  coaches constant uuid[] := case when is_coach then private.coaches_seen_by(person.id) end;
  others constant uuid[] := case when is_coach then private.also_open_to(person.id) end;
  -- Whoever is found by something of health tells it by being found.
  reach constant text := case when is_coach and asks_health then ' and (coach_id = any ($1) or id = any ($2))' else '' end;
  found_in constant text := ' from private.patient_directory where ' || concat_ws(' and ', conditions, search) || reach;
  ids uuid[];
  opened uuid[];
  total bigint;
  rows jsonb;
begin
  if person.role = 'administrator' and asks_health then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  execute 'select array(select id' || found_in || ' order by sort_name, id limit $3 offset $4)'
    into ids using coaches, others, page_size, (page - 1) * page_size::bigint;
  if search is null then
    perform private.fold_counts();
    execute 'select coalesce(sum(patients), 0) from private.directory_counts where ' || conditions
      || case when reach = '' then '' else ' and coach_id = any ($1)' end into total using coaches;
    if reach <> '' then
      execute 'select $3 + count(*) from private.patient_directory where ' || conditions
        || ' and id = any ($2) and coach_id <> all ($1)' into total using coaches, others, total;
    end if;
  elsif page = 1 and cardinality(ids) < page_size then
    total := cardinality(ids);
  else
    execute 'select count(*) from (select' || found_in || ' limit $3) as found' into total using coaches, others, max_counted;
  end if;
  opened := array(
    select id from private.patient_directory
    where id = any (ids) and is_open and (not is_coach or coach_id = any (coaches) or id = any (others)));
  perform private.note_listed(case when person.role = 'administrator' then 'administrative_summary' else 'summary' end, opened),
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

revoke all on all functions in schema private from public;
