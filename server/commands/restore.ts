import { restore } from '../backup/restore.ts';
import { createObjectStore } from '../storage/stores/create-object-store.ts';
import { CommandProblem } from './command-line.ts';
import { print } from './print.ts';
import { runCommand } from './run-command.ts';
import { commandSettings, withDatabase } from './with-database.ts';

const usage = `Brings back what a backup holds. The portal must not be running.
  npm run restore -- FILE [--force]        (--force: also where there is data, which is then replaced)`;

runCommand({
  usage,
  options: { force: { type: 'boolean', default: false } },
  positionals: 1,
  run: async ({ force }, [path]) => {
    if (!path) throw new CommandProblem(usage);
    const store = createObjectStore(commandSettings());
    const { tables, rows, files } = await withDatabase(
      (database) => restore(database, store, path, { force }),
      { migrated: false },
    );
    print(`restored ${tables} tables, ${rows} rows, ${files} files`);
    return true;
  },
});
