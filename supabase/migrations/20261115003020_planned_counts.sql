-- PostgREST answers `Prefer: count=planned` with what the planner expects, and the planner expects what it has seen of
-- everybody: asked for another patient's id, it tells about how many rows they have. So it sees nothing of whose rows are
-- whose. Every such column is found by an index, which needs no statistics to be chosen. A table that comes later says
-- `set statistics 0` where it is made.

do $$
declare
  path constant text := current_setting('search_path');
  own record;
  rule pg_policies;
  rules pg_policies[];
begin
  perform set_config('search_path', '', true); -- so that rules are written out with every name in full
  for own in
    select c.oid::regclass as name, relname, nspname, attname, format_type(atttypid, atttypmod) as type,
      has_any_column_privilege('authenticated', c.oid, 'select') as is_read
    from pg_class c join pg_namespace n on n.oid = relnamespace join pg_attribute a on attrelid = c.oid
    where nspname in ('public', 'private') and relkind = 'r' and attname in ('user_id', 'subject_id', 'actor_id')
  loop
    -- What was seen before stays until the column's type is given anew, also where it is the same one and nothing is
    -- written. PostgreSQL asks for the policies to stand aside meanwhile. Nobody can ask about tables that patients
    -- may not read.
    if own.is_read and exists (
      select from pg_stats
      where schemaname = own.nspname and tablename = own.relname and attname = own.attname
    ) then
      rules := array(
        select p from pg_policies p where schemaname = own.nspname and tablename = own.relname);
      foreach rule in array rules loop
        execute format('drop policy %I on %s', rule.policyname, own.name);
      end loop;
      execute format('alter table %s alter column %I type %s', own.name, own.attname, own.type);
      foreach rule in array rules loop
        execute format('create policy %I on %s as %s for %s to %s', rule.policyname, own.name, rule.permissive, rule.cmd,
            (select string_agg(quote_ident(role), ', ') from unnest(rule.roles) as role))
          || coalesce(' using (' || rule.qual || ')', '') || coalesce(' with check (' || rule.with_check || ')', '');
      end loop;
    end if;
    execute format('alter table %s alter column %I set statistics 0', own.name, own.attname);
  end loop;
  perform set_config('search_path', path, true);
end $$;
