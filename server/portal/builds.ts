import { randomUUID } from 'node:crypto';
import { readdir, readlink, rename, rm, stat, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Each build has its own folder in `dist-builds`. `dist` is a symbolic link to the current one. */
export const WEB = join(import.meta.dirname, '../../web');
export const PORTAL = join(WEB, 'dist');

// Older ones stay, for a rollback and for open pages that still request their assets.
const KEPT_BUILDS = 3;

/** Replaces the link atomically, so that no request finds the portal missing or mixes two builds. */
export async function switchTo(web: string, build: string): Promise<void> {
  const [portal, target] = [join(web, 'dist'), relative(web, build)];
  if ((await readlink(portal).catch(() => null)) !== target) {
    const link = `${portal}.${randomUUID()}`;
    await symlink(target, link);
    await rename(link, portal).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EISDIR' && error.code !== 'ENOTEMPTY') throw error;
      // An earlier version put the build itself here.
      await rm(portal, { recursive: true, force: true });
      await rename(link, portal);
    });
  }
  const old = (await keptBuilds(web)).filter((kept) => kept !== build).slice(KEPT_BUILDS - 1);
  await Promise.all(old.map((kept) => rm(kept, { recursive: true, force: true })));
}

/** Newest first. */
export async function keptBuilds(web: string): Promise<string[]> {
  const folder = join(web, 'dist-builds');
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^[0-9a-f]{16}$/.test(name));
  const dated = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => null); // another server has just removed it
      return found ? [{ path, at: found.mtimeMs }] : [];
    }),
  );
  return dated
    .flat()
    .sort((one, other) => other.at - one.at)
    .map(({ path }) => path);
}
