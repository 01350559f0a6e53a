-- Alarms to the duty phone: several at once are one text, and one that does not go out is known.

-- As in 20261122000000_lists_and_records_in_less.sql, with one text for each look. When a clinic first names a duty phone, every urgent
-- item that is open is an alarm; p_summary says how many, in place of {count}.
drop function public.settle_attention(jsonb, jsonb, text, text);
create function public.settle_attention(p_looks jsonb, p_alarms jsonb, p_phone text, p_text text, p_summary text default null)
returns integer language plpgsql security definer set search_path = '' as $$
declare
  raised integer;
begin
  with looked as (
    select (look ->> 'id')::uuid as id, (look ->> 'toldIn')::bigint as told_in,
      coalesce((look ->> 'lookAt')::timestamptz, 'infinity') as look_at,
      (look ->> 'items')::integer as items, (look ->> 'isUrgent')::boolean as is_urgent
    from jsonb_array_elements(p_looks) as look),
  free as (
    select user_id, looked.look_at, looked.items, looked.is_urgent
    from private.attention_looks as known join looked on looked.id = user_id
    where known.told_in = looked.told_in order by user_id for update of known skip locked)
  update private.attention_looks as known
  set look_at = free.look_at, checked_at = clock_timestamp(), items = free.items, is_urgent = free.is_urgent
  from free where known.user_id = free.user_id;
  with alarms as (
    insert into private.attention_alarms (key, user_id)
    select alarm ->> 'key', user_id from jsonb_array_elements(p_alarms) as alarm
    join public.customers on user_id = (alarm ->> 'patient')::uuid
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

-- Since when texts to the duty phone do not go out; null while they do. One that went out ends it.
create function public.alarms_failing_since() returns timestamptz
language sql stable security definer set search_path = '' as $$
  with texts as (
    select outbox.created_at, outbox.sent_at, outbox.dropped_at from private.attention_alarms as alarm
    join public.outbox on outbox.key = 'alarm:' || alarm.key)
  select min(created_at) from texts
  where sent_at is null and dropped_at is null and created_at < now() - interval '10 minutes'
    and created_at > coalesce((select max(sent_at) from texts), '-infinity')
$$;

-- As in 20261119100500_attention.sql, with alarms that did not go out.
create or replace function private.clinic_rows() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return jsonb_build_object(
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object('name', trim(first_name || ' ' || last_name), 'at', private.in_ms(invited_at),
        'id', md5(invitations.email || private.in_ms(invited_at)))), '[]')
      from public.invitations
      where revoked_at is null and invited_at <= now() - interval '7 days'
        and invited_at >= (select max(at) from private.attention_began)
        and not exists (select from public.customers where customer_email = invitations.email)),
    'manyOpenings', (
      select coalesce(jsonb_agg(jsonb_build_object('id', person_id || ':' || day, 'person', name, 'day', day,
        'at', private.in_ms(sixth))), '[]')
      from (
        select person_id, care_team.name, (opened_at at time zone time_zone)::date as day,
          (array_agg(opened_at order by opened_at))[6] as sixth
        from public.record_openings join public.care_team on care_team.id = person_id
        where opened_at > now() - interval '30 days'
        group by 1, 2, 3 having count(*) > 5) as many),
    'alarmsFailingSince', (select private.in_ms(public.alarms_failing_since())));
end $$;

revoke all on all functions in schema private from public;
revoke all on function public.settle_attention(jsonb, jsonb, text, text, text), public.alarms_failing_since()
  from public, anon, authenticated, service_role;
grant execute on function public.settle_attention(jsonb, jsonb, text, text, text), public.alarms_failing_since()
  to service_role;
