-- Storage lists a folder by comparing lower(name), which under row level security no index may help with: it reads the
-- whole bucket. These bounds say the same as the folder's name does, and an index knows them: `0` follows `/`.

drop policy "Patients read documents in their own folder" on storage.objects;
create policy "Patients read documents in their own folder" on storage.objects
  for select to authenticated using (
    bucket_id = 'documents'
    and name collate "C" > (select auth.uid()) || '/'
    and name collate "C" < (select auth.uid()) || '0'
    and (select private.has_consented())
  );

-- A signed link outlives its maker's session, consent and invitation, for as many years as its maker wished.
create policy "Nobody but the service signs links" on storage.objects
  as restrictive for select to anon, authenticated
  using (coalesce((select storage.operation()), '') not in ('storage.object.sign', 'storage.object.sign_many'));

-- What the dashboard leaves in a folder whose last file has gone is nobody's document. It goes with the account.
create policy "Nobody sees placeholders" on storage.objects
  as restrictive for select to anon, authenticated using (name !~ '(^|/)\.emptyFolderPlaceholder$');

create or replace function private.audit_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  owner text;
begin
  for owner in
    select distinct (storage.foldername(changed.name))[1]
    from (values (old.bucket_id, old.name), (new.bucket_id, new.name)) as changed (bucket_id, name)
    where changed.bucket_id = 'documents' and changed.name !~ '(^|/)\.emptyFolderPlaceholder$'
  loop
    -- A file outside of every patient's folder is about nobody.
    if owner ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
      perform private.note_in_audit(lower(tg_op), 'documents', owner::uuid, auth.uid());
    end if;
  end loop;
  return null;
end $$;

create function private.documents_of(p_user_id uuid) returns setof storage.objects
language sql stable set search_path = '' as $$
  select * from private.files_of(p_user_id) where name !~ '(^|/)\.emptyFolderPlaceholder$'
$$;
revoke all on function private.documents_of(uuid) from public, anon, authenticated, service_role;

-- The export as it stands, with this in one place of it.
do $$
declare
  before constant text := pg_get_functiondef('private.gather_my_data()'::regprocedure);
begin
  if position('private.files_of(patient)' in before) = 0 then
    raise exception 'gather_my_data() does not ask for private.files_of(patient)';
  end if;
  execute replace(before, 'private.files_of(patient)', 'private.documents_of(patient)');
end $$;
