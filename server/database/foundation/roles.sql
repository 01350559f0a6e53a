-- Roles, schemas and default grants, as a Supabase project has them before its first migration, so that
-- supabase/migrations run unchanged here. The files of this folder are applied in the order roles, auth, storage, realtime,
-- server, again whenever their text changes, and change nothing the second time.

do $$
declare
  role record;
begin
  for role in
    select * from (values ('anon', ''), ('authenticated', ''), ('service_role', 'bypassrls')) as roles (name, more)
    where name not in (select rolname from pg_roles)
  loop
    -- Roles belong to the whole cluster: another database of it may be making them at this moment.
    begin
      execute format('create role %I nologin noinherit %s', role.name, role.more);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;
grant anon, authenticated, service_role to current_user;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
create schema if not exists auth;
create schema if not exists storage;
create schema if not exists realtime;
grant usage on schema auth, storage, realtime to anon, authenticated, service_role;

-- The server's own tables: no one but the server reaches this schema.
create schema if not exists portal_server;
revoke all on schema portal_server from public;
