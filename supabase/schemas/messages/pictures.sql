-- Files in messages: pictures, and from the care team PDFs too. The browser uploads each one, as it is, to a bucket that only the service's
-- key can read: patients to `message-uploads`, the care team to `team-uploads`. `send-message` and `team-message` put a clean copy in the
-- patient's own folder of the private bucket, and store the message with all of its files or not at all. An upload that no message used is
-- deleted after a day.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('message-uploads', 'message-uploads', false, 10485760, array['image/png', 'image/jpeg']),
  ('team-uploads', 'team-uploads', false, 10485760, array['image/png', 'image/jpeg', 'application/pdf'])
on conflict do nothing;

-- How many unused uploads a person may have. It is more than one message can hold, because a patient may select other files or retry, and
-- uploads of a refused message stay for a day. The limit protects the disk.
create function private.has_room_for_upload(p_bucket text) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) < 24 from storage.objects
  where bucket_id = p_bucket
    and name collate "C" > (select auth.uid() || '/') and name collate "C" < (select auth.uid() || '0')
$$;
revoke all on function private.has_room_for_upload(text) from public;
grant execute on function private.has_room_for_upload(text) to authenticated;

-- An upload never changes: there is no policy to read, replace or remove one.
create policy "Patients leave pictures for a message" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'message-uploads'
    and name ~ ('^' || (select auth.uid()) || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
    and (select private.has_consented())
    and (select private.has_room_for_upload('message-uploads'))
  );

-- Only coaches and clinicians write to patients, and only in a session with their app's code, as for every function.
create function private.may_leave_team_file() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.has_team_session() and (private.staff_of(auth.uid())).role in ('coach', 'clinician');
end $$;
revoke all on function private.may_leave_team_file() from public;
grant execute on function private.may_leave_team_file() to authenticated;

create policy "The care team leaves files for a message" on storage.objects
  for insert to authenticated with check (
    bucket_id = 'team-uploads'
    and name ~ ('^' || (select auth.uid()) || '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')
    and (select private.may_leave_team_file())
    and (select private.has_room_for_upload('team-uploads'))
  );

-- The name is from when messages could have only pictures. PDFs are rows here too.
create table public.message_pictures (
  -- The file's name in the browser.
  id uuid primary key,
  message_id uuid not null references public.messages on delete cascade,
  user_id uuid not null references public.customers on delete cascade,
  -- Its number in the message.
  place integer not null check (place between 1 and 3),
  -- The path in the bucket `documents`.
  name text not null unique constraint name_ends check (length(name) <= 200),
  type text not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
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

create trigger publish_to_patient after insert or update or delete on public.message_pictures
  for each row execute function private.publish_to_patient();

create function private.is_file_sent(p_name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.message_pictures where name = p_name)
$$;
revoke all on function private.is_file_sent(text) from public;
grant execute on function private.is_file_sent(text) to authenticated;

-- A file is cleaned before its message is stored. If the message is refused, the sweep deletes the copy.
create policy "Files of a message are read once it is sent" on storage.objects
  as restrictive for select to authenticated
  using (bucket_id <> 'documents' or name !~ '^[^/]+/messages/' or private.is_file_sent(name));

create function private.picture_name(p_user uuid, p_id uuid) returns text
language sql immutable set search_path = '' as $$
  select p_user || '/messages/' || p_id
$$;
revoke all on function private.picture_name(uuid, uuid) from public;

-- Which of these files a message to or from this patient can use: uploaded to this folder and cleaned in the last 23 hours, and in no other
-- message. An older one may be deleted at any moment.
create function private.clean_files(p_user uuid, p_ids uuid[], p_bucket text, p_folder uuid)
returns table (id uuid, place integer, name text, type text, bytes integer)
language sql stable security definer set search_path = '' as $$
  select wanted.id, wanted.place::integer, clean.name, clean.metadata ->> 'mimetype', (clean.metadata ->> 'size')::integer
  from unnest(p_ids) with ordinality as wanted (id, place)
  join storage.objects as clean
    on clean.bucket_id = 'documents' and clean.name = private.picture_name(p_user, wanted.id)
    and clean.created_at > now() - interval '23 hours'
  join storage.objects as upload
    on upload.bucket_id = p_bucket and upload.name = p_folder || '/' || wanted.id
    and upload.created_at > now() - interval '23 hours'
  where not exists (select from public.message_pictures as taken where taken.id = wanted.id)
$$;
revoke all on function private.clean_files(uuid, uuid[], text, uuid) from public;

-- Uploads that are a day old, and clean copies of that age that no message uses.
create function public.abandoned_uploads() returns table (bucket text, name text)
language sql stable security definer set search_path = '' as $$
  (select copy.bucket_id, copy.name from storage.objects as copy
    where copy.bucket_id = 'documents' and copy.name ~ '^[0-9a-f-]{36}/messages/[0-9a-f-]{36}$'
      and copy.created_at < now() - interval '1 day'
      and not exists (select from public.message_pictures where message_pictures.name = copy.name)
    order by copy.created_at limit 500)
  union all
  (select upload.bucket_id, upload.name from storage.objects as upload
    where upload.bucket_id in ('message-uploads', 'team-uploads') and upload.created_at < now() - interval '1 day'
    order by upload.created_at limit 500)
$$;
revoke all on function public.abandoned_uploads() from public, anon, authenticated, service_role;
grant execute on function public.abandoned_uploads() to service_role;

-- A picture's path, for someone who may open its thread; logged as a read.
create function public.team_picture(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_picture uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  picture public.message_pictures;
begin
  perform private.enter_team(p_user, p_session, p_roles, p_reads);
  select * into picture from public.message_pictures where id = p_picture;
  if not found then
    perform private.refuse_team('PT403', 'not_allowed', 'We can’t find this picture.');
  end if;
  perform private.enter_thread((select thread_id from public.messages where id = picture.message_id));
  return jsonb_build_object('name', picture.name, 'type', picture.type, 'place', picture.place);
end $$;
revoke all on function public.team_picture(uuid, uuid, text[], text[], uuid) from public, anon, authenticated, service_role;
grant execute on function public.team_picture(uuid, uuid, text[], text[], uuid) to service_role;

-- Which of these uploads are unused, so that each counts against the limit before it is read.
create function private.uploads_left(p_bucket text, p_folder uuid, p_ids uuid[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(wanted.id), '{}')
  from unnest(p_ids) as wanted (id)
  where exists (select from storage.objects where bucket_id = p_bucket and name = p_folder || '/' || wanted.id)
$$;
revoke all on function private.uploads_left(text, uuid, uuid[]) from public;

create function public.message_uploads_left(p_user uuid, p_pictures uuid[]) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select private.uploads_left('message-uploads', p_user, p_pictures)
$$;
revoke all on function public.message_uploads_left(uuid, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.message_uploads_left(uuid, uuid[]) to service_role;

-- The patient whose folder gets the files of a care-team message, and which of the files are unused. A person who may not write to this
-- patient is refused here, before any file is read or stored.
create function public.team_message_files(p_user uuid, p_session uuid, p_roles text[], p_reads text[], p_answer jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
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
end $$;
revoke all on function public.team_message_files(uuid, uuid, text[], text[], jsonb) from public, anon, authenticated, service_role;
grant execute on function public.team_message_files(uuid, uuid, text[], text[], jsonb) to service_role;

-- Adds the files of a message that a team member has just written: all of them, or none.
create function private.add_team_files(p_written public.messages, p_files uuid[], p_folder uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
end $$;
revoke all on function private.add_team_files(public.messages, uuid[], uuid) from public;
