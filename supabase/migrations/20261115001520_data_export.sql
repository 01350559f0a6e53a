-- Everything that is kept about a patient, for that patient, and a line in the audit log that it was taken.

create function private.rows_of(p_table regclass, p_user_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  found_rows jsonb;
begin
  execute format('select jsonb_agg(to_jsonb(own)) from %s as own where user_id = $1', p_table)
  into found_rows using p_user_id;
  return coalesce(found_rows, '[]');
end $$;

-- A message as its patient may have it. Of one to the care team only that there was one, and when: the rest holds the
-- host's own way into the call. Texts go to patients alone. A code that is still on its way opens nothing from here.
create function private.message_for(p_message public.outbox, p_address text) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when p_message.recipient is distinct from p_address and p_message.channel <> 'sms' then jsonb_build_object(
      'id', p_message.id, 'channel', p_message.channel, 'recipient', 'your care team', 'purpose', p_message.purpose,
      'subject', p_message.subject, 'created_at', p_message.created_at, 'send_after', p_message.send_after,
      'send_before', p_message.send_before, 'sent_at', p_message.sent_at, 'dropped_at', p_message.dropped_at,
      'parked_at', p_message.parked_at)
    else to_jsonb(p_message) - '{lease,leased_until,last_error}'::text[] || case
      when p_message.purpose = 'deletion_code' then '{"body_text": "", "body_html": null}'::jsonb else '{}' end
  end
$$;

-- Left out on purpose: the room of a call, which is a key; codes, tokens and counters, which are locks.
create function public.export_my_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  -- Before consent health data can be neither written nor read: nobody's rows are found.
  patient uuid := case when private.has_consented() then me end;
  address text := (select customer_email from public.customers where user_id = me);
begin
  if not private.has_access() then
    raise exception using errcode = '42501', message = 'Patients export their own data';
  end if;
  perform private.note_in_audit('read', 'data_export', me, me);
  return jsonb_build_object(
    'users', (select jsonb_agg(jsonb_build_object('id', id, 'email', email, 'created_at', created_at,
        'last_sign_in_at', last_sign_in_at)) from auth.users where id = me),
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'created_at', created_at,
        'refreshed_at', refreshed_at, 'not_after', not_after)), '[]') from auth.sessions where user_id = me),
    'invitations', (select coalesce(jsonb_agg(to_jsonb(invitations)), '[]') from public.invitations where email = address),
    'customers', private.rows_of('public.customers', me),
    'consent_history', private.rows_of('public.consent_history', me),
    'account_deletions', (select coalesce(jsonb_agg(to_jsonb(own) - '{lease,leased_until}'::text[]), '[]')
      from public.account_deletions as own where user_id = me),
    'onboarding_info', private.rows_of('public.onboarding_info', patient),
    'test_results', private.rows_of('public.test_results', patient),
    'survey_responses', private.rows_of('public.survey_responses', patient),
    'completed_phases', private.rows_of('public.completed_phases', patient),
    'consultation_notes', private.rows_of('public.consultation_notes', patient),
    'medical_notes', private.rows_of('public.medical_notes', patient),
    'appointments', (
      select coalesce(jsonb_agg(to_jsonb(own) - 'room' || jsonb_build_object('name', calls.name,
        'interaction_type', calls.interaction_type, 'host_name', calls.host_name) order by own.starts_at), '[]')
      from public.appointments as own join public.calls using (id) where own.user_id = patient),
    'documents', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'bucket_id', bucket_id, 'name', name,
        'mimetype', metadata ->> 'mimetype', 'size', metadata -> 'size', 'created_at', created_at,
        'updated_at', updated_at)), '[]')
      from private.files_of(patient)),
    'outbox', (
      select coalesce(jsonb_agg(private.message_for(own, address) order by own.created_at), '[]')
      from public.outbox as own where own.user_id = me),
    'audit_log', (select coalesce(jsonb_agg(to_jsonb(own) order by own.id), '[]')
      from public.audit_log as own where subject_id = me));
end $$;
revoke all on all functions in schema private from public;
revoke all on function public.export_my_data() from public, anon, authenticated, service_role;
grant execute on function public.export_my_data() to authenticated;
