-- A page of the list and a record, in less: what waits is counted by the job that looks each minute, and of what a reader must be
-- allowed, what asks most is asked alone.

-- As in 20261121000000_attention_of_a_page_at_once.sql, without what waits.
create or replace function private.listed_patients(p_listed private.patient_directory[], p_opened uuid[]) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(case when listed.summary is null then json_build_object('id', id, 'name', name)
      else row_to_json(listed) end), '[]')
    from (
      select listed.id, listed.name, case when listed.id = any (p_opened) then (
        select row_to_json(summary) from (
          select email, stage, cycle, phase, status,
            greatest(
              (select taken_at from public.test_results where user_id = listed.id order by taken_at desc limit 1),
              (select created_at from public.survey_responses where user_id = listed.id order by created_at desc limit 1)
            ) as "lastLogAt", next_call.words as "nextCall", coach.words as coach,
            -- For a server of before, which looked for it here.
            null as attention) as summary) end as summary
      from unnest(p_listed) as listed
      left join (
        select distinct on (user_id) user_id, json_build_object('startsAt', starts_at, 'name', appointment_types.name) as words
        from public.appointments join public.appointment_types on appointment_types.id = appointment_type_id
        where user_id = any (p_opened) and appointments.status = 'booked' and ends_at > now()
        order by user_id, starts_at) as next_call on next_call.user_id = listed.id
      left join (
        select care_team.id, json_build_object('id', care_team.id, 'name', care_team.name) as words
        from public.care_team) as coach on coach.id = listed.coach_id
      order by listed.sort_name, listed.id) as listed);
end $$;

-- What the last look found; null where the look was one of before.
alter table private.attention_looks add column items integer, add column is_urgent boolean;

-- As in 20261119100520_watch_attention.sql, with what was found.
create or replace function public.settle_attention(p_looks jsonb, p_alarms jsonb, p_phone text, p_text text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  raised integer;
begin
  with looked as (
    select (look ->> 'id')::uuid as id, (look ->> 'toldIn')::bigint as told_in,
      coalesce((look ->> 'lookAt')::timestamptz, 'infinity') as look_at,
      (look ->> 'items')::integer as items, (look ->> 'isUrgent')::boolean as is_urgent
    from jsonb_array_elements(p_looks) as look),
  free as (
    select user_id, looked.look_at, looked.items, looked.is_urgent
    from private.attention_looks as known join looked on looked.id = user_id
    where known.told_in = looked.told_in order by user_id for update of known skip locked)
  update private.attention_looks as known
  set look_at = free.look_at, checked_at = clock_timestamp(), items = free.items, is_urgent = free.is_urgent
  from free where known.user_id = free.user_id;
  with alarms as (
    insert into private.attention_alarms (key, user_id)
    select alarm ->> 'key', user_id from jsonb_array_elements(p_alarms) as alarm
    join public.customers on user_id = (alarm ->> 'patient')::uuid
    order by 1 on conflict do nothing returning key)
  insert into public.outbox (key, channel, recipient, body_text) select 'alarm:' || key, 'sms', p_phone, p_text from alarms
  on conflict (key) do nothing;
  get diagnostics raised = row_count;
  return raised;
end $$;

-- Of those of whom something may be said: what the last look found, or what the rules read where something happened since, or
-- where nobody looked for ten minutes though somebody does each minute. Null where there is nobody.
create function private.waiting_among(p_users uuid[]) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  counted json;
  others uuid[];
begin
  select json_agg(json_build_object('id', user_id, 'items', items, 'urgent', is_urgent)) filter (where is_known),
    coalesce(array_agg(user_id) filter (where not is_known), '{}')
  into counted, others
  from (
    select *, items is not null and checked_at > now() - interval '10 minutes' as is_known
    from private.attention_looks where user_id = any (p_users) and look_at <= now()) as looks;
  return case
    when others <> '{}' then json_build_object('counted', coalesce(counted, '[]'),
      'patients', private.attention_rows(others), 'decisions', private.last_decisions(others))
    when counted is not null then json_build_object('counted', counted, 'patients', json '[]', 'decisions', json '[]') end;
end $$;

-- As in 20261119100400_team_reads_in_one_call.sql, with what waits beside the patients.
create or replace function public.team_patients(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb, p_is_act boolean default false)
returns json language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
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
  search constant text := case when p_query ? 'search' then private.search_conditions(p_query ->> 'search', 'search_text') end;
  -- Whoever has no name is listed by their address.
  by_name constant text := case when is_coach and search is not null then format('(not is_open or %s or name = email or %s)',
    own, private.search_conditions(p_query ->> 'search', 'sort_name')) end;
  -- Whoever is found by something of health tells it by being found.
  reach constant text := case when is_coach and asks_health then '(' || own || ')' end;
  looked_in constant text := ' from private.patient_directory where ' || concat_ws(' and ', search, by_name, reach, '');
  found_in constant text := looked_in || conditions;
  -- The index alone knows which are on the page, however far back it is; their rows are read by id.
  one_page constant text := 'select array(select (select listed from private.patient_directory as listed where listed.id = page.id)'
    || ' from (select id' || found_in || ' order by sort_name, id limit $3 offset $4) as page)';
  listed private.patient_directory[];
  opened uuid[];
  named uuid[];
  tried uuid[] := '{}';
  total bigint;
  rows json;
  waiting json;
begin
  if person.role = 'administrator' and asks_health then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  execute one_page into listed using coaches, others, page_size, (page - 1) * page_size::bigint;
  if search is null then
    perform private.fold_counts();
    execute 'select coalesce(sum(patients), 0) from private.directory_counts where ' || conditions
      || case when reach is null then '' else ' and coach_id = any ($1)' end into total using coaches;
    if reach is not null then
      execute 'select $3 + count(*) from private.patient_directory where ' || conditions
        || ' and id = any ($2) and coach_id <> all ($1)' into total using coaches, others, total;
    end if;
  elsif page = 1 and cardinality(listed) < page_size then
    total := cardinality(listed);
  else
    execute 'select count(*) from (select' || found_in || ' limit $3) as found' into total using coaches, others, max_counted;
  end if;
  if cardinality(listed) = 0 and page > 1 then
    page := greatest(1, ceil(total / page_size::numeric));
    execute one_page into listed using coaches, others, page_size, (page - 1) * page_size::bigint;
  end if;
  select coalesce(array_agg(id) filter (where is_seen), '{}'), coalesce(array_agg(id) filter (where not is_seen), '{}')
  into opened, named
  from (
    select id, is_open and (not is_coach or coach_id = any (coaches) or id = any (others)) as is_seen
    from unnest(listed)) as found;
  -- More than a page found means more than a page looked at.
  if asks_health and total <= page_size then
    execute 'select array(select id' || looked_in || private.list_conditions(p_query - health) || ' and is_open limit $3)'
      into tried using coaches, others, page_size + 1;
  end if;
  perform private.note_listed(case when person.role = 'administrator' then 'administrative_summary' else 'summary' end,
      case when cardinality(tried) in (0, page_size + 1) then opened
        else array(select unnest(opened) union select unnest(tried)) end),
    private.note_listed('identity', named);
  if person.role = 'administrator' then
    select coalesce(json_agg(case when id = any (opened)
        then json_build_object('id', id, 'name', name, 'administration', private.administrative_summary(id))
        else json_build_object('id', id, 'name', name) end order by sort_name, id), '[]') into rows
    from unnest(listed);
  else
    rows := private.listed_patients(listed, opened);
    waiting := private.waiting_among(opened);
  end if;
  return json_build_object('patients', rows, 'waiting', waiting, 'page', page, 'total', total,
    'pages', greatest(1, ceil(total / page_size::numeric)));
end $$;

-- As in 20261119100400_team_reads_in_one_call.sql, but every key is looked up by its own index: what was planned while there was
-- next to nothing in private.limits, or by what it held some minutes ago, went on reading all of it.
create or replace function private.note_reads(p_kinds text[], p_patients uuid[]) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  person public.care_team;
  undeclared text;
  -- Of one patient a key for each kind, then of the next.
  keys text[];
begin
  if cardinality(p_patients) = 0 then
    return;
  end if;
  person := private.named_person();
  if person.id is null then
    perform private.refuse_team('PT403', 'not_allowed', 'A read by the care team needs the person who reads.');
  end if;
  select kind into undeclared from unnest(p_kinds) as kind
  where kind <> all (string_to_array(coalesce(current_setting('portal.staff_reads', true), ''), ',')) limit 1;
  if found then
    raise exception using errcode = '42501', message = 'This function does not say that it reads ' || undeclared;
  end if;
  keys := array(
    select encode(sha256(convert_to(concat_ws(':', 'staff-read', person.id, person.role, kind, patient), 'UTF8')), 'hex')
    from unnest(p_patients) as patient, unnest(p_kinds) as kind);
  if cardinality(keys) = (
    select count(*) filter (where window_ends_at > now()) from private.limits where key = any (keys)) then
    return;
  end if;
  with listed as materialized (
    select patient, kind, encode(sha256(convert_to(
      concat_ws(':', 'staff-read', person.id, person.role, kind, patient), 'UTF8')), 'hex') as key
    from unnest(p_patients) as patient, unnest(p_kinds) as kind),
  counted as (
    insert into private.limits as counter (key, used, window_ends_at)
    -- In one order, so that two readers wait for each other instead of locking each other out.
    select listed.key, 1, now() + interval '15 minutes' from listed
    left join lateral (
      select window_ends_at from private.limits where limits.key = listed.key offset 0) as known on true
    where (known.window_ends_at > now()) is not true
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

-- As in 20261119100400_team_reads_in_one_call.sql, but whoever may read what asks most may read the rest.
create or replace function private.enter_record(p_patient uuid, p_kinds text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  administrative constant text[] := '{identity,contact,consents,kit,mails,call_times}';
begin
  if p_kinds is null or cardinality(p_kinds) = 0 or array_position(p_kinds, null) is not null then
    raise exception using errcode = '22004', message = 'A record is opened for the kinds of things that are read.';
  end if;
  perform private.require_record((
    select kind from unnest(p_kinds) as kind order by kind = any (administrative), kind = 'identity' limit 1), p_patient);
  perform private.note_reads(p_kinds, array[p_patient]);
end $$;

-- As in 20261119100400_team_reads_in_one_call.sql. Whether a record is open stands in the directory, too; private.enter_record asks
-- again of whom it opens.
create or replace function public.team_patient(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_is_act boolean default false)
returns json language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  known private.patient_directory;
begin
  select * into known from private.patient_directory where id = p_patient;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such patient.');
  elsif not known.is_open then
    perform private.enter_record(p_patient, '{identity}');
    return json_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'identity');
  elsif person.role = 'administrator' then
    perform private.enter_record(p_patient, '{identity,contact,consents,kit,mails,call_times}');
    return jsonb_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'administration')
      || private.administrative_record(p_patient);
  end if;
  perform private.enter_record(p_patient, '{identity,contact,kit,onboarding_info,test_results,survey_responses,
    completed_phases,appointments,medical_notes,consultation_notes,patient_contacts,outcome_events,symptom_reports,periods,
    safety_checks,treatment_day_timers}');
  return (
    select row_to_json(record) from (
      select known.id, known.name, known.email, 'record' as access, private.patient_profile(p_patient, person) as profile,
        (select to_jsonb(answers) - '{user_id,updated_at}'::text[] from public.onboarding_info as answers
          where user_id = p_patient) as questionnaire,
        (select json_build_object('trackingUrl', tracking_url, 'askedAt', (
            select asked_at from public.kit_requests where kit_requests.user_id = p_patient))
          from public.customers where user_id = p_patient) as kit,
        private.record_facts(p_patient) as facts,
        (select coalesce(max(cycle_number), 1) from public.completed_phases
          where user_id = p_patient and stage_number = 3) as "treatmentCycle",
        private.drafts_for(person, p_patient) as drafts,
        json_build_object('role', person.role, 'timeZone', person.time_zone) as reader) as record);
end $$;

-- As in 20261119100710_bodies.sql, in PL/pgSQL: planned once for a session.
create or replace function private.stated_agreement(p_user uuid) returns public.applicator_agreements
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select agreement from public.applicator_agreements as agreement
    join public.customers on customers.user_id = agreement.user_id
    where agreement.user_id = p_user and agreement.created_at >= coalesce(surrogacy_changed_at, '-infinity')
    order by agreement.created_at desc, agreement.id limit 1);
end $$;

revoke all on all functions in schema private from public;
