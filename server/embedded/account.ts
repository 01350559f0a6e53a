import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** The unprivileged account that runs PostgreSQL when we are root, which PostgreSQL refuses to be. */
export type Account = { uid: number; gid: number };

export async function unprivilegedAccount(): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = await readFile('/etc/passwd', 'utf8');
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(accounts);
  if (!entry)
    throw new Error('Running as root needs an account named "nobody" for PostgreSQL; there is none.');
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}

/** Whether an account that owns nothing can enter this folder: every folder above it lets others through. */
export async function canReach(folder: string): Promise<boolean> {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const { mode } = await stat(path);
    if ((mode & 0o001) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
