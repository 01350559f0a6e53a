import { access, constants, stat } from 'node:fs/promises';
import { hasCluster } from '../embedded/cluster-folder.ts';
import { nearestExisting } from '../embedded/private-folder.ts';
import { CommandProblem, NAME_ITS_SETTINGS } from './command-line.ts';

const SETTINGS = '--env-file FILE, or PORTAL_ENV.';

/** Without this, a command run with the wrong settings would create an empty portal that no patient ever sees. */
export async function refuseWithoutPortal(dataFolder: string): Promise<void> {
  await refuseOthersFolder(dataFolder);
  if (hasCluster(dataFolder)) return;
  throw new CommandProblem(`There is no portal in ${dataFolder}. ${NAME_ITS_SETTINGS}`);
}

/** For a command that may create a portal. Whoever forgot to name the settings is told so, not to change permissions of the wrong folder. */
export async function refuseUnusableFolder(dataFolder: string): Promise<void> {
  if (await refuseOthersFolder(dataFolder)) return;
  const parent = await nearestExisting(dataFolder);
  await access(parent, constants.W_OK).catch((cause: Error) => {
    throw new CommandProblem(
      `There is no ${dataFolder}, and this user may not make it. Name the settings of the portal that is meant: ${SETTINGS}`,
      { cause },
    );
  });
}

/** True if the folder is owned by this user, false if there is none. */
export async function refuseOthersFolder(dataFolder: string): Promise<boolean> {
  const uid = await ownerOf(dataFolder);
  if (uid === null) return false;
  if (!process.getuid || uid === process.getuid()) return true;
  throw new CommandProblem(
    `${dataFolder} belongs to another user (${uid}). Run the command as that user (sudo -u '#${uid}' …), ` +
      `or name the settings of the portal that is meant: ${SETTINGS}`,
  );
}

const ownerOf = (folder: string): Promise<number | null> =>
  stat(folder).then(
    ({ uid }) => uid,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return null;
      if (cause.code !== 'EACCES') throw cause;
      throw new CommandProblem(
        `${folder}: this user may not look into it. Run the command as the user that runs the portal (sudo -u …), ` +
          `or name the settings of the portal that is meant: ${SETTINGS}`,
        { cause },
      );
    },
  );
