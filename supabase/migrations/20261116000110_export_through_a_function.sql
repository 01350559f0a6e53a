-- The export, for the patient whom its function has checked and counted: as a procedure for patients its count and its line
-- in the log could be undone by whoever called it. And every part of it that only grows is bounded: the newest lines, and
-- how many are left out.

create function private.left_out(p_lines bigint, p_newest integer) returns jsonb
language sql immutable set search_path = '' as $$
  select case when p_lines > p_newest then jsonb_build_array(jsonb_build_object('lines', p_lines - p_newest,
    'note', format('This file has the newest %s lines.', to_char(p_newest, 'FM999,999')))) else '[]' end
$$;

create function public.export_my_data(p_user uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  newest constant integer := 10000;
  -- Each has a body, and the whole is to fit into one answer.
  newest_messages constant integer := 500;
  address text;
  -- Before consent health data can be neither written nor read: nobody's rows are found.
  patient uuid;
begin
  select customer_email, case when privacy_policy_accepted and data_usage_consent then p_user end into address, patient
  from public.customers join public.invitations on invitations.email = customer_email
  where user_id = p_user and revoked_at is null;
  if not found then
    raise exception using errcode = '42501', message = 'Patients export their own data';
  end if;
  perform private.note_in_audit('read', 'data_export', p_user, p_user);
  return jsonb_build_object(
    'users', (select jsonb_agg(jsonb_build_object('id', id, 'email', email, 'created_at', created_at,
        'last_sign_in_at', last_sign_in_at)) from auth.users where id = p_user),
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'created_at', created_at,
        'refreshed_at', refreshed_at, 'not_after', not_after)), '[]') from auth.sessions where user_id = p_user),
    'invitations', (select coalesce(jsonb_agg(to_jsonb(invitations)), '[]') from public.invitations where email = address),
    'customers', private.rows_of('public.customers', p_user),
    'consent_history', (select coalesce(jsonb_agg(to_jsonb(own) order by own.changed_at, own.id), '[]') from (
      select * from public.consent_history where user_id = p_user order by changed_at desc, id desc limit newest) as own),
    'consent_history_left_out', private.left_out(
      (select count(*) from public.consent_history where user_id = p_user), newest),
    'account_deletions', (select coalesce(jsonb_agg(to_jsonb(own) - '{lease,leased_until}'::text[]), '[]')
      from public.account_deletions as own where user_id = p_user),
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
      from private.documents_of(patient)),
    'outbox', (select coalesce(jsonb_agg(own.message order by own.created_at, own.id), '[]') from (
      select id, created_at, private.message_for(outbox, address) as message from public.outbox
      where user_id = p_user order by created_at desc, id desc limit newest_messages) as own),
    'outbox_left_out', private.left_out((select count(*) from public.outbox where user_id = p_user), newest_messages),
    'audit_log', (select coalesce(jsonb_agg(to_jsonb(own) order by own.id), '[]') from (
      select * from public.audit_log where subject_id = p_user order by at desc, id desc limit newest) as own),
    'audit_log_left_out', private.left_out((select count(*) from public.audit_log where subject_id = p_user), newest));
end $$;

drop function public.export_my_data(), private.gather_my_data(), private.count_export(uuid);
revoke all on function private.left_out(bigint, integer) from public, anon, authenticated, service_role;
revoke all on function public.export_my_data(uuid) from public, anon, authenticated, service_role;
grant execute on function public.export_my_data(uuid) to service_role;
