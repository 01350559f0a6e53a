import { chmod, lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { namedUser, type Account } from './account.ts';

/**
 * Gives what belongs to the named user, and nothing else, to PostgreSQL's account. A folder first and then what is in it:
 * from there on nobody else can put another file, or a way to one, in the place of what is looked at.
 */
export async function giveFiles(path: string, account: Account): Promise<void> {
  await give(path, account, await namedUser());
}

async function give(path: string, account: Account, from: number): Promise<void> {
  const found = await lstat(path);
  if (found.uid === from) {
    await lchown(path, account.uid, account.gid);
    if (found.isDirectory()) await chmod(path, 0o700);
  }
  if (!found.isDirectory()) return;
  for (const name of await readdir(path)) await give(join(path, name), account, from);
}
