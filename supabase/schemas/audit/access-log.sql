-- It names people who were invited and have not signed in yet, and those who signed in since: without a name their lines would read as if an
-- account had been deleted.
create function public.team_access_log(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  page_size constant integer := 100;
  -- Whoever searches for so many has not named a patient yet.
  max_found constant integer := 50;
  asked_person constant uuid := (p_query ->> 'person')::uuid;
  asked_day constant date := (p_query ->> 'day')::date;
  search constant text := private.search_conditions(p_query ->> 'search');
  -- The moment of the last line shown, in microseconds, and how many lines of that moment were shown.
  shown_until constant timestamptz := 'epoch'::timestamptz + split_part(p_query ->> 'before', '-', 1)::bigint * interval '1 microsecond';
  shown_of_it constant integer := coalesce(split_part(p_query ->> 'before', '-', 2)::integer, 0);
  patients uuid[];
  conditions text := 'kind <> ''attention'' and (staff_role is not null or actor_role = ''sign_in'' or starts_with(kind, ''team_''))
    and not (private.kind_for_office(kind, staff_role) = ''care_record'' and exists (
      select from public.audit_log as earlier
      where earlier.subject_id = line.subject_id and earlier.at between line.at - interval ''15 minutes'' and line.at
        and (earlier.at, earlier.id) < (line.at, line.id) and earlier.actor_id = line.actor_id
        and earlier.staff_role = line.staff_role and earlier.kind <> ''attention''
        and (earlier.reason_category is not null or line.reason_category is null)
        and private.kind_for_office(earlier.kind, earlier.staff_role) = ''care_record''))';
  lines jsonb;
  more boolean;
begin
  if p_query ? 'patient' then
    patients := array[(p_query ->> 'patient')::uuid];
  elsif search is not null then
    execute 'select array(select id from private.patient_directory where ' || search || ' order by sort_name, id limit $1)'
      into patients using max_found;
  end if;
  if patients is not null then
    patients := patients || array(select private.invited_id(email) from private.patient_directory where id = any (patients) and has_user);
    conditions := conditions || ' and subject_id = any ($1)';
  end if;
  if asked_person is not null then
    conditions := conditions || ' and actor_id = $2';
  end if;
  -- A look at this page is a line, too. Where nobody is asked for, those would hide what else there is.
  if patients is null and asked_person is null then
    conditions := conditions || ' and kind <> ''access_log''';
  end if;
  -- A day as the reader lives it.
  if asked_day is not null then
    conditions := conditions || ' and at >= $3 and at < $4';
  end if;
  if shown_until is not null then
    conditions := conditions || ' and at <= $5';
  end if;
  execute
    'with page as (
       select line.*, row_number() over (partition by at order by id desc) + case when at = $5 then $7 else 0 end as place
       from (select * from public.audit_log as line where ' || conditions || '
         order by at desc, id desc limit $6 + 1 offset $7) as line),
     shown as (
       select *, trunc(extract(epoch from at) * 1000000)::bigint || ''-'' || place as name
       from page order by at desc, id desc limit $6)
     select coalesce(jsonb_agg(jsonb_build_object(
         ''id'', shown.name, ''at'', at, ''why'', reason_category,
         ''action'', case private.kind_for_office(kind, staff_role) when ''care_record'' then ''read'' else action end,
         ''kind'', private.kind_for_office(kind, staff_role),
         ''person'', jsonb_build_object(''id'', actor.id, ''name'', coalesce(actor_name, actor.name),
           ''role'', coalesce(staff_role, case when actor_name is null then actor.role end)),
         ''patient'', case when listed.id is not null then jsonb_build_object(''id'', listed.id, ''name'', listed.name)
           when since.id is not null then jsonb_build_object(''id'', since.id, ''name'', since.name) end,
         ''member'', member.name) order by at desc, shown.id desc), ''[]''),
       (select count(*) > $6 from page)
     from shown
     left join public.care_team as actor on actor.id = actor_id
     left join public.care_team as member on member.id = subject_id
     left join private.patient_directory as listed on listed.id = subject_id
     left join private.patient_directory as since on listed.id is null and since.has_user and private.invited_id(since.email) = subject_id'
    into lines, more
    using patients, asked_person, asked_day::timestamp at time zone person.time_zone,
      (asked_day + 1)::timestamp at time zone person.time_zone, shown_until, page_size, shown_of_it;
  perform private.note_reads('{access_log}', array(
    select distinct (line #>> '{patient,id}')::uuid from jsonb_array_elements(lines) as line
    where line #>> '{patient,id}' is not null));
  return jsonb_build_object('lines', lines, 'next', case when more then lines #>> '{-1,id}' end);
end $$;
revoke all on function public.team_access_log(uuid, uuid, text[], text[], jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_access_log(uuid, uuid, text[], text[], jsonb) to service_role;
