-- What this person has begun to write, and what a colleague who left had begun.
create function private.drafts_for(p_person public.care_team, p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'version', version, 'kind', kind, 'reference', reference,
      'title', title, 'date', noted_on, 'text', content, 'savedAt', saved_at, 'begunBy', begun_by) order by saved_at desc), '[]')
    from public.note_drafts
    where user_id = p_patient and (author_id = p_person.id or author_id is null and p_person.role = 'clinician'));
end $$;

create function private.administrative_record(p_patient uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  zone constant text := private.office_zone();
begin
  return jsonb_build_object('administration', private.administrative_summary(p_patient),
    'mails', (
      with office as (
        select (created_at at time zone zone)::date as day, channel, case when parked_at is not null then 'parked'
          when sent_at is not null then 'sent' when dropped_at is not null then 'dropped' else 'waiting' end as state
        from public.outbox as message where user_id = p_patient and private.is_office_message(message)
        order by created_at desc limit 1000),
      undelivered as (
        select distinct (parked_at at time zone zone)::date as day, channel, 'parked' as state
        from public.outbox as message
        where user_id = p_patient and not private.is_office_message(message)
          and private.is_undelivered_before_today(message, zone))
      select coalesce(jsonb_agg(jsonb_build_object('at', to_char(day, 'YYYY-MM-DD'), 'channel', channel, 'state', state)
        order by day desc, channel, state), '[]')
      from (select * from office union all select * from undelivered) as shown),
    'calls', array(
      select jsonb_build_object('startsAt', starts_at, 'status', status)
      from public.appointments where user_id = p_patient order by starts_at desc limit 1000));
end $$;
