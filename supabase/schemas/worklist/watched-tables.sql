-- A change of body changes the day that testing starts.
create trigger look_at_added after insert on public.applicator_agreements referencing new table as changed
  for each statement execute function private.look_at_changed();

create trigger look_at_removed after delete on public.applicator_agreements referencing old table as changed
  for each statement execute function private.look_at_changed();

create trigger look_at_surrogacy after update of surrogacy_changed_at on public.customers
  for each row when (old.surrogacy_changed_at is distinct from new.surrogacy_changed_at)
  execute function private.look_at_patient();

-- A change in these tables may change the patient's items on Today.
do $$
declare
  facts text;
begin
  foreach facts in array '{test_results,outcome_events,symptom_reports,periods,treatment_day_timers,survey_responses,safety_checks,
    appointments,medical_notes,consultation_notes,note_withdrawals,account_deletions,kit_requests,attention_decisions,follow_ups,
    patient_contacts}'::text[]
  loop
    execute format('create trigger look_at_added after insert on public.%1$I referencing new table as changed
      for each statement execute function private.look_at_changed()', facts);
    execute format('create trigger look_at_updated after update on public.%1$I referencing new table as changed
      for each statement execute function private.look_at_changed()', facts);
    execute format('create trigger look_at_removed after delete on public.%1$I referencing old table as changed
      for each statement execute function private.look_at_changed()', facts);
  end loop;
  -- Rows of these tables are never updated.
  foreach facts in array '{messages,message_reads}'::text[] loop
    execute format('create trigger look_at_added after insert on public.%1$I referencing new table as changed
      for each statement execute function private.look_at_changed()', facts);
    execute format('create trigger look_at_removed after delete on public.%1$I referencing old table as changed
      for each statement execute function private.look_at_changed()', facts);
  end loop;
end $$;

-- A phase never makes an item, so this marks no one for a look. Only open records get a message.
create function private.publish_to_record() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}', 'change', 'team:record:' || patient, true)
  from (select distinct user_id as patient from changed) as patients;
  return null;
end $$;
revoke all on function private.publish_to_record() from public;

create trigger publish_to_record after insert on public.completed_phases referencing new table as changed
  for each statement execute function private.publish_to_record();

create trigger publish_to_record_removed after delete on public.completed_phases referencing old table as changed
  for each statement execute function private.publish_to_record();

-- An absence brings items about the calls within it, and takes them away.
create function private.look_at_calls_of_host() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  users constant uuid[] := array(
    select distinct user_id from public.appointments
    where host_id in (new.host_id, old.host_id) and status = 'booked' and starts_at > now());
begin
  if users <> '{}' then
    perform private.look_at(users);
  end if;
  return null;
end $$;
revoke all on function private.look_at_calls_of_host() from public;

create trigger look_at_calls after insert or update or delete on public.absences
  for each row execute function private.look_at_calls_of_host();
