-- The lines that match a query, newest first. Executed as text, because PostgreSQL uses a filter's index only if it knows which
-- filters are set.
create function private.find_access_lines(p_patients uuid[], p_person uuid, p_from timestamptz, p_to timestamptz, p_until timestamptz,
  p_limit integer, p_offset integer) returns setof public.audit_log
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute $query$
    select line.* from public.audit_log as line
    where kind <> 'attention' and (staff_role is not null or actor_role = 'sign_in' or starts_with(kind, 'team_'))
      -- Administrators see one line for everything a person does in a record within 15 minutes.
      and not (private.kind_for_office(kind, staff_role) = 'care_record' and exists (
        select from public.audit_log as earlier
        where earlier.subject_id = line.subject_id and earlier.at between line.at - interval '15 minutes' and line.at
          and (earlier.at, earlier.id) < (line.at, line.id) and earlier.actor_id = line.actor_id
          and earlier.staff_role = line.staff_role and earlier.kind <> 'attention'
          and (earlier.reason_category is not null or line.reason_category is null)
          and private.kind_for_office(earlier.kind, earlier.staff_role) = 'care_record'))
      and ($1 is null or subject_id = any ($1))
      and ($2 is null or actor_id = $2)
      -- Opening this page adds a line. Unless the query names a patient or a person, those lines would crowd out all others.
      and ($1 is not null or $2 is not null or kind <> 'access_log')
      and ($3 is null or at >= $3) and ($4 is null or at < $4) and ($5 is null or at <= $5)
    order by at desc, id desc limit $6 offset $7
    $query$
  using p_patients, p_person, p_from, p_to, p_until, p_limit, p_offset;
end $$;

-- The patients in a query: the named one, or the first 50 that the search finds. Null means everyone. Lines from before a
-- patient's first sign-in have the invitation's id.
create function private.subjects_of_access_query(p_query jsonb) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
declare
  max_found constant integer := 50;
  patients uuid[];
begin
  if p_query ? 'patient' then
    patients := array[(p_query ->> 'patient')::uuid];
  elsif private.search_patterns(p_query ->> 'search') is not null then
    patients := private.find_patients(jsonb_build_object('search', p_query ->> 'search'), null, null, false, false, max_found, 0);
  end if;
  if patients is null then
    return null;
  end if;
  return patients || array(
    select private.invited_id(email) from private.patient_directory where id = any (patients) and has_user);
end $$;

-- A page of the access log for administrators. It names invited people even before their first sign-in, because a line without a
-- name looks like that of a deleted account.
create function public.team_access_log(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  page_size constant integer := 100;
  first_day constant date := coalesce(p_query ->> 'from', p_query ->> 'day')::date;
  last_day constant date := coalesce(p_query ->> 'until', p_query ->> 'day')::date;
  -- `before` identifies the last line shown: its time in microseconds, and how many lines with that time were already shown.
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
      'member', member.name,
      'change', case when starts_with(kind, 'team_') then private.undoable_change((
        select line from public.audit_log as line where line.id = shown.id)) end) order by at desc, shown.id desc), '[]'),
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
end $$;
revoke all on function public.team_access_log(uuid, uuid, text[], text[], jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_access_log(uuid, uuid, text[], text[], jsonb) to service_role;
