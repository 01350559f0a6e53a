-- Pictures of messages. A browser leaves each as it is in a bucket from which nobody reads but the service's key; `send-message`
-- keeps a clean copy in the patient's own folder of the private bucket, and the message is stored with all of its pictures or not
-- at all. What no message took goes after a day.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('message-uploads', 'message-uploads', false, 10485760, array['image/png', 'image/jpeg'])
on conflict do nothing;

-- More than a message takes, for whoever chose others or tries again: what a refused message leaves stays for a day. Nobody fills
-- our disk.
create function private.has_room_for_upload() returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) < 24 from storage.objects
  where bucket_id = 'message-uploads'
    and name collate "C" > (select auth.uid() || '/') and name collate "C" < (select auth.uid() || '0')
$$;
revoke all on function private.has_room_for_upload() from public;
grant execute on function private.has_room_for_upload() to authenticated;

-- Left once and never changed: there is no policy to read, replace or remove one.
create policy "Patients leave pictures for a message" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'message-uploads'
    and name ~ ('^' || (select auth.uid()) || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
    and (select private.has_consented())
    and (select private.has_room_for_upload())
  );

-- As in 20261115101400_storage.sql, and what waits to become a picture: it goes with the account, too.
create or replace function private.files_of(p_user_id uuid) returns setof storage.objects
language sql stable set search_path = '' as $$
  select * from storage.objects
  where bucket_id in ('documents', 'message-uploads')
    and name collate "C" > p_user_id || '/' and name collate "C" < p_user_id || '0'
$$;
create or replace function private.documents_of(p_user_id uuid) returns setof storage.objects
language sql stable set search_path = '' as $$
  select * from private.files_of(p_user_id)
  where bucket_id = 'documents' and name !~ '(^|/)\.emptyFolderPlaceholder$'
$$;

create table public.message_pictures (
  -- As the browser named it.
  id uuid primary key,
  message_id uuid not null references public.messages on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  -- In its message.
  place integer not null check (place between 1 and 3),
  -- In the bucket `documents`.
  name text not null unique,
  type text not null check (type in ('image/jpeg', 'image/png')),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default clock_timestamp(),
  unique (message_id, place)
);
create index message_pictures_of_patient on public.message_pictures (user_id, created_at desc);
alter table public.message_pictures alter column user_id set statistics 0;
alter table public.message_pictures enable row level security;
revoke all on public.message_pictures from anon, authenticated, service_role;
grant select on public.message_pictures to authenticated;
create policy "Patients read of their own pictures" on public.message_pictures
  for select to authenticated using (user_id = (select auth.uid()) and (select private.has_consented()));
create trigger is_append_only before update or truncate on public.message_pictures
  for each statement execute function private.refuse_change();
create trigger goes_with_the_account before delete on public.message_pictures
  for each row execute function private.refuse_forgetting();
create trigger audit_message_pictures after insert or update or delete on public.message_pictures
  for each row execute function private.audit_change();
create trigger tell_patient after insert or update or delete on public.message_pictures
  for each row execute function private.tell_patient();
do $$
begin
  if exists (select from pg_publication where pubname = 'supabase_realtime') then
    alter publication supabase_realtime add table public.message_pictures;
  end if;
end $$;
insert into private.export_parts (place, name, needs_consent, max_lines) values (285, 'message_pictures', true, 10000);
create view private.export_message_pictures as
  select user_id, created_at as moment, id, to_jsonb(own) as line from public.message_pictures as own;

create function private.picture_name(p_user uuid, p_id uuid) returns text
language sql immutable set search_path = '' as $$
  select p_user || '/messages/' || p_id
$$;

-- Those of the pictures that can become a message's: left and cleaned not long ago, and no other message's. What is older than
-- 23 hours may be swept at this moment.
create function private.clean_pictures(p_user uuid, p_ids uuid[])
returns table (id uuid, place integer, name text, type text, bytes integer)
language sql stable security definer set search_path = '' as $$
  select wanted.id, wanted.place::integer, clean.name, clean.metadata ->> 'mimetype', (clean.metadata ->> 'size')::integer
  from unnest(p_ids) with ordinality as wanted (id, place)
  join storage.objects as clean
    on clean.bucket_id = 'documents' and clean.name = private.picture_name(p_user, wanted.id)
    and clean.created_at > now() - interval '23 hours'
  join storage.objects as upload
    on upload.bucket_id = 'message-uploads' and upload.name = p_user || '/' || wanted.id
    and upload.created_at > now() - interval '23 hours'
  where not exists (select from public.message_pictures as taken where taken.id = wanted.id)
$$;

-- As in 20261119101400_messages.sql, with pictures, which belong to what a submission stands for.
drop function public.send_message(uuid, uuid, text, text, timestamptz, uuid);
create function public.send_message(p_user uuid, p_thread uuid, p_topic text, p_text text, p_due_at timestamptz, p_submission uuid,
  p_pictures uuid[] default '{}')
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  thread public.message_threads;
  sent public.messages;
begin
  perform private.in_turn_with_messages(p_user);
  select * into sent from public.messages where user_id = p_user and submission_id = p_submission;
  if sent.id is null and cardinality(p_pictures) <> (select count(*) from private.clean_pictures(p_user, p_pictures)) then
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
    insert into public.messages (thread_id, user_id, place, sender, text, due_at, submission_id)
    values (thread.id, p_user, coalesce((select max(place) from public.messages where thread_id = thread.id), 0) + 1, 'patient',
      p_text, case when not exists (select from private.waiting_messages(p_user) where thread_id = thread.id) then p_due_at end,
      p_submission)
    returning * into sent;
    insert into public.message_pictures (id, message_id, user_id, place, name, type, bytes)
    select picture.id, sent.id, p_user, picture.place, picture.name, picture.type, picture.bytes
    from private.clean_pictures(p_user, p_pictures) as picture;
  end if;
  return jsonb_build_object('id', sent.id, 'threadId', thread.id,
    'dueAt', (select due_at from private.waiting_messages(p_user) where thread_id = thread.id));
end $$;

-- What was left a day ago, and clean copies of that age that no message names, whatever became of what they were made of.
create function public.abandoned_uploads() returns table (bucket text, name text)
language sql stable security definer set search_path = '' as $$
  (select copy.bucket_id, copy.name from storage.objects as copy
    where copy.bucket_id = 'documents' and copy.name ~ '^[0-9a-f-]{36}/messages/[0-9a-f-]{36}$'
      and copy.created_at < now() - interval '1 day'
      and not exists (select from public.message_pictures where message_pictures.name = copy.name)
    order by copy.created_at limit 500)
  union all
  (select upload.bucket_id, upload.name from storage.objects as upload
    where upload.bucket_id = 'message-uploads' and upload.created_at < now() - interval '1 day'
    order by upload.created_at limit 500)
$$;

revoke all on function private.picture_name(uuid, uuid), private.clean_pictures(uuid, uuid[]) from public;
revoke all on function public.send_message(uuid, uuid, text, text, timestamptz, uuid, uuid[]), public.abandoned_uploads()
  from public, anon, authenticated, service_role;
grant execute on function public.send_message(uuid, uuid, text, text, timestamptz, uuid, uuid[]), public.abandoned_uploads()
  to service_role;
