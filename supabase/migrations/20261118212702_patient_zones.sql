-- Where a patient is, in one column: what reminders knew, else where their last test was taken, both said by their own browser.
drop trigger follow_cycle_choice on public.customers;
alter table public.customers add column time_zone text constraint time_zone_ends check (length(time_zone) between 1 and 64)
  constraint time_zone_is_known check (private.is_time_zone(time_zone));
alter table public.customers add column time_zone_by text
  constraint time_zone_by_known check (time_zone_by in ('patient', 'browser', 'staff'));
update public.customers set time_zone = known.zone, time_zone_by = 'browser'
from (
  select user_id, coalesce((
    select taken_zone from public.test_results as test
    where test.user_id = own.user_id and private.is_time_zone(taken_zone) order by created_at desc limit 1), reminder_zone) as zone
  from public.customers as own) as known
where known.user_id = customers.user_id and known.zone is not null;
alter table public.customers drop column reminder_zone;



CREATE OR REPLACE FUNCTION private.call_facts(p_reader public.care_team, p_asked jsonb, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_administrator constant boolean := p_reader.role = 'administrator';
  call public.appointments;
  patient uuid := (p_asked ->> 'patientId')::uuid;
  kind text := p_asked ->> 'appointmentType';
  -- Which colleagues take the type of a call would tell an administrator the type: they see everyone in the host's role.
  role_of_host text;
  starts timestamptz;
  ends timestamptz;
begin
  if p_asked ? 'id' then
    select * into call from public.appointments where id = (p_asked ->> 'id')::uuid;
    if not found then
      perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this call.');
    end if;
    patient := call.user_id;
    select slug into kind from public.appointment_types where id = call.appointment_type_id;
  elsif is_administrator then
    -- Whoever chooses a kind of call for somebody knows it.
    perform private.refuse_team('PT403', 'not_allowed', 'Your role does not allow this.');
  end if;
  perform private.enter_record(patient, array[case when is_administrator then 'call_times' else 'appointments' end]);
  if call.id is not null then
    perform private.require_changeable(call, (p_asked ->> 'version')::integer);
  end if;
  if is_administrator then
    select role into role_of_host from public.care_team where id = call.host_id;
  end if;
  starts := coalesce((p_asked ->> 'startTime')::timestamptz, call.starts_at);
  ends := coalesce(p_until, starts + interval '1 millisecond');
  return jsonb_build_object(
    'call', (
      select to_jsonb(known) - 'room' || jsonb_build_object('host_left', host.deactivated_at is not null)
      from public.calls as known join public.care_team as host on host.id = known.host_id where known.id = call.id),
    'timeZone', private.known_zone(patient),
    'onlyHosts', private.hosts_allowed(p_reader, patient, ends),
    'facts', public.scheduling_facts(patient, kind, starts, ends, role_of_host)::jsonb);
end $function$
;

CREATE OR REPLACE FUNCTION private.cycle_reminder_facts(p_user uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'userId', user_id,
    'email', customer_email,
    'testing', testing_reminders,
    'applicators', applicator_reminders,
    'consented', privacy_policy_accepted and data_usage_consent,
    'status', status,
    'careState', private.care_state(p_user),
    'zone', private.known_zone(p_user),
    'completed', (select coalesce(jsonb_agg(jsonb_build_object('phaseId', phase_id, 'cycleNumber', cycle_number)), '[]')
      from public.completed_phases where user_id = p_user),
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('day', day, 'kind', kind)), '[]')
      from public.periods where user_id = p_user and body = private.present_body(p_user) and withdrawn_at is null),
    'bodySince', private.body_since(p_user),
    'results', (select coalesce(jsonb_agg(jsonb_build_object('type', result_type, 'result', result, 'takenOn', taken_on)), '[]')
      from public.test_results where user_id = p_user and result_type = 'ovulation'),
    'applicatorsUsedOn', private.applicators_used_on(p_user),
    'events', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'day', day, 'cycle', cycle, 'until', until,
        'resolvedTo', resolved_to, 'byTeam', recorded_by is not null,
        'receivedAt', floor(extract(epoch from created_at) * 1000))), '[]')
      from public.outcome_events where user_id = p_user and withdrawn_at is null),
    'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = p_user))
  from public.customers where user_id = p_user
$function$
;

CREATE OR REPLACE FUNCTION private.known_zone(p_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(private.zone_of_patient(p_user), private.clinic_zone(), 'UTC');
end $function$
;

CREATE OR REPLACE FUNCTION private.zone_of_patient(p_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (select time_zone from public.customers where user_id = p_user),
    (select taken_zone from public.test_results where user_id = p_user and taken_zone is not null
      order by created_at desc limit 1));
end $function$
;

CREATE OR REPLACE FUNCTION public.book_appointment(p_appointment jsonb, p_messages jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked public.appointments := jsonb_populate_record(null::public.appointments, p_appointment);
  booked public.appointments;
begin
  -- Two bookings that met only at the exclusion constraint could wait for each other until one fails as a deadlock. These
  -- locks make them queue: for the host first, then for the patient, always in this order.
  perform from public.care_team where id = asked.host_id for no key update;
  perform from public.customers where user_id = asked.user_id for no key update;
  -- A retry of a booking whose answer was lost gets the same answer and books nothing.
  select * into booked from public.appointments
  where user_id = asked.user_id and submission_id = asked.submission_id
    and appointment_type_id = asked.appointment_type_id and starts_at = asked.starts_at;
  if found then
    return booked.id;
  end if;
  perform private.require_present(asked.host_id, asked.starts_at, asked.ends_at);
  -- At most ten at once, because each is time that other patients cannot book. The lock on the patient's row keeps two
  -- bookings from both being the tenth.
  if (select count(*) from public.appointments
      where user_id = asked.user_id and status = 'booked' and ends_at > now()) >= 10 then
    raise exception using errcode = 'PT409', message = 'too_many_calls';
  end if;
  insert into public.appointments
    (id, user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, time_zone, submission_id)
  values (asked.id, asked.user_id, asked.host_id, asked.appointment_type_id, asked.starts_at, asked.ends_at,
    asked.busy_until, coalesce(asked.time_zone, private.known_zone(asked.user_id)), asked.submission_id)
  returning * into booked;
  perform private.add_messages(booked, p_messages);
  return booked.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.move_appointment(p_appointment jsonb, p_messages jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked public.appointments := jsonb_populate_record(null::public.appointments, p_appointment);
  moved public.appointments;
begin
  -- In the same order as bookings: hosts first, ordered by id, then the patient.
  perform from public.care_team
  where id in (asked.host_id, (select host_id from public.appointments where id = asked.id))
  order by id for no key update;
  perform from public.customers where user_id = asked.user_id for no key update;
  perform private.require_present(asked.host_id, asked.starts_at, asked.ends_at);
  -- In one statement: if the new time is taken, the appointment keeps the old one.
  update public.appointments set host_id = asked.host_id, starts_at = asked.starts_at, ends_at = asked.ends_at,
    busy_until = asked.busy_until, time_zone = coalesce(asked.time_zone, private.known_zone(asked.user_id))
  where id = asked.id and user_id = asked.user_id and sequence = asked.sequence and status = 'booked'
  returning * into moved;
  if found then
    perform private.add_messages(moved, p_messages);
  end if;
  return moved.id;
end $function$
;

CREATE OR REPLACE FUNCTION public.team_care(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_act jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  patients constant uuid[] := array(select id::uuid from jsonb_array_elements_text(p_act -> 'ids') as id);
  answer jsonb := private.earlier_answer(p_request);
begin
  if answer is null then
    case p_act ->> 'action'
      when 'assign' then perform private.assign_coach(patients, (p_act ->> 'coach')::uuid, person.id);
      when 'contact' then
        perform private.require_record('patient_contacts', patients[1]);
        insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role, contacted_at, direction, result)
        values (patients[1], p_act ->> 'how', p_act ->> 'words', person.id, person.name, person.role,
          coalesce((p_act ->> 'at')::timestamptz, now()), p_act ->> 'direction', p_act ->> 'result');
      when 'set-time-zone' then perform private.set_unknown_zone(patients[1], p_act ->> 'zone');
      when 'log' then perform private.log_for_patient(patients[1], p_act);
      when 'staff-note' then perform private.staff_note(patients[1], p_act, person);
      when 'alert' then perform private.change_alert(patients[1], p_act, person);
      when 'remove-alert' then perform private.change_alert(patients[1], p_act, person);
      when 'follow-up' then perform private.ask_follow_up(patients[1], p_act, person);
      when 'undo-entry' then perform private.undo_own_entry(patients[1], p_act, person);
      when 'send-kit' then perform private.ask_for_kit(patients[1], person);
      when 'take-back' then perform private.undo_for_patient(patients[1], p_act, person);
      when 'clear-safety-check' then perform private.clear_safety_check(patients[1], p_act, person);
      else perform private.decide_outcome(patients[1], p_act, person.role);
    end case;
    answer := private.keep_answer(p_request, jsonb_build_object('ids', patients));
  end if;
  return case when cardinality(patients) = 1 then answer || private.care_state_for_person(patients[1]) else answer end;
end $function$
;

CREATE OR REPLACE FUNCTION private.clinic_zone()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select value from public.clinic_settings where name = 'clinicTimeZone');
end $function$
;

revoke all on function private.clinic_zone() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.set_unknown_zone(p_patient uuid, p_zone text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_record('contact', p_patient);
  update public.customers set time_zone = p_zone, time_zone_by = 'staff'
  where user_id = p_patient and private.zone_of_patient(p_patient) is null;
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This patient’s time zone is known now.');
  end if;
end $function$
;

revoke all on function private.set_unknown_zone(uuid,text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.keep_my_time_zone(p_zone text, p_chosen boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.has_access() then
    raise exception using errcode = '42501', message = 'not_allowed';
  end if;
  update public.customers
  set time_zone = coalesce(p_zone, time_zone), time_zone_by = case when p_chosen and p_zone is not null then 'patient' else 'browser' end
  where user_id = auth.uid() and (p_chosen or time_zone_by is distinct from 'patient')
    and (time_zone, time_zone_by) is distinct from
      (coalesce(p_zone, time_zone), case when p_chosen and p_zone is not null then 'patient' else 'browser' end);
end $function$
;

revoke all on function public.keep_my_time_zone(text,boolean) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.zone_for_patient(p_user uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.known_zone(p_user);
end $function$
;

revoke all on function public.zone_for_patient(uuid) from public, anon, authenticated, service_role;

CREATE TRIGGER follow_cycle_choice AFTER UPDATE OF testing_reminders, applicator_reminders, time_zone ON public.customers FOR EACH ROW EXECUTE FUNCTION private.follow_cycle_choice();

grant execute on function public.keep_my_time_zone(text,boolean) to authenticated;

grant execute on function public.zone_for_patient(uuid) to service_role;
