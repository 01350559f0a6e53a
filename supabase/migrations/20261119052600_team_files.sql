alter table public.message_pictures drop constraint message_pictures_type_check;
alter table public.message_pictures add constraint message_pictures_type_check
  check (type in ('image/jpeg', 'image/png', 'application/pdf'));
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('team-uploads', 'team-uploads', false, 10485760, array['image/png', 'image/jpeg', 'application/pdf'])
on conflict do nothing;

revoke execute on function private.has_room_for_upload() from authenticated;

drop policy "Patients leave pictures for a message" on storage.objects;

drop function private.clean_pictures(uuid,uuid[]);

drop function private.has_room_for_upload();

CREATE OR REPLACE FUNCTION public.abandoned_uploads()
 RETURNS TABLE(bucket text, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  (select copy.bucket_id, copy.name from storage.objects as copy
    where copy.bucket_id = 'documents' and copy.name ~ '^[0-9a-f-]{36}/messages/[0-9a-f-]{36}$'
      and copy.created_at < now() - interval '1 day'
      and not exists (select from public.message_pictures where message_pictures.name = copy.name)
    order by copy.created_at limit 500)
  union all
  (select upload.bucket_id, upload.name from storage.objects as upload
    where upload.bucket_id in ('message-uploads', 'team-uploads') and upload.created_at < now() - interval '1 day'
    order by upload.created_at limit 500)
$function$
;

CREATE OR REPLACE FUNCTION private.uploads_left(p_bucket text, p_folder uuid, p_ids uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(wanted.id), '{}')
  from unnest(p_ids) as wanted (id)
  where exists (select from storage.objects where bucket_id = p_bucket and name = p_folder || '/' || wanted.id)
$function$
;

revoke all on function private.uploads_left(text,uuid,uuid[]) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.message_uploads_left(p_user uuid, p_pictures uuid[])
 RETURNS uuid[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.uploads_left('message-uploads', p_user, p_pictures)
$function$
;

CREATE OR REPLACE FUNCTION public.send_message(p_user uuid, p_thread uuid, p_topic text, p_text text, p_due_at timestamp with time zone, p_submission uuid, p_pictures uuid[] DEFAULT '{}'::uuid[], p_concern text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  thread public.message_threads;
  sent public.messages;
begin
  if not private.lock_account(p_user) then
    return jsonb_build_object('problem', 'no_access');
  end if;
  select * into sent from public.messages where user_id = p_user and submission_id = p_submission;
  if sent.id is null and cardinality(p_pictures) <> (select count(*) from private.clean_files(p_user, p_pictures, 'message-uploads', p_user)) then
    return jsonb_build_object('problem', 'unknown_picture');
  elsif p_thread is null and sent.id is null then
    insert into public.message_threads (user_id, topic) values (p_user, p_topic) on conflict do nothing;
  end if;
  select * into thread from public.message_threads
  where user_id = p_user and case when p_thread is null then topic = p_topic else id = p_thread end;
  if thread.id is null and sent.id is null then
    return jsonb_build_object('problem', 'unknown_thread');
  elsif sent.id is not null and (sent.thread_id is distinct from thread.id or sent.text <> p_text
    or p_pictures <> array(select id from public.message_pictures where message_id = sent.id order by place)) then
    return jsonb_build_object('problem', 'submission_reused');
  elsif sent.id is null then
    insert into public.messages (thread_id, user_id, place, sender, text, due_at, submission_id, concern)
    values (thread.id, p_user, coalesce((select max(place) from public.messages where thread_id = thread.id), 0) + 1, 'patient',
      p_text, case when not exists (select from private.waiting_messages(p_user) where thread_id = thread.id) then p_due_at end,
      p_submission, p_concern)
    returning * into sent;
    insert into public.message_pictures (id, message_id, user_id, place, name, type, bytes)
    select picture.id, sent.id, p_user, picture.place, picture.name, picture.type, picture.bytes
    from private.clean_files(p_user, p_pictures, 'message-uploads', p_user) as picture;
  end if;
  return jsonb_build_object('id', sent.id, 'threadId', thread.id,
    'dueAt', (select due_at from private.waiting_messages(p_user) where thread_id = thread.id));
end $function$
;

CREATE OR REPLACE FUNCTION public.team_answer_message(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_answer jsonb, p_request jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  person constant public.care_team := private.enter_team(p_user, p_session, p_roles, p_reads);
  earlier constant jsonb := private.earlier_answer(p_request);
  thread public.message_threads;
  last public.messages;
  other public.messages;
  written public.messages;
begin
  if earlier is not null then
    return earlier;
  end if;
  if p_answer ? 'patientId' then
    thread := private.begin_thread((p_answer ->> 'patientId')::uuid, p_answer ->> 'topic');
  else
    thread := private.enter_thread((p_answer ->> 'threadId')::uuid);
    perform private.lock_messages(thread.user_id);
  end if;
  select * into last from public.messages where thread_id = thread.id order by place desc limit 1;
  select * into other from public.messages
  where thread_id = thread.id and sender = 'team' and person_id <> person.id
    and place > coalesce((p_answer ->> 'seen')::integer, (
      select max(place) from public.message_reads where thread_id = thread.id and person_id = person.id), 0)
  order by place desc limit 1;
  if other.id is not null and (p_answer ->> 'seen' is not null or last.sender = 'team') then
    perform private.refuse_team('PT409', 'changed_meanwhile', format('%s already replied. Read their reply first.', other.person_name));
  end if;
  insert into public.messages (thread_id, user_id, place, sender, text, by_phone, person_id, person_name, person_role)
  values (thread.id, thread.user_id, coalesce(last.place, 0) + 1, 'team', p_answer ->> 'text',
    coalesce((p_answer ->> 'byPhone')::boolean, false), person.id, person.name, person.role)
  returning * into written;
  if p_answer ? 'files' then
    perform private.add_team_files(written, array(select id::uuid from jsonb_array_elements_text(p_answer -> 'files') as id), p_user);
  end if;
  perform private.mark_team_reading(person, thread);
  if not written.by_phone then
    perform private.notify_of_message(thread.user_id, written.id, p_answer ->> 'notice', p_answer -> 'mail');
  end if;
  return private.keep_answer(p_request, jsonb_build_object('id', written.id, 'threadId', thread.id, 'sentAt', written.created_at));
end $function$
;

CREATE OR REPLACE FUNCTION private.add_team_files(p_written public.messages, p_files uuid[], p_folder uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  added integer;
begin
  insert into public.message_pictures (id, message_id, user_id, place, name, type, bytes)
  select file.id, p_written.id, p_written.user_id, file.place, file.name, file.type, file.bytes
  from private.clean_files(p_written.user_id, p_files, 'team-uploads', p_folder) as file;
  get diagnostics added = row_count;
  if added <> cardinality(p_files) then
    perform private.refuse_team('PT422', 'unknown_picture', 'A file didn’t reach us. Please add it again.');
  end if;
end $function$
;

revoke all on function private.add_team_files(public.messages,uuid[],uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.clean_files(p_user uuid, p_ids uuid[], p_bucket text, p_folder uuid)
 RETURNS TABLE(id uuid, place integer, name text, type text, bytes integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select wanted.id, wanted.place::integer, clean.name, clean.metadata ->> 'mimetype', (clean.metadata ->> 'size')::integer
  from unnest(p_ids) with ordinality as wanted (id, place)
  join storage.objects as clean
    on clean.bucket_id = 'documents' and clean.name = private.picture_name(p_user, wanted.id)
    and clean.created_at > now() - interval '23 hours'
  join storage.objects as upload
    on upload.bucket_id = p_bucket and upload.name = p_folder || '/' || wanted.id
    and upload.created_at > now() - interval '23 hours'
  where not exists (select from public.message_pictures as taken where taken.id = wanted.id)
$function$
;

revoke all on function private.clean_files(uuid,uuid[],text,uuid) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.has_room_for_upload(p_bucket text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*) < 24 from storage.objects
  where bucket_id = p_bucket
    and name collate "C" > (select auth.uid() || '/') and name collate "C" < (select auth.uid() || '0')
$function$
;

revoke all on function private.has_room_for_upload(text) from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION private.may_leave_team_file()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return private.has_team_session() and (private.staff_of(auth.uid())).role in ('coach', 'clinician');
end $function$
;

revoke all on function private.may_leave_team_file() from public, anon, authenticated, service_role;

CREATE OR REPLACE FUNCTION public.team_message_files(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_answer jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  patient uuid := (p_answer ->> 'patientId')::uuid;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  if patient is null then
    patient := (private.enter_thread((p_answer ->> 'threadId')::uuid)).user_id;
  else
    perform private.require_record('messages', patient);
  end if;
  return jsonb_build_object('patient', patient, 'folder', p_user, 'left', private.uploads_left('team-uploads', p_user,
    array(select id::uuid from jsonb_array_elements_text(p_answer -> 'files') as id)));
end $function$
;

revoke all on function public.team_message_files(uuid,uuid,text[],text[],jsonb) from public, anon, authenticated, service_role;

create policy "Patients leave pictures for a message" on storage.objects as permissive for insert to authenticated with check (((bucket_id = 'message-uploads'::text) AND (name ~ (('^'::text || ( SELECT auth.uid() AS uid)) || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text)) AND ( SELECT private.has_consented() AS has_consented) AND ( SELECT private.has_room_for_upload('message-uploads'::text) AS has_room_for_upload)));

create policy "The care team leaves files for a message" on storage.objects as permissive for insert to authenticated with check (((bucket_id = 'team-uploads'::text) AND (name ~ (('^'::text || ( SELECT auth.uid() AS uid)) || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text)) AND ( SELECT private.may_leave_team_file() AS may_leave_team_file) AND ( SELECT private.has_room_for_upload('team-uploads'::text) AS has_room_for_upload)));

grant execute on function private.has_room_for_upload(text) to authenticated;

grant execute on function private.may_leave_team_file() to authenticated;

grant execute on function public.team_message_files(uuid,uuid,text[],text[],jsonb) to service_role;
