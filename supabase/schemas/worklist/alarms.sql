-- The job of each minute: it finds patients who have no items for now, and raises an alarm for urgent items while the clinic is closed.
-- One row for each alarm, no matter how many servers run: the server that adds the row writes the text, in the same transaction. `key`: the
-- item, the number of its decisions and reports, and its newest report (alarmKey in domain/worklist/alarm.ts).
create table private.attention_alarms (
  key text primary key check (length(key) <= 200),
  user_id uuid not null references public.customers on delete cascade,
  raised_at timestamptz not null default now()
);
alter table private.attention_alarms alter column user_id set statistics 0;
alter table private.attention_alarms enable row level security;
revoke all on private.attention_alarms from public, anon, authenticated, service_role;
create index attention_alarms_of_patient on private.attention_alarms (user_id);

-- Patients who may have an item and were not checked since p_before, plus some who were not checked for a day, so that no one is
-- forgotten.
create function public.attention_to_watch(p_before timestamptz, p_count integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  ids uuid[] := array(
    select user_id from private.attention_looks where look_at <= now() and checked_at < p_before order by checked_at limit p_count);
begin
  if cardinality(ids) < p_count then
    ids := ids || array(
      select user_id from private.attention_looks
      where look_at > now() and checked_at < least(p_before, now() - interval '1 day')
      order by checked_at limit p_count - cardinality(ids));
  end if;
  return jsonb_build_object('patients', private.attention_rows(ids), 'decisions', private.last_decisions(ids),
    'looks', (select coalesce(jsonb_agg(jsonb_build_object('id', user_id, 'changedIn', changed_in)), '[]')
      from private.attention_looks where user_id = any (ids)));
end $$;
revoke all on function public.attention_to_watch(timestamptz, integer) from public, anon, authenticated, service_role;
grant execute on function public.attention_to_watch(timestamptz, integer) to service_role;

-- One text for each look, at most one an hour for each patient. An alarm within that hour is raised when it is over, if its item still raises
-- it. When a clinic first names a
-- duty phone, every urgent item that is open is an alarm; p_summary says how many, in place of {count}.
create function public.settle_attention(p_looks jsonb, p_alarms jsonb, p_phone text, p_text text, p_summary text default null)
returns integer language plpgsql security definer set search_path = '' as $$
declare
  raised integer;
begin
  with looked as (
    select (look ->> 'id')::uuid as id, (look ->> 'changedIn')::bigint as changed_in,
      coalesce((look ->> 'lookAt')::timestamptz, 'infinity') as look_at,
      (look ->> 'items')::integer as items, (look ->> 'isUrgent')::boolean as is_urgent
    from jsonb_array_elements(p_looks) as look),
  free as (
    select user_id, looked.look_at, looked.items, looked.is_urgent
    from private.attention_looks as known join looked on looked.id = user_id
    where known.changed_in = looked.changed_in order by user_id for update of known skip locked)
  update private.attention_looks as known
  set look_at = free.look_at, checked_at = clock_timestamp(), items = free.items, is_urgent = free.is_urgent
  from free where known.user_id = free.user_id;
  if jsonb_array_length(p_alarms) > 0 then
    -- One server at a time, so that all count the same hour.
    perform pg_advisory_xact_lock(hashtextextended('attention alarms', 0));
  end if;
  with alarms as (
    insert into private.attention_alarms (key, user_id)
    select alarm ->> 'key', user_id from jsonb_array_elements(p_alarms) as alarm
    join public.customers on user_id = (alarm ->> 'patient')::uuid
    where not exists (
      select from private.attention_alarms as known
      where known.user_id = customers.user_id and known.raised_at > now() - interval '1 hour')
    order by 1 on conflict do nothing returning key),
  texts as (
    insert into public.outbox (key, channel, recipient, body_text)
    select 'alarm:' || min(key), 'sms', p_phone,
      case when count(*) = 1 or p_summary is null then p_text else replace(p_summary, '{count}', count(*)::text) end
    from alarms having count(*) > 0
    on conflict (key) do nothing)
  select count(*) into raised from alarms;
  return raised;
end $$;
revoke all on function public.settle_attention(jsonb, jsonb, text, text, text) from public, anon, authenticated, service_role;
grant execute on function public.settle_attention(jsonb, jsonb, text, text, text) to service_role;

-- Since when texts to the duty phone fail; null while they work. A text that went out ends it.
create function public.alarms_failing_since() returns timestamptz
language sql stable security definer set search_path = '' as $$
  with texts as (
    select outbox.created_at, outbox.sent_at, outbox.dropped_at from private.attention_alarms as alarm
    join public.outbox on outbox.key = 'alarm:' || alarm.key)
  select min(created_at) from texts
  where sent_at is null and dropped_at is null and created_at < now() - interval '10 minutes'
    and created_at > coalesce((select max(sent_at) from texts), '-infinity')
$$;
revoke all on function public.alarms_failing_since() from public, anon, authenticated, service_role;
grant execute on function public.alarms_failing_since() to service_role;

-- Sends the newest text to the duty phone that was not sent again, to the number of today.
create function public.team_resend_alarm(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_phone text,
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
  update public.outbox
  set parked_at = null, attempts = 0, send_after = now(), lease = null, leased_until = null, last_error = null,
    recipient = coalesce(p_phone, recipient)
  where id = (
    select outbox.id from private.attention_alarms as alarm join public.outbox on outbox.key = 'alarm:' || alarm.key
    where sent_at is null and dropped_at is null order by created_at desc limit 1);
  if not found then
    perform private.refuse_team('PT409', 'changed_meanwhile', 'This text was sent in the meantime.');
  end if;
  return private.keep_answer(p_request, jsonb_build_object('resent', true));
end $$;
revoke all on function public.team_resend_alarm(uuid, uuid, text[], text[], text, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_resend_alarm(uuid, uuid, text[], text[], text, jsonb) to service_role;
