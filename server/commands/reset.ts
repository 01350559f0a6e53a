import { existsSync } from 'node:fs';
import { runningOn } from '../embedded/lock.ts';
import { removeData } from '../embedded/cluster-folder.ts';
import { CommandProblem } from './command-line.ts';
import { refuseOthersFolder } from './existing-portal.ts';
import { print } from './print.ts';
import { runCommand } from './run-command.ts';
import { commandSettings } from './with-database.ts';

runCommand({
  usage: `Deletes the embedded data: every patient, every file, the secrets. The portal must not be running.
  npm run reset [-- --yes-delete-all-patients]      (production requires the option)`,
  options: { 'yes-delete-all-patients': { type: 'boolean', default: false } },
  run: async ({ 'yes-delete-all-patients': sure }) => {
    const { dataFolder, databaseUrl } = commandSettings();
    if (databaseUrl) {
      throw new CommandProblem('DATABASE_URL is set: this command only deletes embedded data.');
    }
    if (!existsSync(dataFolder)) {
      print(`There’s no data in ${dataFolder}.`);
      return true;
    }
    if (process.env['NODE_ENV'] === 'production' && !sure) {
      throw new CommandProblem(
        `This is production. You would delete every patient in ${dataFolder} To go ahead, take a backup first ` +
          '(npm run backup -- FILE), then: npm run reset -- --yes-delete-all-patients',
      );
    }
    await refuseOthersFolder(dataFolder);
    const running = await runningOn(dataFolder);
    if (running) throw new CommandProblem(`The portal is running (process ${running.pid}). Stop it first.`);
    await removeData(dataFolder);
    print(`The data in ${dataFolder} is gone. The next start creates a new portal.`);
    return true;
  },
});
