-- For tables with a user_id: sends the name of the table to the patient's own channel when something changed.
create function private.publish_to_patient() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old is not distinct from new then
    return null;
  end if;
  perform realtime.send(jsonb_build_object('table', tg_table_name), 'change',
    'patient:' || case when tg_op = 'DELETE' then old.user_id else new.user_id end, true);
  return null;
end $$;
revoke all on function private.publish_to_patient() from public;

create trigger publish_to_patient after insert or update or delete on public.customers
  for each row execute function private.publish_to_patient();

create trigger publish_to_patient after insert or update or delete on public.completed_phases
  for each row execute function private.publish_to_patient();

create trigger publish_to_patient after insert or update or delete on public.test_results
  for each row execute function private.publish_to_patient();

create trigger publish_to_patient after insert or update or delete on public.appointments
  for each row execute function private.publish_to_patient();

create trigger publish_to_patient after insert or update or delete on public.medical_notes
  for each row execute function private.publish_to_patient();

create trigger publish_to_patient after insert or update or delete on public.consultation_notes
  for each row execute function private.publish_to_patient();

-- Patients may receive, not send: without a policy for sending, only the database sends there.
create policy "Patients hear of changes to their own record" on realtime.messages
  for select to authenticated using (
  extension = 'broadcast'
  and (select realtime.topic()) = 'patient:' || (select auth.uid())
  and (select private.has_access())
  and (select private.has_session())
);
