-- Files: a patient's own documents, and guides for everybody. Nobody writes from a browser: without a policy for it, only
-- the service's key does.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('documents', 'documents', false, 26214400, array['application/pdf', 'image/png', 'image/jpeg']),
  ('guides', 'guides', true, 26214400, array['application/pdf'])
on conflict do nothing;

create policy "Patients read documents in their own folder" on storage.objects
  for select to authenticated using (
    bucket_id = 'documents'
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select private.has_consented())
  );

create policy "Everybody reads guides" on storage.objects
  for select to anon, authenticated using (bucket_id = 'guides');
