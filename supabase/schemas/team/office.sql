-- What administrators may see. Two clinics that differ only in health look the same to them, so emails and log lines are hidden unless they
-- are listed here.
-- Emails about calls, the kit, the account or its safety. All others (reminders, notices of messages, notes and checks) reveal something
-- about health by their number and times.
create function private.is_office_message(p_message public.outbox) returns boolean
language sql immutable set search_path = '' as $$
  select p_message.appointment_id is not null or p_message.purpose in ('deletion', 'deletion_code', 'security')
    or starts_with(p_message.key, 'kit-sent:')
$$;

-- An address that no email reaches has to be corrected, no matter what the email was about. The office sees it on the reader's next day, so
-- that the time reveals nothing.
create function private.is_undelivered_before_today(p_message public.outbox, p_zone text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce((p_message.parked_at at time zone p_zone)::date < (now() at time zone p_zone)::date, false)
$$;

create function private.office_zone() returns text language sql stable security definer set search_path = '' as $$
  select coalesce((private.named_person()).time_zone, private.zone_of_clinic())
$$;

-- Kinds of log lines that say nothing about health. Administrators see every other kind as `care_record`.
create function private.kind_for_office(p_kind text, p_staff_role text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_staff_role is null or starts_with(p_kind, 'team_') or starts_with(p_kind, 'refused_') then p_kind
    when p_kind in ('access_log', 'account_deletions', 'call_guest', 'call_room', 'call_times', 'coach_assignments', 'email_address', 'email_change',
      'identity',
      'invitation', 'kit_requests', 'printed_record', 'record_openings', 'summary') then p_kind
    -- When coaches or clinicians do these, they are part of a visit to the record.
    when p_staff_role = 'administrator' and p_kind in ('administrative_items', 'administrative_summary', 'appointments',
      'attention_decisions', 'consents', 'contact', 'customers', 'kit', 'mails') then p_kind
    else 'care_record' end
$$;

-- The office's open screens get messages only about the office's own data. A message on team:today reveals that something happened to a patient, so
-- only people who care for patients get it.
create function private.publish_to_office() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if current_setting('portal.published_to_office', true) is distinct from txid_current()::text then
    perform set_config('portal.published_to_office', txid_current()::text, true),
      realtime.send('{}', 'change', 'team:office', true);
  end if;
end $$;

create function private.publish_office_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.publish_to_office();
  return null;
end $$;

do $$
declare
  office text;
begin
  foreach office in array '{absences,availability,days_off,kit_requests,account_deletions,invitations,coach_assignments}'::text[] loop
    execute format('create trigger publish_to_office after insert or update or delete on public.%I
      for each statement execute function private.publish_office_change()', office);
  end loop;
end $$;

-- All changes of a call except its outcome, which is about health.
create trigger publish_to_office after insert or delete or update of starts_at, ends_at, host_id, status on public.appointments
  for each statement execute function private.publish_office_change();

create trigger publish_to_office after update of tracking_url, privacy_policy_accepted, data_usage_consent on public.customers
  for each row when ((old.tracking_url, old.privacy_policy_accepted, old.data_usage_consent)
    is distinct from (new.tracking_url, new.privacy_policy_accepted, new.data_usage_consent))
  execute function private.publish_office_change();

create trigger publish_to_office after insert on public.attention_decisions
  for each row when (new.person_role = 'administrator') execute function private.publish_office_change();

create function private.publish_office_message() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is null or private.is_office_message(new) then
    perform private.publish_to_office();
  end if;
  return null;
end $$;

create trigger publish_to_office after update of parked_at on public.outbox
  for each row when (old.parked_at is distinct from new.parked_at) execute function private.publish_office_message();

-- People who may open a record get a message that something in it changed, never what.
create function private.may_follow_record(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  person constant public.care_team := private.staff_of(auth.uid());
  patient uuid;
begin
  if p_topic !~ '^team:record:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return false;
  end if;
  patient := split_part(p_topic, ':', 3)::uuid;
  return coalesce(private.is_open_to_team(patient) and (person.role = 'clinician'
    or person.role = 'coach' and (private.cares_for(person.id, patient) or private.reason_of(person.id, patient) is not null)), false);
end $$;
revoke all on function private.may_follow_record(text) from public;

create function private.may_hear(p_topic text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_team_session() and case p_topic
    when 'team:office' then (private.staff_of(auth.uid())).role = 'administrator'
    when 'team:today' then (private.staff_of(auth.uid())).role in ('coach', 'clinician')
    else private.may_follow_record(p_topic) end;
end $$;
grant execute on function private.may_hear(text) to authenticated;

create policy "The care team hears that Today changed" on realtime.messages
  for select to authenticated using (
    extension = 'broadcast' and (select private.may_hear((select realtime.topic()))));

-- Sends undelivered emails and texts again, to the patient's present address or number.
create function private.send_parked_again(p_patient uuid) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  count integer;
begin
  update public.outbox as message
  set parked_at = null, attempts = 0, send_after = now(), lease = null, leased_until = null, last_error = null,
    recipient = case channel when 'email' then customer_email else recipient end
  from public.customers
  where customers.user_id = p_patient and message.user_id = p_patient and parked_at is not null;
  get diagnostics count = row_count;
  return count;
end $$;
revoke all on function private.send_parked_again(uuid) from public;

create function public.team_resend_emails(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid,
  p_request jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  earlier jsonb;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier := private.earlier_answer(p_request);
  if earlier is not null then
    return earlier;
  end if;
  perform private.require_record('identity', p_patient);
  if private.send_parked_again(p_patient) = 0 then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'Someone already resent these emails.');
  end if;
  return private.keep_answer(p_request, jsonb_build_object('email', (
    select customer_email from public.customers where user_id = p_patient)));
end $$;
revoke all on function public.team_resend_emails(uuid, uuid, text[], text[], uuid, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_resend_emails(uuid, uuid, text[], text[], uuid, jsonb) to service_role;

-- Emails that didn't reach the old address go to the new one.
create function private.resend_to_new_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_parked_again(new.user_id);
  return null;
end $$;

create trigger resend_to_new_address after update of customer_email on public.customers
  for each row when (old.customer_email is distinct from new.customer_email) execute function private.resend_to_new_address();
