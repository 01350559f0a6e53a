import type { Database } from '../../server/database/database.ts';

/** One object of the database, in PostgreSQL's own description. */
export type CatalogObject = {
  kind: 'table' | 'function' | 'view' | 'trigger' | 'policy' | 'grant';
  name: string;
  definition: string;
  /** The statements that create and drop it. Null for parts of a table, which are changed by hand. */
  make: string | null;
  remove: string | null;
};

export type Catalog = Map<string, CatalogObject>;

/** Everything the migrations create, including our triggers and policies on tables in Supabase's schemas. */
export const readCatalog = (database: Database): Promise<Catalog> =>
  database.transaction(async (query) => {
    await query(`set local search_path = ''`); // so that every name includes its schema
    const { rows } = await query<CatalogObject>(OBJECTS);
    return new Map(rows.map((object) => [`${object.kind} ${object.name}`, object]));
  });

const OBJECTS = `
with tables as (
  select class.oid, class.oid::regclass as name, nspname in ('public', 'private') as is_ours, relkind, relacl, reloptions, relrowsecurity
  from pg_class as class join pg_namespace on pg_namespace.oid = relnamespace
  where nspname in ('public', 'private', 'auth', 'storage', 'realtime') and relkind in ('r', 'p', 'v', 'S')
), functions as (
  select pg_proc.oid, pg_proc.oid::regprocedure as name, proacl, proowner
  from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prokind = 'f'
), rights as (
  select case relkind when 'S' then 'sequence ' else 'table ' end || name as target, item.*
  from tables, aclexplode(relacl) as item where is_ours
  union all
  select 'function ' || name, item.* from functions, aclexplode(coalesce(proacl, acldefault('f', proowner))) as item
  union all
  select 'schema ' || nspname, item.* from pg_namespace, aclexplode(nspacl) as item where nspname in ('public', 'private')
)
select 'table' as kind, name::text, concat_ws(' ', relkind, relrowsecurity, reloptions) as definition, null as make, null as remove
from tables where is_ours and relkind in ('r', 'p', 'S')
union all
select 'table', format('%s, column %I', name, attname), concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attidentity,
  attgenerated, attstattarget, pg_get_expr(adbin, adrelid)), null, null
from tables join pg_attribute on attrelid = tables.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
where is_ours and relkind in ('r', 'p') and attnum > 0 and not attisdropped
union all
select 'table', format('%s, constraint %I', name, conname), pg_get_constraintdef(pg_constraint.oid), null, null
from tables join pg_constraint on conrelid = tables.oid where is_ours
union all
select 'table', format('%s, index %s', name, indexrelid::regclass), concat_ws(' ', pg_get_indexdef(indexrelid), index.reloptions), null, null
from tables join pg_index on indrelid = tables.oid join pg_class as index on index.oid = indexrelid where is_ours
union all
select 'table', 'comment on ' || pg_describe_object(classoid, objoid, objsubid), description, null, null
from pg_description join tables on objoid = tables.oid where is_ours
union all
select 'table', format('%s, published in %I', name, pubname), '', null, null
from tables join pg_publication_rel on prrelid = tables.oid join pg_publication on pg_publication.oid = prpubid
union all
select 'function', name::text, pg_get_functiondef(oid), pg_get_functiondef(oid) || ';', 'drop function ' || name || ';' from functions
union all
select 'view', name::text, concat_ws(' ', reloptions, pg_get_viewdef(oid)),
  'create or replace view ' || name || coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '') || ' as' || chr(10) || pg_get_viewdef(oid),
  'drop view ' || name || ';'
from tables where is_ours and relkind = 'v'
union all
select 'trigger', format('%I on %s', tgname, tables.name), pg_get_triggerdef(pg_trigger.oid), pg_get_triggerdef(pg_trigger.oid) || ';',
  format('drop trigger %I on %s;', tgname, tables.name)
from tables join pg_trigger on tgrelid = tables.oid join functions on tgfoid = functions.oid where not tgisinternal
union all
select 'policy', format('%I on %s', polname, name), text, text, format('drop policy %I on %s;', polname, name)
from tables join pg_policy on polrelid = tables.oid cross join lateral (
  select concat(format('create policy %I on %s as %s for %s to %s', polname, name,
    case when polpermissive then 'permissive' else 'restrictive' end,
    case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
    (select string_agg(case role when 0 then 'public' else role::regrole::text end, ', ' order by role::regrole::text) from unnest(polroles) as role)),
    ' using (' || pg_get_expr(polqual, polrelid) || ')', ' with check (' || pg_get_expr(polwithcheck, polrelid) || ')', ';') as text) as written
union all
select 'grant', format('%s on %s to %s', right_name, target, role), '', format('grant %s on %s to %s;', right_name, target, role),
  format('revoke %s on %s from %s;', right_name, target, role)
from rights, lateral (select lower(privilege_type) as right_name, case grantee when 0 then 'public' else grantee::regrole::text end as role) as named
where grantee <> grantor
union all
select 'grant', format('%s on %s (%I) to %s', right_name, name, attname, role), '', format('grant %s (%I) on %s to %s;', right_name, attname, name, role),
  format('revoke %s (%I) on %s from %s;', right_name, attname, name, role)
from tables join pg_attribute on attrelid = tables.oid, aclexplode(attacl) as item,
  lateral (select lower(privilege_type) as right_name, case grantee when 0 then 'public' else grantee::regrole::text end as role) as named
where is_ours and not attisdropped and grantee <> grantor
order by kind, name`;
