import { restore } from '../backup/restore.ts';
import { createObjectStore } from '../storage/stores/create-object-store.ts';
import { CommandProblem } from './command-line.ts';
import { print } from './print.ts';
import { runCommand } from './run-command.ts';
import { commandSettings, withDatabase } from './with-database.ts';

const usage = `Restores a backup. The portal must not be running.
  npm run restore -- FILE [--force]        (--force: replaces any existing data)`;

runCommand({
  usage,
  options: { force: { type: 'boolean', default: false } },
  maxPositionals: 1,
  run: async ({ force }, [path]) => {
    if (!path) throw new CommandProblem(usage);
    const store = createObjectStore(commandSettings());
    const restored = await withDatabase(
      async (database, place) => ({ ...(await restore(database, store, path, { force, place })), place }),
      { migrated: false, mayBeNew: true },
    );
    const { tables, rows, files, place } = restored;
    print(`restored ${tables} tables, ${rows} rows, ${files} files into ${place}`);
    return true;
  },
});
