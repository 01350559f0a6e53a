-- A notification as its patient may have it. For one to the care team, only that it was sent and when: the rest holds the host's own
-- link to the video room. Texts go to patients only, and emails about a change of address are the patient's own in both mailboxes. A
-- code that was not sent yet is left out.
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
      when p_message.purpose in ('deletion_code', 'phone_code') then '{"body_text": "", "body_html": null}'::jsonb else '{}' end
  end
$$;

-- A sentence that says how many lines a part leaves out, and where the rest is.
create function private.left_out(p_lines bigint, p_kept bigint) returns jsonb
language sql immutable set search_path = '' as $$
  select case when p_lines > p_kept then jsonb_build_array(jsonb_build_object('lines', p_lines - p_kept, 'note',
    format('This file has the newest %s lines. Ask the clinic for the earlier ones.', to_char(p_kept, 'FM999,999,990'))))
  else '[]' end
$$;

-- The calling function has checked and counted the patient. A patient who could call this directly could roll back its line in the audit
-- log. A patient who withdrew consent gets everything. Each part may use what is left, minus the share of each part after it, so none is
-- crowded out. Left out on purpose: codes, tokens, counters, and an appointment's room, which is a key.
create function public.export_my_data(p_user uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  -- A response can hold 8 MB (server/rest). The remaining half megabyte is for parts that cannot grow.
  bytes_left integer := 7500000;
  -- Reserved for each part that can grow. Together they take half of a response.
  share constant integer := 4000000 / (select count(max_lines) from private.export_parts);
  has_consented boolean;
  part record;
  found_lines record;
  whole jsonb := '{}'::jsonb;
begin
  select privacy_policy_accepted and data_usage_consent or consent_withdrawn_at is not null into has_consented
  from public.customers join public.invitations on invitations.email = customer_email
  where user_id = p_user and revoked_at is null;
  if not found then
    raise exception using errcode = '42501', message = 'Patients can export only their own data';
  end if;
  perform private.add_audit_line('read', 'data_export', p_user, p_user);
  for part in
    select *, count(max_lines) over () - count(max_lines) over (order by place) as later
    from private.export_parts order by place
  loop
    found_lines := private.newest_lines(part.name, case when has_consented or not part.needs_consent then p_user end,
      part.max_lines, bytes_left - share * part.later::integer);
    whole := whole || jsonb_build_object(part.name, found_lines.lines);
    if part.max_lines is not null then
      bytes_left := bytes_left - found_lines.bytes;
      whole := whole || jsonb_build_object(part.name || '_left_out', found_lines.left_out);
    end if;
  end loop;
  return whole;
end $$;
revoke all on function public.export_my_data(uuid) from public, anon, authenticated, service_role;
grant execute on function public.export_my_data(uuid) to service_role;

-- The parts of a patient's export. An area that stores something about a patient adds a row here and a view
-- `private.export_<name>` (user_id, moment, id, line) over all patients; the export reads one patient's newest lines.
create table private.export_parts (
  name text primary key,
  -- What the clinic wrote comes first, what the product wrote comes last.
  place integer not null unique,
  -- Health data: before consent it can be neither written nor read, so no rows are found.
  needs_consent boolean not null default true,
  -- Null for a part that cannot grow, and so is never cut.
  max_lines integer check (max_lines > 0)
);
alter table private.export_parts enable row level security;
revoke all on private.export_parts from public, anon, authenticated, service_role;

create function private.newest_lines(p_part text, p_user uuid, p_max_lines integer, p_max_bytes integer,
  out lines jsonb, out left_out jsonb, out bytes integer)
language plpgsql set search_path = '' as $$
declare
  kept jsonb[] := '{}'::jsonb[];
  line jsonb;
  size integer;
  there bigint;
begin
  bytes := 0;
  for line in
    execute format('select line from private.%I where user_id = $1 order by moment desc, id desc', 'export_' || p_part)
    using p_user
  loop
    size := octet_length(line::text) + 2;
    exit when p_max_lines is not null and (cardinality(kept) = p_max_lines or bytes + size > p_max_bytes);
    kept := kept || line;
    bytes := bytes + size;
  end loop;
  execute format('select count(*) from private.%I where user_id = $1', 'export_' || p_part) into there using p_user;
  lines := (select coalesce(jsonb_agg(one order by at desc), '[]') from unnest(kept) with ordinality as own (one, at));
  left_out := private.left_out(there, cardinality(kept));
end $$;
