import { access, constants, stat } from 'node:fs/promises';
import { hasCluster } from '../embedded/cluster-folder.ts';
import { nearestExisting } from '../embedded/private-folder.ts';
import { CommandProblem, NAME_ITS_SETTINGS } from './command-line.ts';

const SETTINGS = '--env-file FILE, or PORTAL_ENV.';

/** Without this, a command run with the wrong settings would create an empty portal that no patient ever sees. */
export async function refuseWithoutPortal(dataFolder: string): Promise<void> {
  await refuseOthersFolder(dataFolder);
  if (hasCluster(dataFolder)) return;
  throw new CommandProblem(`There’s no portal in ${dataFolder}. ${NAME_ITS_SETTINGS}`);
}

/** For a command that may create a portal. If the settings file was forgotten, the error says so, not that a wrong folder's permissions are missing. */
export async function refuseUnusableFolder(dataFolder: string): Promise<void> {
  if (await refuseOthersFolder(dataFolder)) return;
  const parent = await nearestExisting(dataFolder);
  await access(parent, constants.W_OK).catch((cause: Error) => {
    throw new CommandProblem(
      `There is no ${dataFolder}, and this user can’t create it. Point to the settings of the right portal: ${SETTINGS}`,
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
      `or point to the settings of the right portal: ${SETTINGS}`,
  );
}

const ownerOf = (folder: string): Promise<number | null> =>
  stat(folder).then(
    ({ uid }) => uid,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return null;
      if (cause.code !== 'EACCES') throw cause;
      throw new CommandProblem(
        `${folder}: this user can’t open it. Run the command as the user that runs the portal (sudo -u …), ` +
          `or point to the settings of the right portal: ${SETTINGS}`,
        { cause },
      );
    },
  );
