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

-- What happens to a patient's documents is noted as what happens to their rows is, in the transaction that does it.
create function private.audit_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner text;
begin
  for owner in
    select distinct (storage.foldername(changed.name))[1]
    from (values (old.bucket_id, old.name), (new.bucket_id, new.name)) as changed (bucket_id, name)
    where changed.bucket_id = 'documents'
  loop
    -- A file outside of every patient's folder is about nobody.
    if owner ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      perform private.note_in_audit(lower(tg_op), 'documents', owner::uuid, auth.uid());
    end if;
  end loop;
  return null;
end $$;
revoke all on function private.audit_document() from public;
create trigger audit_documents after insert or delete or update of bucket_id, name, version on storage.objects
  for each row execute function private.audit_document();
