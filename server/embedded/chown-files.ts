import { chmod, lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { namedUser, type Account } from './account.ts';

/**
 * Changes the owner of what belongs to the named user, and of nothing else, to PostgreSQL's account. A folder before its
 * contents: from then on no one else can replace a file in it, for example by a symlink, between check and change.
 */
export async function chownFiles(path: string, account: Account): Promise<void> {
  await chownTree(path, account, await namedUser());
}

async function chownTree(path: string, account: Account, from: number): Promise<void> {
  const found = await lstat(path);
  if (found.uid === from) {
    await lchown(path, account.uid, account.gid);
    if (found.isDirectory()) await chmod(path, 0o700);
  }
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) await chownTree(join(path, name), account, from);
}
