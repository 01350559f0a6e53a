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
grant execute on function private.may_hear(text) to authenticated;

create policy "The care team hears that Today changed" on realtime.messages
  for select to authenticated using (
    extension = 'broadcast' and (select private.may_hear((select realtime.topic()))));
