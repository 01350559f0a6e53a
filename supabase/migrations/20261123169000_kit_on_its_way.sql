-- The kit from the wish to the door: the patient says where it goes, and that it arrived. The address is part of who somebody is, as
-- their phone is: coaches, clinicians and administrators read it, and it says nothing of health.

alter table public.customers
  add column shipping_line1 text
    constraint shipping_line1_ends check (length(shipping_line1) <= 100)
    constraint shipping_line1_is_plain check (private.is_plain_line(shipping_line1))
    constraint shipping_line1_has_words check (trim(shipping_line1) <> ''),
  add column shipping_line2 text
    constraint shipping_line2_ends check (length(shipping_line2) <= 100)
    constraint shipping_line2_is_plain check (private.is_plain_line(shipping_line2)),
  add column shipping_city text
    constraint shipping_city_ends check (length(shipping_city) <= 60)
    constraint shipping_city_is_plain check (private.is_plain_line(shipping_city))
    constraint shipping_city_has_words check (trim(shipping_city) <> ''),
  -- As in domain/kit/shipping-address.ts; a test compares the two.
  add column shipping_state text constraint shipping_state_exists check (shipping_state in (
    'AL', 'AK', 'AS', 'AZ', 'AR', 'AA', 'AE', 'AP', 'CA', 'CO', 'CT', 'DE', 'DC', 'FL', 'GA', 'GU', 'HI', 'ID', 'IL', 'IN',
    'IA', 'KS', 'KY', 'LA', 'ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND',
    'MP', 'OH', 'OK', 'OR', 'PA', 'PR', 'RI', 'SC', 'SD', 'TN', 'TX', 'VI', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY')),
  add column shipping_zip text
    constraint shipping_zip_ends check (length(shipping_zip) <= 10)
    constraint shipping_zip_is_one check (shipping_zip ~ '^[0-9]{5}(-[0-9]{4})?$'),
  add column shipping_changed_at timestamptz,
  add constraint shipping_address_is_whole check (
    num_nonnulls(shipping_line1, shipping_city, shipping_state, shipping_zip) = 4
    or num_nonnulls(shipping_line1, shipping_line2, shipping_city, shipping_state, shipping_zip) = 0);
grant update (shipping_line1, shipping_line2, shipping_city, shipping_state, shipping_zip) on public.customers to authenticated;

create function private.note_new_address() returns trigger language plpgsql set search_path = '' as $$
begin
  new.shipping_changed_at := case when new.shipping_line1 is not null then now() end;
  return new;
end $$;
create trigger note_new_address before update on public.customers
  for each row when ((old.shipping_line1, old.shipping_line2, old.shipping_city, old.shipping_state, old.shipping_zip)
    is distinct from (new.shipping_line1, new.shipping_line2, new.shipping_city, new.shipping_state, new.shipping_zip))
  execute function private.note_new_address();
create trigger tell_office_of_address after update on public.customers
  for each row when (old.shipping_changed_at is distinct from new.shipping_changed_at)
  execute function private.tell_office_of_change();

alter table public.kit_requests add column arrived_at timestamptz;
create trigger tell_patient after insert or update or delete on public.kit_requests
  for each row execute function private.tell_patient();

-- Sent, and the patient has not said that it arrived.
create view private.kits_on_their_way as
  select user_id, sent_on, coalesce(sent_at, asked_at) as sent_at, shipping_changed_at
  from public.kit_requests join public.customers using (user_id)
  where tracking_url is not null and sent_on is not null and arrived_at is null;
revoke all on private.kits_on_their_way from public, anon, authenticated, service_role;

-- The patient says that it arrived, or that they said so by mistake. The first moment stays.
create function public.set_kit_arrived(p_arrived boolean) returns void
language sql security definer set search_path = '' as $$
  update public.kit_requests set arrived_at = case when p_arrived then now() end
  where user_id = auth.uid() and private.has_consented() and (arrived_at is null) = p_arrived
    and exists (select from public.customers where user_id = auth.uid() and tracking_url is not null)
$$;

create function private.own_kit() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('isAsked', kit.user_id is not null, 'hasAddress', shipping_line1 is not null, 'sentOn', sent_on,
    'arrivedAt', arrived_at)
  from public.customers left join public.kit_requests as kit using (user_id) where customers.user_id = auth.uid()
$$;

-- As in 20261123060000_calls_complete_phases.sql, with the kit.
create or replace function public.own_plan() returns jsonb
language sql stable security definer set search_path = '' as $$
  with calls as (
    select types.slug, calls.starts_at, calls.outcome
    from public.appointments as calls
    join public.appointment_types as types on types.id = calls.appointment_type_id
    where calls.user_id = auth.uid() and calls.status = 'booked' and calls.ends_at <= now()
  ), notes as (
    select consultation_reference, author_role, signed_at
    from public.consultation_notes
    where user_id = auth.uid() and not private.is_withdrawn(id)
  )
  select jsonb_build_object(
    'hasAnswered', exists (select from public.onboarding_info where user_id = auth.uid()),
    'kit', private.own_kit(),
    'callsHeld', (select coalesce(jsonb_agg(held.type), '[]') from (
      select slug as type from calls where outcome = 'took-place'
      union
      select consultation_reference from notes) as held),
    'callsPast', (select coalesce(jsonb_object_agg(past.slug, past.at), '{}') from (
      select slug, max(starts_at) as at from calls where outcome is null group by slug) as past),
    'notes', (select coalesce(jsonb_agg(distinct consultation_reference), '[]') from notes),
    'hasNewNotes', exists (
      select from notes
      where author_role = 'clinician' and signed_at > now() - interval '14 days' and not exists (
        select from public.audit_log
        where subject_id = auth.uid() and actor_id = auth.uid() and action = 'read' and kind = 'consultation_notes'
          and at >= notes.signed_at)),
    'surveyedIn', (select coalesce(jsonb_agg(cycle_number), '[]') from public.survey_responses
      where user_id = auth.uid() and survey = 'applicator-use'),
    'periodOn', (select max(day) from public.periods
      where user_id = auth.uid() and body = private.present_body(auth.uid()) and withdrawn_at is null
        and kind <> 'bleed-with-loss'),
    'takeBack', (select jsonb_build_object('act', act, 'phaseId', phase_id, 'cycle', cycle_number, 'until', until)
      from private.act_to_take_back(auth.uid())))
  where private.has_consented()
$$;

-- As in 20261119100730_check_of_this_cycle.sql, with whose sample it is.
create or replace function public.own_cycle() returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  present constant uuid := private.own_body();
  zone constant text := private.own_zone();
begin
  return jsonb_build_object(
    'periods', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'day', day, 'kind', kind) order by day desc), '[]')
      from public.periods where user_id = auth.uid() and body = present and withdrawn_at is null),
    'bodySince', private.own_body_since(),
    'used', private.own_applicators(),
    'statedLength', (select menstrual_cycle_length from public.onboarding_info where user_id = auth.uid()),
    'familySetUp', (select family_set_up from public.onboarding_info where user_id = auth.uid()),
    'checks', (select coalesce(jsonb_agg(jsonb_build_object('cycle', cycle, 'outcome', outcome, 'peakDay', peak_day,
        'day', greatest(on_day, private.day_at(cleared_at, zone)), 'checkedAt', created_at, 'clearedAt', cleared_at)), '[]')
      from public.safety_checks
      where user_id = auth.uid() and (body = present or outcome <> 'ready' and cleared_at is null)),
    'symptomsToldAt', (select coalesce(jsonb_agg(created_at), '[]') from public.symptom_reports where user_id = auth.uid()),
    'today', private.own_today());
end $$;

-- What the care team and administrators read of the kit.
create function private.kit_of(p_patient uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('trackingUrl', tracking_url, 'askedAt', asked_at, 'sentOn', sent_on, 'arrivedAt', arrived_at,
    'address', case when shipping_line1 is not null then jsonb_build_object('line1', shipping_line1, 'line2', shipping_line2,
      'city', shipping_city, 'state', shipping_state, 'zip', shipping_zip) end)
  from public.customers left join public.kit_requests using (user_id) where customers.user_id = p_patient
$$;

-- As in 20261123164000_office_sees_no_health.sql, with all of the kit.
create or replace function private.administrative_summary(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.office_zone();
begin
  return (select jsonb_build_object('email', customer_email, 'phone', customer_phone,
    'invitedAt', invited_at, 'signedInAt', created_at,
    'consents', jsonb_build_object('privacyPolicy', privacy_policy_accepted, 'dataUse', data_usage_consent,
      'research', research_consent, 'texts', sms_consent),
    'kit', private.kit_of(p_patient),
    -- That email arrives, never what it says.
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

-- As in 20261122000000_lists_and_records_in_less.sql, with all of the kit.
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
        private.kit_of(p_patient) as kit,
        private.record_facts(p_patient) as facts,
        (select coalesce(max(cycle_number), 1) from public.completed_phases
          where user_id = p_patient and stage_number = 3) as "treatmentCycle",
        private.drafts_for(person, p_patient) as drafts,
        json_build_object('role', person.role, 'timeZone', person.time_zone) as reader) as record);
end $$;

-- As in 20261119100910_team_invitations.sql, with all of the kit.
create or replace function public.team_invitations(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  page_size constant integer := 50;
  search constant text := private.search_conditions(coalesce(p_query ->> 'search', ''), 'search_text');
  conditions text := 'true';
  rows jsonb;
  more boolean;
begin
  if search is not null then
    -- Whoever never signed in and was revoked is in no directory.
    conditions := conditions || ' and (email in (select email from private.patient_directory where ' || search || ' limit 1000)
      or revoked_at is not null and exists (select from (select private.unaccented(concat_ws('' '', first_name, last_name, email))
        as search_text) as words where ' || search || '))';
  end if;
  if p_query ? 'state' then
    conditions := conditions || case p_query ->> 'state'
      when 'revoked' then ' and revoked_at is not null'
      when 'signed-in' then ' and revoked_at is null and exists (select from public.customers where customer_email = email)'
      else ' and revoked_at is null and email in (select email from private.patient_directory where not has_user)
        and coalesce(mailed_at, invited_at) ' || case p_query ->> 'state' when 'unused' then '<' else '>=' end
        || ' now() - interval ''7 days''' end;
  end if;
  if p_query ? 'before' then
    conditions := conditions
      || ' and (invited_at, email) < (select invited_at, email from public.invitations where email = lower($1))';
  end if;
  execute 'with page as (
      select * from public.invitations where ' || conditions || ' order by invited_at desc, email desc limit $2 + 1),
    shown as (
      select * from page order by invited_at desc, email desc limit $2)
    select coalesce(jsonb_agg(jsonb_build_object(''email'', shown.email, ''firstName'', first_name, ''lastName'', last_name,
        ''state'', private.invitation_state(shown::public.invitations, customers.user_id is not null),
        ''invitedAt'', invited_at, ''mailedAt'', mailed_at, ''signedInAt'', customers.created_at, ''patient'', customers.user_id,
        ''mail'', mail.state,
        ''kit'', case when customers.user_id is not null then private.kit_of(customers.user_id) end) order by invited_at desc, shown.email desc), ''[]''),
      (select count(*) > $2 from page)
    from shown
    left join public.customers on customer_email = shown.email
    left join lateral (
      select jsonb_build_object(''state'', case when sent_at is not null then ''sent'' when parked_at is not null then ''parked''
          when dropped_at is not null then ''dropped'' else ''waiting'' end, ''reason'', last_error) as state
      from public.outbox where recipient = shown.email and starts_with(key, ''invitation:'')
      order by created_at desc limit 1) as mail on true'
    into rows, more using p_query ->> 'before', page_size;
  perform private.note_listed('administrative_summary', array(
      select (row ->> 'patient')::uuid from jsonb_array_elements(rows) as row
      where row ->> 'patient' is not null and private.is_open_to_team((row ->> 'patient')::uuid))),
    private.note_listed('identity', array(
      select subject from jsonb_array_elements(rows) as row
      cross join lateral (select private.invited_subject(row ->> 'email') as subject) as whose
      where subject is not null and not private.is_open_to_team(subject)));
  return jsonb_build_object('invitations', rows, 'next', case when more then rows #>> '{-1,email}' end);
end $$;

-- As in 20261123164000_office_sees_no_health.sql, with where a kit goes and whether it is late.
create or replace function private.administrative_rows() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.office_zone();
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', listed.id,
      'timeZone', (
        select time_zone from public.appointments where user_id = listed.id order by created_at desc limit 1),
      'kitRequest', (
        select jsonb_build_object('id', user_id || ':' || private.in_ms(asked_at), 'at', private.in_ms(asked_at),
          'addressAt', private.in_ms(shipping_changed_at))
        from public.kit_requests join public.customers using (user_id) where user_id = listed.id and tracking_url is null),
      'kitSent', (
        select jsonb_build_object('id', user_id || ':' || private.in_ms(sent_at),
          'at', private.in_ms(sent_on::timestamp at time zone 'UTC'), 'addressChangedAt',
          case when shipping_changed_at > sent_at then private.in_ms(shipping_changed_at) end)
        from private.kits_on_their_way where user_id = listed.id),
      'mailsParked', (
        select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', private.in_ms(at), 'callWithinADay', is_office and exists (
            select from public.appointments where user_id = listed.id and status = 'booked'
              and starts_at between at and at + interval '1 day')) order by at, id), '[]')
        from (
          select id, parked_at as at, true as is_office from public.outbox as message
          where user_id = listed.id and parked_at is not null and private.is_office_message(message)
          union all
          select first_of_day.id, (first_of_day.day + 1)::timestamp at time zone zone, false
          from (
            select distinct on (day) id, day
            from public.outbox as message cross join lateral (select (parked_at at time zone zone)::date as day) as local
            where user_id = listed.id and not private.is_office_message(message)
              and private.is_undelivered_before_today(message, zone)
            order by day, parked_at, id) as first_of_day) as parked),
      'deletion', (
        select jsonb_build_object('id', user_id || ':' || private.in_ms(requested_at), 'at', private.in_ms(requested_at),
          'on', private.in_ms(delete_after))
        from public.account_deletions where user_id = listed.id)) order by listed.id), '[]')
    from (
      select user_id as id from public.kit_requests join public.customers using (user_id) where tracking_url is null
      union select user_id from private.kits_on_their_way
      union select user_id from public.outbox as message where parked_at is not null
        and (private.is_office_message(message) or private.is_undelivered_before_today(message, zone))
      union select user_id from public.account_deletions) as asked
    join private.patient_directory as listed using (id)
    where is_open);
end $$;

revoke all on all functions in schema private from public;
revoke all on function public.set_kit_arrived(boolean) from public, anon, authenticated, service_role;
grant execute on function public.set_kit_arrived(boolean) to authenticated;
