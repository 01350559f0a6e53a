-- Two clinics that differ in health alone look the same to an administrator. What an email or a line of the log is about follows
-- from health unless it is named here.

-- About calls, the kit, the account or its safety. Whatever else is sent (reminders, notices of messages, notes and checks) follows
-- from health: its number and its moments tell it.
create function private.is_office_message(p_message public.outbox) returns boolean
language sql immutable set search_path = '' as $$
  select p_message.appointment_id is not null or p_message.purpose in ('deletion', 'deletion_code', 'security')
    or starts_with(p_message.key, 'kit-sent:')
$$;

-- An address that no email reaches has to be corrected, whatever the email was about. The office hears of it on the next day of
-- the person who reads, so that the moment tells nothing.
create function private.is_undelivered_before_today(p_message public.outbox, p_zone text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce((p_message.parked_at at time zone p_zone)::date < (now() at time zone p_zone)::date, false)
$$;

create function private.office_zone() returns text language sql stable security definer set search_path = '' as $$
  select coalesce((private.named_person()).time_zone, 'UTC')
$$;

-- Same as 20261117100220_team_care.sql, without what follows from health.
create or replace function private.administrative_summary(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.office_zone();
begin
  return (select jsonb_build_object('email', customer_email, 'phone', customer_phone,
    'invitedAt', invited_at, 'signedInAt', created_at,
    'consents', jsonb_build_object('privacyPolicy', privacy_policy_accepted, 'dataUse', data_usage_consent,
      'research', research_consent, 'texts', sms_consent),
    'kit', jsonb_build_object('trackingUrl', tracking_url,
      'askedAt', (select asked_at from public.kit_requests where kit_requests.user_id = p_patient)),
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

-- Same as 20261118100500_team_probes.sql, by day, without what follows from health.
create or replace function private.administrative_record(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.office_zone();
begin
  return jsonb_build_object('administration', private.administrative_summary(p_patient),
    'mails', (
      with office as (
        select (created_at at time zone zone)::date as day, channel, case when parked_at is not null then 'parked'
          when sent_at is not null then 'sent' when dropped_at is not null then 'dropped' else 'waiting' end as state
        from public.outbox as message where user_id = p_patient and private.is_office_message(message)
        order by created_at desc limit 1000),
      undelivered as (
        select distinct (parked_at at time zone zone)::date as day, channel, 'parked' as state
        from public.outbox as message
        where user_id = p_patient and not private.is_office_message(message)
          and private.is_undelivered_before_today(message, zone))
      select coalesce(jsonb_agg(jsonb_build_object('at', to_char(day, 'YYYY-MM-DD'), 'channel', channel, 'state', state)
        order by day desc, channel, state), '[]')
      from (select * from office union all select * from undelivered) as shown),
    'calls', array(
      select jsonb_build_object('startsAt', starts_at, 'status', status)
      from public.appointments where user_id = p_patient order by starts_at desc limit 1000));
end $$;

-- Same as 20261119100500_attention.sql, without what follows from health: of a day's undelivered emails about it the first, from
-- the next midnight on; and where the patient is as their calls say, not their tests.
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
        select jsonb_build_object('id', user_id || ':' || private.in_ms(asked_at), 'at', private.in_ms(asked_at))
        from public.kit_requests join public.customers using (user_id) where user_id = listed.id and tracking_url is null),
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
      union select user_id from public.outbox as message where parked_at is not null
        and (private.is_office_message(message) or private.is_undelivered_before_today(message, zone))
      union select user_id from public.account_deletions) as asked
    join private.patient_directory as listed using (id)
    where is_open);
end $$;

-- Kinds of things in the log that say nothing of health. Whatever else is done with a record is one thing.
create function private.kind_for_office(p_kind text, p_staff_role text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_staff_role is null or starts_with(p_kind, 'team_') or starts_with(p_kind, 'refused_') then p_kind
    when p_kind in ('access_log', 'account_deletions', 'call_room', 'call_times', 'coach_assignments', 'email_address', 'identity',
      'invitation', 'kit_requests', 'record_openings', 'summary') then p_kind
    -- Where a coach or clinician does it, the same is part of a visit to the record.
    when p_staff_role = 'administrator' and p_kind in ('administrative_items', 'administrative_summary', 'appointments',
      'attention_decisions', 'consents', 'contact', 'customers', 'kit', 'mails') then p_kind
    else 'care_record' end
$$;

-- Whose name Today shows follows from health: those lines are for the patient alone.
drop index public.audit_log_of_team, public.audit_log_of_person;
create index audit_log_of_team on public.audit_log (at desc, id desc)
  where kind <> 'attention' and (staff_role is not null or actor_role = 'sign_in' or starts_with(kind, 'team_'));
create index audit_log_of_person on public.audit_log (actor_id, at desc, id desc)
  where kind <> 'attention' and (staff_role is not null or actor_role = 'sign_in' or starts_with(kind, 'team_'));

-- Same as 20261121030000_access_log_since_invited.sql. A visit to a care record is one line, however much was read or written
-- within it, and a line is named by its moment: numbers of lines would count what patients do.
create or replace function public.team_access_log(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_query jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  page_size constant integer := 100;
  -- Whoever searches for so many has not named a patient yet.
  max_found constant integer := 50;
  asked_person constant uuid := (p_query ->> 'person')::uuid;
  asked_day constant date := (p_query ->> 'day')::date;
  search constant text := private.search_conditions(coalesce(p_query ->> 'search', ''), 'search_text');
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
  perform private.note_listed('access_log', array(
    select distinct (line #>> '{patient,id}')::uuid from jsonb_array_elements(lines) as line
    where line #>> '{patient,id}' is not null));
  return jsonb_build_object('lines', lines, 'next', case when more then lines #>> '{-1,id}' end);
end $$;

-- The office's open screens hear of the office's own things. A message on team:today says that something happened to a patient:
-- that is for those who care for them.
create function private.tell_office() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('portal.told_office', true) is distinct from txid_current()::text then
    perform set_config('portal.told_office', txid_current()::text, true),
      realtime.send('{}', 'change', 'team:office', true);
  end if;
end $$;
create function private.tell_office_of_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.tell_office();
  return null;
end $$;
do $$
declare
  office text;
begin
  foreach office in array '{absences,availability,days_off,kit_requests,account_deletions,invitations,coach_assignments}'::text[] loop
    execute format('create trigger tell_office after insert or update or delete on public.%I
      for each statement execute function private.tell_office_of_change()', office);
  end loop;
end $$;
-- Not how a call went.
create trigger tell_office after insert or delete or update of starts_at, ends_at, host_id, status on public.appointments
  for each statement execute function private.tell_office_of_change();
create trigger tell_office after update of tracking_url, privacy_policy_accepted, data_usage_consent on public.customers
  for each row when ((old.tracking_url, old.privacy_policy_accepted, old.data_usage_consent)
    is distinct from (new.tracking_url, new.privacy_policy_accepted, new.data_usage_consent))
  execute function private.tell_office_of_change();
create trigger tell_office after insert on public.attention_decisions
  for each row when (new.person_role = 'administrator') execute function private.tell_office_of_change();
create function private.tell_office_of_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is null or private.is_office_message(new) then
    perform private.tell_office();
  end if;
  return null;
end $$;
create trigger tell_office after update of parked_at on public.outbox
  for each row when (old.parked_at is distinct from new.parked_at) execute function private.tell_office_of_message();

create function private.may_hear(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_at_work() and case p_topic
    when 'team:office' then (private.staff_of(auth.uid())).role = 'administrator'
    when 'team:today' then (private.staff_of(auth.uid())).role in ('coach', 'clinician')
    else false end;
end $$;
drop policy "The care team hears that Today changed" on realtime.messages;
create policy "The care team hears that Today changed" on realtime.messages
  for select to authenticated using (
    extension = 'broadcast' and (select private.may_hear((select realtime.topic()))));

revoke all on all functions in schema private from public;
grant execute on function private.may_hear(text) to authenticated;
