-- Files: a patient's own documents, and guides for everybody. Nobody writes from a browser: without a policy for it, only
-- the service's key does.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('documents', 'documents', false, 26214400, array['application/pdf', 'image/png', 'image/jpeg']),
  ('guides', 'guides', true, 26214400, array['application/pdf'])
on conflict do nothing;

-- The bounds of a patient's own folder, each as one value that is known before the rows are read: PostgreSQL 15 uses an
-- index for no others beside row level security.
create policy "Patients read documents in their own folder" on storage.objects
  for select to authenticated
  using (
    bucket_id = 'documents'
    and name collate "C" > (select auth.uid() || '/')
    and name collate "C" < (select auth.uid() || '0')
    and (select private.may_take_along())
  );

-- A signed link would outlive its maker's session, consent and invitation, for as many years as its maker wished.
create policy "Nobody but the service signs links" on storage.objects
  as restrictive for select to anon, authenticated
  using (coalesce((select storage.operation()), '') !~ '^(storage\.)?object\.sign(_many)?$');

-- What the dashboard leaves in a folder whose last file has gone is nobody's document. It goes with the account.
create policy "Nobody sees placeholders" on storage.objects
  as restrictive for select to anon, authenticated using (name !~ '(^|/)\.emptyFolderPlaceholder$');

-- All files in a patient's own folder, which is everything between its slash and the next character, `0`. Pictures that wait to be
-- sent belong to it: they go with the account.
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

-- What happens to a patient's documents is noted as what happens to their rows is, in the transaction that does it.
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
    -- A file outside of every patient's folder belongs to no record.
    if owner ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      perform private.note_in_audit(lower(tg_op), 'documents', owner::uuid, auth.uid());
    end if;
  end loop;
  return null;
end $$;

create trigger audit_documents after insert or delete or update of bucket_id, name, version on storage.objects
  for each row execute function private.audit_document();

-- Storage says in `storage.operation()` what it is doing; on our own server that is empty. Its names have had the prefix
-- `storage.` and not had it, so a policy takes both.
-- A signed link for an upload works without a session, and a resumable upload for a day. Storage checks the number of files
-- when it makes them and not when they are used, so patients upload a file as one request or not at all.
create policy "Files are uploaded in one request" on storage.objects
  as restrictive for insert to anon, authenticated
  with check (coalesce((select storage.operation()), '') ~ '^((storage\.)?object\.upload)?$');
