-- What the care team's list of patients shows: what somebody may open with its summary, everybody else by name alone. An
-- administrator sees who somebody is and what is sent to them, and nothing of health.

-- In PL/pgSQL, which plans a statement once for a session and not for each of fifty patients.
create function private.next_call(p_patient uuid) returns public.appointments
language plpgsql stable security definer set search_path = '' as $$
declare
  next_call public.appointments;
begin
  select * into next_call from public.appointments
  where user_id = p_patient and status = 'booked' and ends_at > now() order by starts_at limit 1;
  return next_call;
end $$;

create function private.patient_summary(p_patient private.patient_directory) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  next_call constant public.appointments := private.next_call(p_patient.id);
begin
  return jsonb_build_object('email', p_patient.email, 'stage', p_patient.stage, 'cycle', p_patient.cycle,
    'phase', p_patient.phase, 'status', p_patient.status,
    'lastLogAt', greatest(
      (select max(taken_at) from public.test_results where user_id = p_patient.id),
      (select max(created_at) from public.survey_responses where user_id = p_patient.id)),
    'nextCall', case when next_call.id is not null then jsonb_build_object('startsAt', next_call.starts_at,
      'name', (select name from public.appointment_types where id = next_call.appointment_type_id)) end,
    'coach', (select jsonb_build_object('id', id, 'name', name) from public.care_team where id = p_patient.coach_id));
end $$;

create function private.administrative_summary(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select jsonb_build_object('email', customer_email, 'phone', customer_phone,
    'invitedAt', invited_at, 'signedInAt', created_at,
    'consents', jsonb_build_object('privacyPolicy', privacy_policy_accepted, 'dataUse', data_usage_consent,
      'research', research_consent, 'texts', sms_consent),
    'kit', jsonb_build_object('trackingUrl', tracking_url, 'askedAt', null),
    -- That mail arrives, never what it says.
    'delivery', (
      select case when count(*) filter (where parked_at is not null) > 0 then 'parked'
        when count(*) filter (where sent_at is null and dropped_at is null) > 0 then 'waiting'
        when count(*) > 0 then 'sent' end
      from public.outbox where outbox.user_id = p_patient),
    'nextCallAt', (private.next_call(p_patient)).starts_at)
  from public.customers join public.invitations on email = customer_email where user_id = p_patient);
end $$;

-- The conditions of a list, on the columns that the directory and its counts share.
create function private.list_conditions(p_query jsonb) returns text
language sql immutable set search_path = '' as $$
  select concat_ws(' and ', 'true',
    'stage = ' || (p_query ->> 'stage')::integer,
    'cycle = ' || (p_query ->> 'cycle')::integer,
    'status = ' || quote_literal(p_query ->> 'status'),
    'coach_id = ' || quote_literal(case when p_query ->> 'coach' = 'none'
      then '00000000-0000-0000-0000-000000000000' else p_query ->> 'coach' end))
$$;

-- Every word, wherever it stands in the name or the address.
create function private.search_conditions(p_search text) returns text
language sql immutable set search_path = '' as $$
  select string_agg('search_text like ' || quote_literal('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'), ' and ')
  from regexp_split_to_table(private.unaccented(p_search), '\s+') as word where word <> ''
$$;

create function public.team_patients(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
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
  select coalesce(jsonb_agg(jsonb_build_object('id', listed.id, 'name', listed.name) || case
      when listed.id <> all (opened) then '{}'
      when person.role = 'administrator' then jsonb_build_object('administration', private.administrative_summary(listed.id))
      else jsonb_build_object('summary', private.patient_summary(listed)) end order by place), '[]') into rows
  from unnest(ids) with ordinality as found (id, place) join private.patient_directory as listed using (id);
  return jsonb_build_object('patients', rows, 'page', page, 'total', total,
    'pages', greatest(1, ceil(total / page_size::numeric)));
end $$;

revoke all on all functions in schema private from public;
revoke all on function public.team_patients(uuid, uuid, text[], text[], jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_patients(uuid, uuid, text[], text[], jsonb) to service_role;
