-- The access log as administrators read it: what the care team did, with whose record, by person, patient and day. It names kinds
-- of things, and never what they say. What patients do with their own records is not in it.
-- What is in it: acts and reads of the team, what happened at the team's door, and changes of the team itself.
create index audit_log_of_team on public.audit_log (at desc, id desc)
  where staff_role is not null or actor_role = 'sign_in' or starts_with(kind, 'team_');

create index audit_log_of_person on public.audit_log (actor_id, at desc, id desc)
  where staff_role is not null or actor_role = 'sign_in' or starts_with(kind, 'team_');

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
  search constant text := private.search_conditions(coalesce(p_query ->> 'search', ''), 'search_text');
  patients uuid[];
  conditions text := '(staff_role is not null or actor_role = ''sign_in'' or starts_with(kind, ''team_''))';
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
  if p_query ? 'before' then
    conditions := conditions || ' and (at, id) < (select at, id from public.audit_log where id = $5)';
  end if;
  execute
    'with page as (
       select * from public.audit_log where ' || conditions || ' order by at desc, id desc limit $6 + 1),
     shown as (
       select * from page order by at desc, id desc limit $6)
     select coalesce(jsonb_agg(jsonb_build_object(
         ''id'', shown.id, ''at'', at, ''action'', action, ''kind'', kind, ''why'', reason_category,
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
      (asked_day + 1)::timestamp at time zone person.time_zone, (p_query ->> 'before')::bigint, page_size;
  perform private.note_listed('access_log', array(
    select distinct (line #>> '{patient,id}')::uuid from jsonb_array_elements(lines) as line
    where line #>> '{patient,id}' is not null));
  return jsonb_build_object('lines', lines,
    'next', case when more then (lines #>> '{-1,id}')::bigint end);
end $$;
revoke all on function public.team_access_log(uuid, uuid, text[], text[], jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_access_log(uuid, uuid, text[], text[], jsonb) to service_role;
