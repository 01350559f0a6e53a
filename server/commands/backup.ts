import { backUp } from '../backup/back-up.ts';
import { createObjectStore } from '../storage/object-store.ts';
import { commandSettings, runCommand, withDatabase } from './with-database.ts';

const USAGE = `Writes everything that the portal keeps into one file, while it goes on:
  npm run backup -- FILE`;

runCommand(async () => {
  const [path] = process.argv.slice(2);
  if (!path) {
    console.error(USAGE);
    return false;
  }
  const store = createObjectStore(commandSettings());
  const { tables, rows, files, missingFiles } = await withDatabase((database) =>
    backUp(database, store, path),
  );
  console.log(`${path}: ${tables} tables, ${rows} rows, ${files} files`);
  if (missingFiles > 0) console.log(`${missingFiles} files were deleted while this ran, and are not in it.`);
  return true;
});
