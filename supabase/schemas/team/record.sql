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
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('administration', private.administrative_summary(p_patient),
    'mails', array(
      select jsonb_build_object('at', created_at, 'channel', channel, 'state', case
        when parked_at is not null then 'parked' when sent_at is not null then 'sent'
        when dropped_at is not null then 'dropped' else 'waiting' end)
      from public.outbox where user_id = p_patient order by created_at desc limit 1000),
    'calls', array(
      select jsonb_build_object('startsAt', starts_at, 'status', status)
      from public.appointments where user_id = p_patient order by starts_at desc limit 1000))
$$;
