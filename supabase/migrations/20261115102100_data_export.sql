-- The export of a patient's own data. It fits into one answer, whatever somebody has written or been sent: of every part
-- that grows it has the newest lines that fit, and how many are left out.

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
-- host's own link to the video room. Texts go to patients alone, and a message about a change of address is the patient's
-- own in both mailboxes. A code that was not sent yet is left out.
create function private.message_for(p_message public.outbox, p_address text) returns jsonb
language sql stable set search_path = '' as $$
  select case
    when p_message.recipient is distinct from p_address and p_message.channel <> 'sms'
      and p_message.purpose <> 'security' then jsonb_build_object(
      'id', p_message.id, 'channel', p_message.channel, 'recipient', 'your care team', 'purpose', p_message.purpose,
      'subject', p_message.subject, 'created_at', p_message.created_at, 'send_after', p_message.send_after,
      'send_before', p_message.send_before, 'sent_at', p_message.sent_at, 'dropped_at', p_message.dropped_at,
      'parked_at', p_message.parked_at)
    else to_jsonb(p_message) - '{lease,leased_until,last_error}'::text[] || case
      when p_message.purpose = 'deletion_code' then '{"body_text": "", "body_html": null}'::jsonb else '{}' end
  end
$$;

-- How many lines a part leaves out, in words that say where the rest is.
create function private.left_out(p_lines bigint, p_kept bigint) returns jsonb
language sql immutable set search_path = '' as $$
  select case when p_lines > p_kept then jsonb_build_array(jsonb_build_object('lines', p_lines - p_kept, 'note',
    format('This file has the newest %s lines. Ask the clinic for the earlier ones.', to_char(p_kept, 'FM999,999,990'))))
  else '[]' end
$$;

-- The newest lines of one part, oldest first. The source is a query of this file's own with the newest line first: $1 is the
-- patient, $2 their address. It is read line by line, and no further than is kept.
create function private.newest_lines(p_source text, p_user uuid, p_address text, p_max_lines integer, p_max_bytes integer,
  out lines jsonb, out left_out jsonb, out bytes integer)
language plpgsql set search_path = '' as $$
declare
  kept jsonb[] := '{}';
  line jsonb;
  size integer;
  there bigint;
begin
  bytes := 0;
  for line in execute p_source using p_user, p_address loop
    size := octet_length(line::text) + 2;
    exit when cardinality(kept) = p_max_lines or bytes + size > p_max_bytes;
    kept := kept || line;
    bytes := bytes + size;
  end loop;
  execute format('select count(*) from (%s) as source', p_source) into there using p_user, p_address;
  lines := (select coalesce(jsonb_agg(one order by at desc), '[]') from unnest(kept) with ordinality as own (one, at));
  left_out := private.left_out(there, cardinality(kept));
end $$;

-- For the patient whom the calling function has checked and counted: a patient who could call it directly could have its
-- line in the audit log rolled back. Each part may use what is left but for the share of each that comes after it, so that
-- none is crowded out by another. Left out on purpose: the room of an appointment, which is a key; codes, tokens and
-- counters, which are locks.
create function public.export_my_data(p_user uuid) returns jsonb
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
    'completed_phases', private.rows_of('public.completed_phases', patient));
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
      (4, 'appointments', patient, 10000,
        $source$select to_jsonb(own) - 'room' || jsonb_build_object('name', calls.name,
          'interaction_type', calls.interaction_type, 'host_name', calls.host_name)
        from public.appointments as own join public.calls using (id) where own.user_id = $1
        order by own.starts_at desc, own.id desc$source$),
      (5, 'documents', patient, 10000,
        $source$select jsonb_build_object('id', id, 'bucket_id', bucket_id, 'name', name,
          'mimetype', metadata ->> 'mimetype', 'size', metadata -> 'size', 'created_at', created_at, 'updated_at', updated_at)
        from private.documents_of($1) order by created_at desc, id desc$source$),
      (6, 'survey_responses', patient, 10000,
        'select to_jsonb(own) from public.survey_responses as own where user_id = $1 order by created_at desc, id desc'),
      (7, 'sessions', p_user, 10000,
        $source$select jsonb_build_object('id', id, 'created_at', created_at, 'refreshed_at', refreshed_at,
          'not_after', not_after) from auth.sessions where user_id = $1 order by created_at desc, id desc$source$),
      (8, 'consent_history', p_user, 10000,
        'select to_jsonb(own) from public.consent_history as own where user_id = $1 order by changed_at desc, id desc'),
      (9, 'outbox', p_user, 500,
        'select private.message_for(own, $2) from public.outbox as own where user_id = $1 order by created_at desc, id desc'),
      (10, 'audit_log', p_user, 10000,
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

revoke all on all functions in schema private from public;
revoke all on function public.export_my_data(uuid) from public, anon, authenticated, service_role;
grant execute on function public.export_my_data(uuid) to service_role;
