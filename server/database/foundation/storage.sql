-- Files: the names and columns of Supabase's Storage that we use. The bytes are kept elsewhere, under their version.

create table if not exists storage.buckets (
  id text primary key,
  name text not null unique,
  public boolean not null default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets,
  name text not null,
  owner_id text,
  version text not null,
  metadata jsonb,
  user_metadata jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now()
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");

-- As on Supabase everyone has the grants, and the policies alone decide.
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant select, insert, update, delete on storage.buckets, storage.objects to anon, authenticated, service_role;

create or replace function storage.foldername(name text) returns text[] language sql immutable
  as $$ select (string_to_array(name, '/'))[:array_length(string_to_array(name, '/'), 1) - 1] $$;
create or replace function storage.filename(name text) returns text language sql immutable
  as $$ select split_part(name, '/', -1) $$;
create or replace function storage.extension(name text) returns text language sql immutable
  as $$ select split_part(split_part(name, '/', -1), '.', -1) $$;
create or replace function storage.operation() returns text language sql stable
  as $$ select current_setting('storage.operation', true) $$;

-- Bytes without an object: not yet, or no longer. Housekeeping removes them after remove_after.
create table if not exists portal_server.orphaned_files (
  version text primary key,
  remove_after timestamptz not null
);
create index if not exists orphaned_files_remove_after on portal_server.orphaned_files (remove_after);

create or replace function portal_server.follow_files() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and old.version <> new.version then
    -- Someone may be in the middle of reading what was just replaced.
    insert into portal_server.orphaned_files (version, remove_after)
    values (old.version, now() + case when tg_op = 'UPDATE' then interval '10 minutes' else interval '0' end)
    on conflict do nothing;
  end if;
  if tg_op <> 'DELETE' then
    delete from portal_server.orphaned_files where version = new.version;
  end if;
  return null;
end $$;
create or replace trigger follow_files after insert or delete or update of version on storage.objects
  for each row execute function portal_server.follow_files();
