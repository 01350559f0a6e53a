-- What the care team sees of pictures: that they are there with their message, and one at a time where it is downloaded.

-- As in 20261119101420_team_messages.sql, with each message's pictures; and a thread is found by any of its messages, too, which is
-- what an item of Today names.
create or replace function public.team_messages(p_user uuid, p_session uuid, p_roles text[], p_reads text[],
  p_patient uuid default null, p_thread uuid default null, p_is_act boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads, p_is_act);
  thread_of constant uuid := coalesce((select thread_id from public.messages where id = p_thread), p_thread);
  opened public.message_threads;
begin
  if thread_of is null then
    perform private.enter_record(p_patient, '{messages}');
  else
    opened := private.enter_thread(thread_of);
    perform private.in_turn_with_messages(opened.user_id);
    perform private.note_team_reading(person, opened);
  end if;
  return jsonb_build_object(
    'threads', (
      select coalesce(jsonb_agg(jsonb_build_object('id', thread.id, 'patientId', thread.user_id, 'topic', topic,
        'readByPatient', (select coalesce(max(place), 0) from public.message_reads
          where thread_id = thread.id and reader = 'patient'),
        'lastAt', (select max(created_at) from public.messages where thread_id = thread.id),
        'waiting', (select jsonb_build_object('id', id, 'at', private.in_ms(created_at), 'dueAt', private.in_ms(due_at))
          from private.waiting_messages(thread.user_id) where thread_id = thread.id)) order by thread.created_at), '[]')
      from public.message_threads as thread
      where case when thread_of is null then user_id = p_patient else id = thread_of end),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'place', place, 'from', sender, 'byPhone', by_phone, 'text', text,
        'who', case when sender = 'team' then jsonb_build_object('name', person_name, 'role', person_role) end,
        'at', created_at, 'pictures', (
          select coalesce(jsonb_agg(jsonb_build_object('id', picture.id, 'type', type, 'bytes', bytes) order by picture.place), '[]')
          from public.message_pictures as picture where message_id = newest.id)) order by place), '[]')
      from (select * from public.messages where thread_id = thread_of order by place desc limit 200) as newest));
end $$;

-- Where a picture is kept, for somebody who may open its thread; noted as read.
create function public.team_picture(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_picture uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  picture public.message_pictures;
begin
  select * into picture from public.message_pictures where id = p_picture;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such picture.');
  end if;
  perform private.enter_thread((select thread_id from public.messages where id = picture.message_id));
  return jsonb_build_object('name', picture.name, 'type', picture.type, 'place', picture.place);
end $$;

revoke all on function public.team_picture(uuid, uuid, text[], text[], uuid) from public, anon, authenticated, service_role;
grant execute on function public.team_picture(uuid, uuid, text[], text[], uuid) to service_role;
