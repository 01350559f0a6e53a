-- The log only grows, and one day somebody's export would be larger than an answer may be. So the file has the newest lines
-- of it, and says how many it leaves out.

create or replace function private.gather_my_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
  -- Before consent health data can be neither written nor read: nobody's rows are found.
  patient uuid := case when private.has_consented() then me end;
  newest constant integer := 10000;
  lines bigint;
  address text := (select customer_email from public.customers where user_id = me);
begin
  if not private.has_access() then
    raise exception using errcode = '42501', message = 'Patients export their own data';
  end if;
  perform private.note_in_audit('read', 'data_export', me, me);
  lines := (select count(*) from public.audit_log where subject_id = me);
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
      from private.documents_of(patient)),
    'outbox', (
      select coalesce(jsonb_agg(private.message_for(own, address) order by own.created_at), '[]')
      from public.outbox as own where own.user_id = me),
    'audit_log', (select coalesce(jsonb_agg(to_jsonb(own) order by own.id), '[]') from (
      select * from public.audit_log where subject_id = me order by at desc, id desc limit newest) as own),
    'audit_log_left_out', case when lines > newest then jsonb_build_array(jsonb_build_object(
      'lines', lines - newest, 'note', 'This file has the newest 10,000 lines.')) else '[]' end);
end $$;

-- A call that is broken off takes its count along. Whoever breaks it off counts it, in a transaction of its own.
create function private.count_export(p_user uuid) returns integer
language sql security definer set search_path = '' as $$
  select public.take_from_limit('data-export:' || p_user, 30, 3600)
$$;

create or replace function public.export_my_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  wait integer;
begin
  if not private.has_access() then
    raise exception using errcode = '42501', message = 'Patients export their own data';
  end if;
  wait := private.count_export(auth.uid());
  if wait > 0 then
    raise exception using errcode = 'PT429', message = 'Too many attempts', detail = wait::text;
  end if;
  return private.gather_my_data();
end $$;

revoke all on function private.gather_my_data() from public, anon, authenticated, service_role;
revoke all on function private.count_export(uuid) from public, anon, authenticated, service_role;
revoke all on function public.export_my_data() from public, anon, authenticated, service_role;
grant execute on function public.export_my_data() to authenticated;
