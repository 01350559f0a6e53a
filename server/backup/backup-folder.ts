import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const DAY_MS = 86_400_000;
const NAME = /^portal-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup(\.age)?$/;
const DRAFT = /^portal-\d{8}T\d{6}Z\.backup.*\.draft$/;

/** A name that says when, for a backup in the folder, which is made for its owner alone where it is not there. */
export async function nextPath(folder: string, now: Date, encrypted: boolean): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const moment = now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  return join(folder, `portal-${moment}.backup${encrypted ? '.age' : ''}`);
}

/**
 * Removes backups that are older than so many days, by the moment in their name: copying a file changes its own. Drafts that
 * a killed run left go after a day. Files of any other name are somebody else's.
 */
export async function removeOld(folder: string, keepDays: number, now: Date): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const isDraft = DRAFT.test(name);
    const made = isDraft ? (await stat(path)).mtime : momentIn(name);
    if (!made || made.getTime() >= now.getTime() - (isDraft ? 1 : keepDays) * DAY_MS) continue;
    await rm(path);
    removed.push(name);
  }
  return removed;
}

function momentIn(name: string): Date | null {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  return year ? new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : null;
}
