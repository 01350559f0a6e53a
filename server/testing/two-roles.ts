import { randomUUID } from 'node:crypto';
import { ACT_AS, emptyDatabase, OWN } from './empty-database.ts';

/** An empty database owned by one role, and another role that may only serve from it. */
export async function twoRoles() {
  const owner = await emptyDatabase(OWN, ACT_AS);
  const role = `serving_${randomUUID().replaceAll('-', '')}`;
  await owner.superuser.query(`create role ${role} login bypassrls password 'a-password'`);
  await owner.superuser.query(`grant anon, authenticated, service_role to ${role}`);
  return { ...owner, ownersUrl: owner.url, url: owner.url.replace(owner.role!, role) };
}
