-- PL/pgSQL plans a statement once for a session, not for each of fifty patients.
create function private.next_call(p_patient uuid) returns public.appointments
language plpgsql stable security definer set search_path = '' as $$
declare
  next_call public.appointments;
begin
  select * into next_call from public.appointments
  where user_id = p_patient and status = 'booked' and ends_at > now() order by starts_at limit 1;
  return next_call;
end $$;

create function private.administrative_summary(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.office_zone();
begin
  return (select jsonb_build_object('email', customer_email, 'phone', customer_phone,
    'invitedAt', invited_at, 'signedInAt', created_at,
    'consents', jsonb_build_object('privacyPolicy', privacy_policy_accepted, 'dataUse', data_usage_consent,
      'research', research_consent, 'texts', sms_consent),
    'kit', private.kit_of(p_patient),
    -- Whether email arrives, never what it says.
    'delivery', (
      select case when count(*) filter (where parked_at is not null) > 0 then 'parked'
        when count(*) filter (where sent_at is null and dropped_at is null) > 0 then 'waiting'
        when count(*) > 0 then 'sent' end
      from public.outbox as message
      where user_id = p_patient
        and (private.is_office_message(message) or private.is_undelivered_before_today(message, zone))),
    'nextCallAt', (private.next_call(p_patient)).starts_at)
  from public.customers join public.invitations on email = customer_email where user_id = p_patient);
end $$;

-- The rows of one page: a summary of each patient this person may open, and only the names of others.
create function private.listed_patients(p_page uuid[], p_opened uuid[]) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with next_call as (
      select distinct on (user_id) user_id, json_build_object('startsAt', starts_at, 'name', appointment_types.name) as words
      from public.appointments join public.appointment_types on appointment_types.id = appointment_type_id
      where user_id = any (p_opened) and appointments.status = 'booked' and ends_at > now()
      order by user_id, starts_at)
    select coalesce(json_agg(case when listed.id = any (p_opened)
      then json_build_object('id', listed.id, 'name', listed.name, 'birthDate', listed.birth_date, 'summary', json_build_object(
        'email', listed.email, 'stage', stage, 'cycle', cycle, 'phase', phase, 'status', listed.status,
        -- A patient with no outcome event or pregnancy test is in treatment.
        'careState', case when exists (select from public.outcome_events where user_id = listed.id)
            or exists (select from public.test_results where user_id = listed.id and result_type = 'PREGNANCY')
          then private.care_state(listed.id) else 'treatment' end,
        'lastLogAt', greatest(
          (select max(taken_at) from public.test_results where user_id = listed.id),
          (select max(created_at) from public.survey_responses where user_id = listed.id)),
        'nextCall', next_call.words,
        'coach', case when coach.id is not null then json_build_object('id', coach.id, 'name', coach.name) end))
      else json_build_object('id', listed.id, 'name', private.listed_name(listed)) end order by array_position(p_page, listed.id)), '[]')
    from private.patient_directory as listed
    left join next_call on next_call.user_id = listed.id
    left join public.care_team as coach on coach.id = listed.coach_id
    where listed.id = any (p_page));
end $$;

-- The same for an administrator, who sees who a patient is and what was sent to them, but nothing about health.
create function private.listed_administration(p_page uuid[], p_opened uuid[]) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(case when id = any (p_opened)
      then json_build_object('id', id, 'name', name, 'birthDate', birth_date, 'administration', private.administrative_summary(id))
      else json_build_object('id', id, 'name', private.listed_name(listed)) end order by array_position(p_page, id)), '[]')
    from private.patient_directory as listed where id = any (p_page));
end $$;

-- The care team's list of patients. It enters as the caller, logs whom it shows, and answers, in one transaction.
create function public.team_patients(
  p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb, p_is_act boolean default false)
returns json language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  is_administrator constant boolean := person.role = 'administrator';
  is_coach constant boolean := person.role = 'coach';
  page_size constant integer := 50;
  -- A search stops counting here.
  max_found constant integer := 1000;
  health constant text[] := '{stage,cycle,status,attention}'::text[];
  asks_health constant boolean := p_query ?| health;
  is_sorted constant boolean := coalesce(p_query ->> 'sort', 'name') <> 'name';
  -- The directory keeps no counts for attention, so it needs a search.
  is_search constant boolean := private.search_conditions(p_query ->> 'search') is not null or p_query ? 'attention';
  coaches constant uuid[] := case when is_coach then private.coaches_covered_by(person.id) end;
  others constant uuid[] := case when is_coach then private.other_patients_open_to(person.id) end;
  -- A health filter or sort order reveals health data, so it shows coaches only their own patients.
  only_own constant boolean := is_coach and (asks_health or is_sorted);
  page integer := coalesce((p_query ->> 'page')::integer, 1);
  pages integer;
  total bigint;
  found uuid[];
  shown uuid[];
  opened uuid[];
  tried uuid[] := '{}'::uuid[];
begin
  if is_administrator and (asks_health or is_sorted) then
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;

  if is_sorted or p_query ? 'attention' then
    -- First updates the sort order for patients who changed since the last look.
    perform public.order_patients(array(select user_id from private.attention_looks where checked_at = '-infinity' limit 1000));
  end if;
  if is_search then
    found := private.find_patients(p_query, coaches, others, only_own, false, max_found, 0);
    total := cardinality(found);
  else
    total := private.count_patients(p_query, coaches, others, only_own);
  end if;
  pages := greatest(1, ceil(total / page_size::numeric));
  page := least(page, pages);
  if is_search then
    shown := found[(page - 1) * page_size + 1 : page * page_size];
  else
    shown := private.find_patients(p_query, coaches, others, only_own, false, page_size, (page - 1) * page_size::bigint);
  end if;
  opened := array(
    select id from private.patient_directory
    where id = any (shown) and is_open and (not is_coach or coach_id = any (coaches) or id = any (others)));

  -- A health filter also reveals something about patients it leaves out, so they are logged too, up to one page.
  if asks_health and total <= page_size then
    tried := private.find_patients(p_query - health, coaches, others, only_own, true, page_size + 1, 0);
  end if;
  perform private.audit_reads(array[case when is_administrator then 'administrative_summary' else 'summary' end],
      case when cardinality(tried) > page_size then opened else array(select unnest(opened) union select unnest(tried)) end),
    private.audit_reads('{identity}', array(select unnest(shown) except select unnest(opened)));

  return json_build_object('page', page, 'pages', pages, 'total', total,
    'patients', case when is_administrator then private.listed_administration(shown, opened)
      else private.listed_patients(shown, opened) end,
    'waiting', case when not is_administrator then private.waiting_among(opened) end);
end $$;
revoke all on function public.team_patients(uuid, uuid, text[], text[], jsonb, boolean) from public, anon, authenticated, service_role;
grant execute on function public.team_patients(uuid, uuid, text[], text[], jsonb, boolean) to service_role;
