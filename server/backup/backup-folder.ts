import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
const NAME = /^portal-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup(\.age)?$/;
const DRAFT = /^portal-\d{8}T\d{6}Z\.backup.*\.draft$/;

/** The path of a new backup, named by its time. Creates the folder, readable by its owner only, if it does not exist. */
export async function nextPath(folder: string, now: Date, encrypted: boolean): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const timestamp = now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  return join(folder, `portal-${timestamp}.backup${encrypted ? '.age' : ''}`);
}

/**
 * Removes backups older than `keepDays`, by the time in their name, because copying a file changes its modification time.
 * Drafts that a killed run left are removed after a day. Files with other names are left alone.
 */
export async function removeOld(folder: string, keepDays: number, now: Date): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const isDraft = DRAFT.test(name);
    const made = isDraft ? (await stat(path)).mtime : timestampIn(name);
    if (!made || made.getTime() >= now.getTime() - (isDraft ? 1 : keepDays) * DAY_MS) continue;
    await rm(path);
    removed.push(name);
  }
  return removed;
}

function timestampIn(name: string): Date | null {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  return year ? new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : null;
}
