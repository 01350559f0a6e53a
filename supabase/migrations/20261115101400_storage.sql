-- Files: a patient's own documents, and guides for everybody. Nobody writes from a browser: without a policy for it, only
-- the service's key does.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('documents', 'documents', false, 26214400, array['application/pdf', 'image/png', 'image/jpeg']),
  ('guides', 'guides', true, 26214400, array['application/pdf'])
on conflict do nothing;

-- Storage lists a folder by comparing lower(name), for which row level security rules out an index: it would read the whole
-- bucket. These bounds mean the same as the folder's name, and an index serves them: `0` follows `/`.
create policy "Patients read documents in their own folder" on storage.objects
  for select to authenticated using (
    bucket_id = 'documents'
    and name collate "C" > (select auth.uid()) || '/'
    and name collate "C" < (select auth.uid()) || '0'
    and (select private.has_consented())
  );
create policy "Everybody reads guides" on storage.objects
  for select to anon, authenticated using (bucket_id = 'guides');
-- A signed link would outlive its maker's session, consent and invitation, for as many years as its maker wished.
create policy "Nobody but the service signs links" on storage.objects
  as restrictive for select to anon, authenticated
  using (coalesce((select storage.operation()), '') not in ('storage.object.sign', 'storage.object.sign_many'));
-- What the dashboard leaves in a folder whose last file has gone is nobody's document. It goes with the account.
create policy "Nobody sees placeholders" on storage.objects
  as restrictive for select to anon, authenticated using (name !~ '(^|/)\.emptyFolderPlaceholder$');

-- All files in a patient's own folder: everything behind its slash, which `0` follows.
create function private.files_of(p_user_id uuid) returns setof storage.objects
language sql stable set search_path = '' as $$
  select * from storage.objects
  where bucket_id = 'documents' and name collate "C" > p_user_id || '/' and name collate "C" < p_user_id || '0'
$$;

create function private.documents_of(p_user_id uuid) returns setof storage.objects
language sql stable set search_path = '' as $$
  select * from private.files_of(p_user_id) where name !~ '(^|/)\.emptyFolderPlaceholder$'
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

revoke all on all functions in schema private from public;
