/** A domain counts as its underlying type, because a filter's value need not pass the domain's checks. */
const BASE_TYPES = `
  with recursive base as (
    select oid, oid as base from pg_type where typtype <> 'd'
    union all
    select domain.oid, base.base from pg_type domain join base on domain.typbasetype = base.oid
    where domain.typtype = 'd'
  )`;

/** Describes a column or parameter of the type `oid`, as a JSON object. */
const describeType = (name: string, oid: string, modifier: string, fallback: string) => `
  json_build_object(
    'name', ${name},
    'type', format_type(${oid}, ${modifier}),
    'base', (
      select format_type(case typtype when 'd' then (select base from base where base.oid = pg_type.oid) else oid end, -1)
      from pg_type where pg_type.oid = ${oid}),
    'category', (select typcategory from pg_type where pg_type.oid = ${oid}),
    'fallback', ${fallback})`;

const rolesWho = (may: (role: string) => string) => `
  array(select role from unnest(array['anon', 'authenticated', 'service_role']) role where ${may('role')})`;

export const RELATIONS = `${BASE_TYPES}
select c.relname as name,
  case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
  ${rolesWho(
    (role) => `has_table_privilege(${role}, c.oid, 'select, insert, update, delete')
      or has_any_column_privilege(${role}, c.oid, 'select, insert, update')`,
  )} as roles,
  array(
    select a.attname::text from pg_index i, unnest(i.indkey) with ordinality as part (attnum, position)
      join pg_attribute a on a.attnum = part.attnum
    where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid
    order by part.position
  ) as key,
  coalesce((
    select json_agg(${describeType(
      'a.attname',
      'a.atttypid',
      'a.atttypmod',
      `case when a.attidentity <> ''
         then format('nextval(%L)', pg_get_serial_sequence(c.oid::regclass::text, a.attname))
         when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end`,
    )} order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ), '[]') as columns
from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition`;

export const ROUTINES = `${BASE_TYPES}
select p.proname as name, p.provolatile <> 'v' as "readOnly", p.proretset as "returnsSet",
  ${rolesWho((role) => `has_function_privilege(${role}, p.oid, 'execute')`)} as roles,
  case when p.prorettype = 'void'::regtype then 'void'
    when p.proargmodes && '{o,b,t}'::"char"[] or t.typtype = 'c' or p.prorettype = 'record'::regtype then 'row'
    else 'value' end as returns,
  coalesce((
    select json_agg(
      json_build_object(
        'name', coalesce(p.proargnames[input.place], ''),
        'type', format_type(input.type, -1),
        'variadic', input.mode = 'v',
        'optional', input.number > p.pronargs - p.pronargdefaults)
      order by input.number)
    from (
      select argument.type, argument.place, coalesce(p.proargmodes[argument.place], 'i') as mode,
        row_number() over (order by argument.place) as number
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as argument (type, place)
      where coalesce(p.proargmodes[argument.place], 'i') in ('i', 'b', 'v')
    ) input
  ), '[]') as parameters,
  case when p.proargmodes && '{o,b,t}'::"char"[] then (
    select json_agg(${describeType('p.proargnames[output.place]', 'output.type', '-1', 'null')} order by output.place)
    from unnest(p.proallargtypes) with ordinality as output (type, place)
    where p.proargmodes[output.place] in ('o', 'b', 't')
  ) when t.typtype = 'c' then (
    select json_agg(${describeType('a.attname', 'a.atttypid', 'a.atttypmod', 'null')} order by a.attnum)
    from pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
  ) else '[]' end as columns
from pg_proc p join pg_type t on t.oid = p.prorettype
where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
  and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)`;
