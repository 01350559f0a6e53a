import * as z from 'zod/mini';
import { backUp } from '../backup/back-up.ts';
import { nextPath, removeOld } from '../backup/backup-folder.ts';
import { checkRecipient } from '../backup/encrypt.ts';
import { recordBackup } from '../backup/last-backup.ts';
import { upload } from '../backup/upload.ts';
import { silentLog } from '../log.ts';
import { checkStoreIdentity } from '../storage/stores/store-identity.ts';
import { createObjectStore } from '../storage/stores/create-object-store.ts';
import { CommandProblem, read } from './command-line.ts';
import { print } from './print.ts';
import { runCommand } from './run-command.ts';
import { commandSettings, withDatabase } from './with-database.ts';

const usage = `Writes everything the portal stores to one file, while it keeps running:
  npm run backup -- FILE [--recipient age1…]
  npm run backup -- --folder FOLDER --recipient age1… [--keep-days 30] [--upload 'rclone copy "$BACKUP_FILE" offsite:portal']
      --recipient   encrypts with age for this public key; nothing unencrypted is written to disk
      --folder      a new file each time, named by its time
      --keep-days   if the backup succeeds, removes older backups from the folder
      --upload      a shell command that copies the file elsewhere; BACKUP_FILE holds its path`;

const KEEP = 'must be a number of days from 1 to 3650';
const BackupOptions = z.object({
  folder: z.optional(z.string().check(z.minLength(1, 'a folder is needed'))),
  recipient: z.optional(
    z.string().check(z.regex(/^(age1|ssh-)\S/, 'must be a public key, such as age-keygen prints: age1…')),
  ),
  'keep-days': z.optional(z.string().check(z.regex(/^([1-9]\d{0,2}|[1-3]\d{3})$/, KEEP))),
  upload: z.optional(z.string()),
});

runCommand({
  usage,
  options: {
    folder: { type: 'string' },
    recipient: { type: 'string' },
    'keep-days': { type: 'string' },
    upload: { type: 'string' },
  },
  maxPositionals: 1,
  run: async (values, [file]) => {
    const { folder, recipient, 'keep-days': keepDays, upload: uploadCommand } = read(BackupOptions, values);
    if (!file === !folder) throw new CommandProblem(usage);
    if (keepDays && !folder) throw new CommandProblem('--keep-days: only with --folder');
    if (uploadCommand && !recipient) {
      throw new CommandProblem('--upload: only with --recipient, because the file holds health data');
    }
    if (recipient) await checkRecipient(recipient);
    const now = new Date();
    const path = file ?? (await nextPath(folder!, now, Boolean(recipient)));
    await write(path, recipient);
    if (uploadCommand) await upload(uploadCommand, path);
    await withDatabase((database) => recordBackup(database, now), { migrated: false });
    const removed = keepDays ? await removeOld(folder!, Number(keepDays), now) : [];
    for (const name of removed) print(`removed ${name}, older than ${keepDays} days`);
    return true;
  },
});

async function write(path: string, recipient: string | undefined): Promise<void> {
  const settings = commandSettings();
  const { tables, rows, files, missingFiles } = await withDatabase(async (database) => {
    const store = createObjectStore(settings);
    await checkStoreIdentity({ settings, database, store, log: silentLog });
    return backUp(database, store, path, { recipient });
  });
  print(`${path}: ${tables} tables, ${rows} rows, ${files} files`);
  if (missingFiles > 0) print(`${missingFiles} files were deleted while this ran and are not in the backup.`);
}
