import { randomInt } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Who runs PostgreSQL when we are root, which PostgreSQL refuses to be. */
export type Account = { uid: number; gid: number };

// Between what distributions give to people and what systemd gives to services, and inside what a container maps.
const FIRST_ID = 60_706;
const LAST_ID = 61_183;

/**
 * Where root keeps what its own folders hide from that account. Not the folder of the documented installation
 * (docs/deploy-own-server.md), which belongs to the installation's user: a trial must leave that one alone.
 */
export const ROOT_FOLDER = '/var/lib/bea-portal-root';

export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Nobody else's: whoever is the account owns the database. So not `nobody`, whom any program may be, but a number without
 * a name, which the owner of the database files tells.
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
    `Started by root, PostgreSQL needs a user id of its own, and ${FIRST_ID} to ${LAST_ID} are taken.`,
  );
}

async function idsWithNames(): Promise<Set<number>> {
  const files = await Promise.all(['/etc/passwd', '/etc/group'].map((path) => readFile(path, 'utf8')));
  return new Set(
    files.flatMap((text) => [...text.matchAll(/^[^:\n]*:[^:\n]*:(\d+):/gm)].map(([, id]) => Number(id))),
  );
}

/** `initdb`, unlike PostgreSQL, insists on a user with a name; and earlier versions ran PostgreSQL as this one. */
export async function namedUser(): Promise<number> {
  const entry = /^nobody:[^:]*:(\d+):/m.exec(await readFile('/etc/passwd', 'utf8'));
  if (entry) return Number(entry[1]);
  throw new Error('Running as root needs an account named "nobody" for PostgreSQL; there is none.');
}

/** Whether an account that owns nothing can enter this folder: every folder above it lets others through. */
export async function canReach(folder: string): Promise<boolean> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const { mode } = await stat(path);
    if ((mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
