CREATE OR REPLACE FUNCTION public.team_messages(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_patient uuid DEFAULT NULL::uuid, p_thread uuid DEFAULT NULL::uuid, p_is_act boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  thread_of constant uuid := coalesce((select thread_id from public.messages where id = p_thread), p_thread);
  opened public.message_threads;
begin
  if thread_of is null then
    perform private.enter_record(p_patient, '{messages}');
  else
    opened := private.enter_thread(thread_of);
    perform private.lock_messages(opened.user_id);
    perform private.mark_team_reading(person, opened);
  end if;
  return jsonb_build_object(
    'patient', case when opened.id is not null then private.patient_of_thread(person, opened) end,
    'threads', (
      select coalesce(jsonb_agg(jsonb_build_object('id', thread.id, 'patientId', thread.user_id, 'topic', topic,
        'readByPatient', (select coalesce(max(place), 0) from public.message_reads
          where thread_id = thread.id and reader = 'patient'),
        'lastAt', (select max(created_at) from public.messages where thread_id = thread.id),
        'lastFrom', (select sender from public.messages where thread_id = thread.id order by place desc limit 1),
        'asks', private.asks_in(thread),
        'waiting', (select jsonb_build_object('id', id, 'at', private.epoch_ms(created_at), 'dueAt', private.epoch_ms(due_at),
            'version', (select coalesce(max(version), 0) from public.attention_decisions where key = 'message-waits:' || waiting.id))
          from private.waiting_messages(thread.user_id) as waiting where thread_id = thread.id),
        'settled', private.settled_in(thread)) order by thread.created_at), '[]')
      from public.message_threads as thread
      where case when thread_of is null then user_id = p_patient else id = thread_of end),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'place', place, 'from', sender, 'byPhone', by_phone, 'text', text,
        'who', case when sender = 'team' then jsonb_build_object('name', person_name, 'role', person_role) end,
        'at', created_at, 'pictures', (
          select coalesce(jsonb_agg(jsonb_build_object('id', picture.id, 'type', type, 'bytes', bytes) order by picture.place), '[]')
          from public.message_pictures as picture where message_id = newest.id)) order by place), '[]')
      from (select * from public.messages where thread_id = thread_of order by place desc limit 200) as newest));
end $function$
;

CREATE OR REPLACE FUNCTION private.asks_in(p_thread public.message_threads)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select from public.messages
    where thread_id = p_thread.id and concern is not null and due_at is null and place > coalesce((
      select max(place) from public.messages where thread_id = p_thread.id and sender = 'team'), 0))
$function$
;

revoke all on function private.asks_in(public.message_threads) from public, anon, authenticated, service_role;
