import type { Query } from './query-types.ts';
import { DatabaseUnusable } from './reach.ts';

const LEAST_VERSION = 150_000;

type Found = { version: number; me: string; database: string } & Record<'create' | 'superuser', boolean>;

/**
 * Says which right the role lacks, and how to grant it, before a migration fails with PostgreSQL's own
 * message. docs/deploy-own-server.md has the same statements.
 */
export async function checkRights(query: Query): Promise<void> {
  const { rows } = await query<Found>(
    `select current_setting('server_version_num')::int as version, quote_ident(current_user) as me, quote_ident(current_database()) as database,
       has_database_privilege(current_database(), 'create') as create,
       rolsuper as superuser
     from pg_roles where rolname = current_user`,
  );
  const found = rows[0]!;
  if (found.version < LEAST_VERSION) {
    throw new DatabaseUnusable(
      `PostgreSQL 15 or newer is needed; this is ${Math.floor(found.version / 10_000)}.`,
    );
  }
  if (found.superuser) return;
  const missing = [
    ...(found.create ? [] : [`alter database ${found.database} owner to ${found.me};`]),
    ...(await missingRoles(query, found)),
  ];
  if (missing.length > 0) {
    throw new DatabaseUnusable(
      `The database's role "${found.me}" lacks rights. Have a superuser run:\n  ${missing.join('\n  ')}`,
    );
  }
}

const ROLES = [
  ['anon', 'nologin noinherit'],
  ['authenticated', 'nologin noinherit'],
  ['service_role', 'nologin noinherit bypassrls'],
] as const;

type Role = { name: string; bypass: boolean; member: boolean };

async function missingRoles(query: Query, { me }: Found): Promise<string[]> {
  const { rows } = await query<Role>(
    `select rolname as name, rolbypassrls as bypass,
       pg_has_role(current_user, oid, 'member with admin option') as member
     from pg_roles where rolname in ('anon', 'authenticated', 'service_role')`,
  );
  const roleOf = new Map(rows.map((role) => [role.name, role]));
  const lacking = ROLES.map(([name]) => name).filter((name) => !roleOf.get(name)?.member);
  return [
    ...ROLES.filter(([name]) => !roleOf.has(name)).map(([name, kind]) => `create role ${name} ${kind};`),
    ...(roleOf.get('service_role')?.bypass === false ? ['alter role service_role bypassrls;'] : []),
    ...(lacking.length > 0 ? [`grant ${lacking.join(', ')} to ${me} with admin option;`] : []),
  ];
}
