import { randomInt } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The account that runs PostgreSQL when we are root: PostgreSQL refuses to run as root. */
export type Account = { uid: number; gid: number };

// Between the ids that distributions assign to users and those of systemd's dynamic services, and within a
// container's mapping.
const FIRST_ID = 60_706;
const LAST_ID = 61_183;

/**
 * Where root stores files that this account must reach and couldn't in root's own folders. Not the folder of
 * the documented installation (docs/deploy-own-server.md), because that belongs to the installation's user
 * and a trial as root must not touch it.
 */
export const ROOT_FOLDER = '/var/lib/bea-portal-root';

export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * The account that runs as PostgreSQL owns the database, so it is not `nobody`, which other programs may
 * use, but a user id without a name. The owner of the database files shows which id was chosen before.
 */
export async function accountFor(cluster: string): Promise<Account | null> {
  if (!isRoot()) return null;
  const taken = await idsWithNames();
  const isFree = (id: number) => id >= FIRST_ID && id <= LAST_ID && !taken.has(id);
  const owner = await stat(cluster).then(
    ({ uid }) => uid,
    () => null,
  );
  if (owner !== null && isFree(owner)) return { uid: owner, gid: owner };
  for (let tries = 0; tries < 10_000; tries++) {
    const id = randomInt(FIRST_ID, LAST_ID + 1);
    if (isFree(id)) return { uid: id, gid: id };
  }
  throw new Error(
    `When root starts the portal, PostgreSQL needs its own user id, and ${FIRST_ID} to ${LAST_ID} are taken.`,
  );
}

async function idsWithNames(): Promise<Set<number>> {
  const files = await Promise.all(['/etc/passwd', '/etc/group'].map((path) => readFile(path, 'utf8')));
  return new Set(
    files.flatMap((text) => [...text.matchAll(/^[^:\n]*:[^:\n]*:(\d+):/gm)].map(([, id]) => Number(id))),
  );
}

/** `initdb`, unlike PostgreSQL, requires a user with a name; and earlier versions ran PostgreSQL as this one. */
export async function namedUser(): Promise<number> {
  const entry = /^nobody:[^:]*:(\d+):/m.exec(await readFile('/etc/passwd', 'utf8'));
  if (entry) return Number(entry[1]);
  throw new Error('Running as root needs an account named "nobody" for PostgreSQL; there is none.');
}

/** Whether an unprivileged account can enter this folder: all of its parents grant others execute permission. */
export async function canReach(folder: string): Promise<boolean> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const { mode } = await stat(path);
    if ((mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
