CREATE OR REPLACE FUNCTION private.zone_of_clinic()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(private.clinic_zone(), 'America/New_York');
end $function$
;

revoke all on function private.zone_of_clinic() from public, anon, authenticated, service_role;

grant execute on function private.zone_of_clinic() to authenticated;

CREATE OR REPLACE FUNCTION private.add_decided_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  care record;
  today date := private.day_of_report(new.user_id, private.day_at(now(), private.known_zone(new.user_id)));
begin
  select * into care from private.care_status(new.user_id);
  if (new.status, care.state) in
    (('Active', 'treatment'), ('Paused', 'paused'), ('Paused', 'after-loss'), ('Withdrawn', 'stopped')) then
    return null;
  end if;
  insert into public.outcome_events (user_id, kind, day, cycle, resolved_to)
  select new.user_id, kind, today, private.treatment_cycle(new.user_id), resolved_to
  from (values
    (1, 'Pregnant', 'resolve', 'pregnant'),
    (2, 'Active', 'resolve', 'treatment'),
    -- Nobody is paused from a pregnancy: it ended, and then treatment rests.
    (3, 'Paused', 'resolve', 'treatment'),
    (4, 'Paused', 'pause', null),
    (5, 'Withdrawn', 'stop', null)) as decisions (place, status, kind, resolved_to)
  where status = new.status and (place <> 3 or private.refuses_outcome(new.user_id, 'pause', 'patient'))
  order by place;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.day_at(p_at timestamp with time zone, p_zone text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (p_at at time zone p_zone)::date;
exception when invalid_parameter_value then
  return (p_at at time zone private.zone_of_clinic())::date;
end $function$
;

CREATE OR REPLACE FUNCTION private.known_zone(p_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(private.zone_of_patient(p_user), private.zone_of_clinic());
end $function$
;

CREATE OR REPLACE FUNCTION private.office_zone()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((private.named_person()).time_zone, private.zone_of_clinic())
$function$
;

CREATE OR REPLACE FUNCTION private.rebuild_directory()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  lock table private.patient_directory in share row exclusive mode;
  delete from private.patient_directory where true;
  delete from private.directory_counts where true;
  insert into private.patient_directory (id, email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status,
    coach_id, birth_date)
  select coalesce(id, private.invited_id(email)), email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status,
    coach_id, birth_date
  from private.patients_to_list;
  perform public.order_patients(array(select id from private.patient_directory where is_open));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_patient(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid, p_is_act boolean DEFAULT false)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  known private.patient_directory;
begin
  select * into known from private.patient_directory where id = p_patient;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this patient.');
  elsif not known.is_open then
    perform private.enter_record(p_patient, '{identity}');
    return json_build_object('id', known.id, 'name', private.listed_name(known), 'email', known.email, 'access', 'identity');
  elsif person.role = 'administrator' then
    perform private.enter_record(p_patient, '{identity,contact,consents,kit,mails,call_times}');
    return jsonb_build_object('id', known.id, 'name', known.name, 'email', known.email, 'access', 'administration')
      || private.administrative_record(p_patient);
  end if;
  perform private.enter_record(p_patient, '{identity,contact,kit,onboarding_info,test_results,survey_responses,
    completed_phases,appointments,medical_notes,consultation_notes,patient_contacts,outcome_events,symptom_reports,periods,
    safety_checks,treatment_day_timers,staff_notes,patient_alerts,follow_ups,attention}');
  return (
    select row_to_json(record) from (
      select known.id, known.name, known.email, 'record' as access, private.patient_profile(p_patient, person) as profile,
        (select to_jsonb(answers) - '{user_id,updated_at}'::text[] from public.onboarding_info as answers
          where user_id = p_patient) as questionnaire,
        private.kit_of(p_patient) as kit, private.alerts_of(p_patient) as alerts,
        (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'role', role) order by name), '[]')
          from public.care_team as member
          where id <> person.id and role in ('coach', 'clinician') and private.is_member(member)) as colleagues,
        private.record_facts(p_patient) as facts,
        private.treatment_cycle(p_patient) as "treatmentCycle",
        private.drafts_for(person, p_patient) as drafts,
        json_build_object('role', person.role, 'timeZone', person.time_zone, 'patientsZone', private.known_zone(p_patient)) as reader) as record);
end $function$
;

CREATE OR REPLACE FUNCTION public.team_patients(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb, p_is_act boolean DEFAULT false)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  is_administrator constant boolean := person.role = 'administrator';
  is_coach constant boolean := person.role = 'coach';
  page_size constant integer := 50;
  -- A search counts no further than this.
  max_found constant integer := 1000;
  health constant text[] := '{stage,cycle,status,attention}'::text[];
  asks_health constant boolean := p_query ?| health;
  is_sorted constant boolean := coalesce(p_query ->> 'sort', 'name') <> 'name';
  -- Attention is not counted by the directory.
  is_search constant boolean := private.search_conditions(p_query ->> 'search') is not null or p_query ? 'attention';
  coaches constant uuid[] := case when is_coach then private.coaches_covered_by(person.id) end;
  others constant uuid[] := case when is_coach then private.other_patients_open_to(person.id) end;
  -- To be found or placed by something of health says it, so a coach filters and sorts their own patients alone.
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
    -- Patients who changed since the last look of each minute get their place first.
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

  -- A filter of health says something about those it leaves out, too, unless they are more than a page.
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
end $function$
;

-- Everyone gets their place now, not when they are looked at next.
select public.order_patients(array(select id from private.patient_directory where is_open));
