import { parseArgs } from 'node:util';
import { restore } from '../backup/restore.ts';
import { createObjectStore } from '../storage/object-store.ts';
import { commandSettings, runCommand, withDatabase } from './with-database.ts';

const USAGE = `Brings back what a backup holds. The portal must not be running.
  npm run restore -- FILE [--force]        (--force: also where there is data, which is then replaced)`;

runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { force: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [path] = positionals;
  if (!path) {
    console.error(USAGE);
    return false;
  }
  const store = createObjectStore(commandSettings());
  const { tables, rows, files } = await withDatabase(
    (database) => restore(database, store, path, { force: values.force }),
    { migrated: false },
  );
  console.log(`restored ${tables} tables, ${rows} rows, ${files} files`);
  return true;
});
