CREATE OR REPLACE FUNCTION private.listed_conversations(p_person public.care_team, p_threads uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', thread.id,
      'patient', jsonb_build_object('id', patient.id, 'name', private.listed_name(patient)),
      'topic', thread.topic, 'at', last.created_at, 'from', last.sender, 'who', last.person_name,
      'firstWords', left(regexp_replace(trim(last.text), '\s+', ' ', 'g'), 120),
      'isUnread', last.sender = 'patient' and last.place > coalesce((
        select max(place) from public.message_reads as read
        where read.thread_id = thread.id and read.person_id = p_person.id), 0),
      'waiting', case when waiting.id is not null then jsonb_build_object(
        'at', private.epoch_ms(waiting.created_at), 'dueAt', private.epoch_ms(waiting.due_at)) end)
      order by listed.last_at desc, listed.thread_id desc), '[]')
    from private.conversations as listed
    join public.message_threads as thread on thread.id = listed.thread_id
    join private.patient_directory as patient on patient.id = listed.user_id
    cross join lateral (
      select * from public.messages where thread_id = listed.thread_id order by place desc limit 1) as last
    left join public.messages as waiting on waiting.id = listed.waiting_id
    where listed.thread_id = any (p_threads));
end $function$
;
