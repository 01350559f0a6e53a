import { backUp } from '../backup/back-up.ts';
import { silentLog } from '../log.ts';
import { claimStore } from '../storage/claim-store.ts';
import { createObjectStore } from '../storage/object-store.ts';
import { CommandProblem } from './command-line.ts';
import { runCommand } from './run-command.ts';
import { commandSettings, withDatabase } from './with-database.ts';

const usage = `Writes everything that the portal keeps into one file, while it goes on:
  npm run backup -- FILE`;

runCommand({
  usage,
  positionals: 1,
  run: async (_, [path]) => {
    if (!path) throw new CommandProblem(usage);
    const settings = commandSettings();
    const { tables, rows, files, missingFiles } = await withDatabase(async (database) => {
      await claimStore({ settings, database, log: silentLog });
      return backUp(database, createObjectStore(settings), path);
    });
    console.log(`${path}: ${tables} tables, ${rows} rows, ${files} files`);
    if (missingFiles > 0)
      console.log(`${missingFiles} files were deleted while this ran, and are not in it.`);
    return true;
  },
});
