-- Files: a patient's own documents, and guides for everyone. No browser writes: there is no policy for it, so only the service's key can.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('documents', 'documents', false, 26214400, array['application/pdf', 'image/png', 'image/jpeg']),
  ('guides', 'guides', true, 26214400, array['application/pdf'])
on conflict do nothing;

-- The bounds of a patient's own folder, as values known before rows are read: with row level security, PostgreSQL 15 uses an index only for
-- those.
create policy "Patients read documents in their own folder" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'documents'
    and name collate "C" > (select auth.uid() || '/')
    and name collate "C" < (select auth.uid() || '0')
    and (select private.may_download_own_record())
  );

-- Patients cannot make signed links: a link could outlive their session, consent and invitation by years.
create policy "Nobody but the service signs links" on storage.objects
  as restrictive for select to anon, authenticated
  using (coalesce((select storage.operation()), '') !~ '^(storage\.)?object\.sign(_many)?$');

-- The dashboard's placeholder in an empty folder is not a document. It is deleted with the account.
create policy "Nobody sees placeholders" on storage.objects
  as restrictive for select to anon, authenticated using (name !~ '(^|/)\.emptyFolderPlaceholder$');

-- All files in a patient's own folder: names between its slash and the next character, `0`. Pictures that wait to be sent belong to it, so
-- they are deleted with the account.
create function private.files_of(p_user_id uuid) returns setof storage.objects
language sql stable set search_path = '' as $$
  select * from storage.objects
  where bucket_id in ('documents', 'message-uploads')
    and name collate "C" > p_user_id || '/' and name collate "C" < p_user_id || '0'
$$;

create function private.documents_of(p_user_id uuid) returns setof storage.objects
language sql stable set search_path = '' as $$
  select * from private.files_of(p_user_id)
  where bucket_id = 'documents' and name !~ '(^|/)\.emptyFolderPlaceholder$'
$$;

-- Logs changes to a patient's documents as changes to their rows are, in the same transaction.
create function private.audit_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner text;
begin
  for owner in
    select distinct (storage.foldername(changed.name))[1]
    from (values (old.bucket_id, old.name), (new.bucket_id, new.name)) as changed (bucket_id, name)
    where changed.bucket_id = 'documents' and changed.name !~ '(^|/)\.emptyFolderPlaceholder$'
  loop
    -- A file outside a patient's folder belongs to no record.
    if owner ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      perform private.add_audit_line(lower(tg_op), 'documents', owner::uuid, auth.uid());
    end if;
  end loop;
  return null;
end $$;

create trigger audit_documents after insert or delete or update of bucket_id, name, version on storage.objects
  for each row execute function private.audit_document();

-- `storage.operation()` names what Storage is doing; on our own server it is empty. Some versions add the prefix `storage.`, so a policy
-- accepts both. A signed upload link works without a session, and a resumable upload for a day. Storage checks the number of files when it
-- creates them, not when they are used, so patients can only upload a file in one request.
create policy "Files are uploaded in one request" on storage.objects
  as restrictive for insert to anon, authenticated
  with check (coalesce((select storage.operation()), '') ~ '^((storage\.)?object\.upload)?$');
