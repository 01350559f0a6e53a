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

create table public.message_pictures (
  -- The file's name in the browser.
  id uuid primary key,
  message_id uuid not null references public.messages on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  -- Its number in the message.
  place integer not null check (place between 1 and 3),
  -- The path in the bucket `documents`.
  name text not null unique,
  type text not null check (type in ('image/jpeg', 'image/png')),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default clock_timestamp(),
  unique (message_id, place)
);
alter table public.message_pictures alter column user_id set statistics 0;
alter table public.message_pictures enable row level security;
revoke all on public.message_pictures from anon, authenticated, service_role;
grant select on public.message_pictures to authenticated;
create index message_pictures_of_patient on public.message_pictures (user_id, created_at desc);

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

create function private.picture_name(p_user uuid, p_id uuid) returns text
language sql immutable set search_path = '' as $$
  select p_user || '/messages/' || p_id
$$;
revoke all on function private.picture_name(uuid, uuid) from public;

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
revoke all on function private.clean_pictures(uuid, uuid[]) from public;

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
revoke all on function public.abandoned_uploads() from public, anon, authenticated, service_role;
grant execute on function public.abandoned_uploads() to service_role;

-- Where a picture is kept, for somebody who may open its thread; noted as read.
create function public.team_picture(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_picture uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  picture public.message_pictures;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  select * into picture from public.message_pictures where id = p_picture;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'There is no such picture.');
  end if;
  perform private.enter_thread((select thread_id from public.messages where id = picture.message_id));
  return jsonb_build_object('name', picture.name, 'type', picture.type, 'place', picture.place);
end $$;
revoke all on function public.team_picture(uuid, uuid, text[], text[], uuid) from public, anon, authenticated, service_role;
grant execute on function public.team_picture(uuid, uuid, text[], text[], uuid) to service_role;

-- Which of these pictures wait for a message, so that each is paid for before it is read.
create function public.message_uploads_left(p_user uuid, p_pictures uuid[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(wanted.id), '{}')
  from unnest(p_pictures) as wanted (id)
  where exists (select from storage.objects
    where bucket_id = 'message-uploads' and name = p_user || '/' || wanted.id)
$$;
revoke all on function public.message_uploads_left(uuid, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.message_uploads_left(uuid, uuid[]) to service_role;
