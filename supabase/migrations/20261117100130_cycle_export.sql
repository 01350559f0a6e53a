-- The export of a patient's own data, as before, with periods, safety checks and treatment days.

create or replace function public.export_my_data(p_user uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- An answer has 8 MB (server/rest); the rest is for the parts that cannot grow.
  bytes_left integer := 7500000;
  share constant integer := 400000;
  address text;
  -- Before consent health data can be neither written nor read: nobody's rows are found.
  patient uuid;
  whole jsonb;
  part record;
  found_lines record;
begin
  select customer_email, case when privacy_policy_accepted and data_usage_consent then p_user end into address, patient
  from public.customers join public.invitations on invitations.email = customer_email
  where user_id = p_user and revoked_at is null;
  if not found then
    raise exception using errcode = '42501', message = 'Patients export their own data';
  end if;
  perform private.note_in_audit('read', 'data_export', p_user, p_user);
  whole := jsonb_build_object(
    'users', (select jsonb_agg(jsonb_build_object('id', id, 'email', email, 'created_at', created_at,
        'last_sign_in_at', last_sign_in_at)) from auth.users where id = p_user),
    'invitations', (select coalesce(jsonb_agg(to_jsonb(invitations)), '[]') from public.invitations where email = address),
    'customers', private.rows_of('public.customers', p_user),
    'account_deletions', (select coalesce(jsonb_agg(to_jsonb(own) - '{lease,leased_until}'::text[]), '[]')
      from public.account_deletions as own where user_id = p_user),
    'onboarding_info', private.rows_of('public.onboarding_info', patient),
    'completed_phases', private.rows_of('public.completed_phases', patient),
    -- Only somebody whose rows may be read stands anywhere.
    'care_state', (select coalesce(jsonb_agg(jsonb_build_object('state', private.care_state(own))), '[]')
      from unnest(array[patient]) as own where own is not null));
  -- What the clinic wrote comes first, what the product writes by itself last.
  for part in
    select *, count(*) over () - row_number() over (order by place) as later from (values
      (1, 'medical_notes', patient, 10000,
        'select to_jsonb(own) from public.medical_notes as own where user_id = $1
        order by noted_on desc, created_at desc, id desc'),
      (2, 'consultation_notes', patient, 10000,
        'select to_jsonb(own) from public.consultation_notes as own where user_id = $1 order by created_at desc, id desc'),
      (3, 'test_results', patient, 10000,
        'select to_jsonb(own) from public.test_results as own where user_id = $1 order by taken_at desc, id desc'),
      (4, 'outcome_events', patient, 10000,
        'select to_jsonb(own) from public.outcome_events as own where user_id = $1 order by created_at desc, id desc'),
      (5, 'symptom_reports', patient, 10000,
        'select to_jsonb(own) from public.symptom_reports as own where user_id = $1 order by created_at desc, id desc'),
      (6, 'periods', patient, 10000,
        'select to_jsonb(own) from public.periods as own where user_id = $1 order by day desc, id desc'),
      (7, 'safety_checks', patient, 10000,
        'select to_jsonb(own) from public.safety_checks as own where user_id = $1 order by created_at desc, id desc'),
      (8, 'treatment_day_timers', patient, 10000,
        'select to_jsonb(own) from public.treatment_day_timers as own where user_id = $1 order by at desc, id desc'),
      (9, 'appointments', patient, 10000,
        $source$select to_jsonb(own) - 'room' || jsonb_build_object('name', calls.name,
          'interaction_type', calls.interaction_type, 'host_name', calls.host_name)
        from public.appointments as own join public.calls using (id) where own.user_id = $1
        order by own.starts_at desc, own.id desc$source$),
      (10, 'documents', patient, 10000,
        $source$select jsonb_build_object('id', id, 'bucket_id', bucket_id, 'name', name,
          'mimetype', metadata ->> 'mimetype', 'size', metadata -> 'size', 'created_at', created_at, 'updated_at', updated_at)
        from private.documents_of($1) order by created_at desc, id desc$source$),
      (11, 'survey_responses', patient, 10000,
        'select to_jsonb(own) from public.survey_responses as own where user_id = $1 order by created_at desc, id desc'),
      (12, 'sessions', p_user, 10000,
        $source$select jsonb_build_object('id', id, 'created_at', created_at, 'refreshed_at', refreshed_at,
          'not_after', not_after) from auth.sessions where user_id = $1 order by created_at desc, id desc$source$),
      (13, 'consent_history', p_user, 10000,
        'select to_jsonb(own) from public.consent_history as own where user_id = $1 order by changed_at desc, id desc'),
      (14, 'outbox', p_user, 500,
        'select private.message_for(own, $2) from public.outbox as own where user_id = $1 order by created_at desc, id desc'),
      (15, 'audit_log', p_user, 10000,
        'select to_jsonb(own) from public.audit_log as own where subject_id = $1 order by at desc, id desc')
    ) as parts (place, name, whose, max_lines, source) order by place
  loop
    found_lines := private.newest_lines(part.source, part.whose, address, part.max_lines,
      bytes_left - share * part.later::integer);
    bytes_left := bytes_left - found_lines.bytes;
    whole := whole || jsonb_build_object(part.name, found_lines.lines, part.name || '_left_out', found_lines.left_out);
  end loop;
  return whole;
end $$;
