-- Storage says in `storage.operation()` what it is doing; on our own server that is empty. Its names have had the prefix
-- `storage.` and not had it, so a policy takes both.

-- A signed link for an upload works without a session, and a resumable upload for a day. Storage checks the number of files
-- when it makes them and not when they are used, so patients upload a file as one request or not at all.
create policy "Files are uploaded in one request" on storage.objects
  as restrictive for insert to anon, authenticated
  with check (coalesce((select storage.operation()), '') ~ '^((storage\.)?object\.upload)?$');

alter policy "Nobody but the service signs links" on storage.objects
  using (coalesce((select storage.operation()), '') !~ '^(storage\.)?object\.sign(_many)?$');

-- A public bucket's files open by their addresses without any policy. This one only allowed listing the whole bucket.
drop policy "Everybody reads guides" on storage.objects;
