import { existsSync } from 'node:fs';
import { runningOn } from '../embedded/lock.ts';
import { removeData } from '../embedded/cluster-folder.ts';
import { CommandProblem } from './command-line.ts';
import { refuseOthersFolder } from './existing-portal.ts';
import { print } from './print.ts';
import { runCommand } from './run-command.ts';
import { commandSettings } from './with-database.ts';

runCommand({
  usage: `Throws the embedded data away: every patient, every file, the secrets. The portal must not be running.
  npm run reset [-- --yes-delete-all-patients]      (the option is needed in production)`,
  options: { 'yes-delete-all-patients': { type: 'boolean', default: false } },
  run: async ({ 'yes-delete-all-patients': sure }) => {
    const { dataFolder, databaseUrl } = commandSettings();
    if (databaseUrl) {
      throw new CommandProblem('DATABASE_URL is set: only the embedded data is ours to throw away.');
    }
    if (!existsSync(dataFolder)) {
      print(`There is no data in ${dataFolder}.`);
      return true;
    }
    if (process.env['NODE_ENV'] === 'production' && !sure) {
      throw new CommandProblem(
        `This is production: every patient in ${dataFolder} would be gone. If that is meant, take a backup first ` +
          '(npm run backup -- FILE), then: npm run reset -- --yes-delete-all-patients',
      );
    }
    await refuseOthersFolder(dataFolder);
    const running = await runningOn(dataFolder);
    if (running) throw new CommandProblem(`The portal is running (process ${running.pid}). Stop it first.`);
    await removeData(dataFolder);
    print(`The data in ${dataFolder} is gone. The next start begins anew.`);
    return true;
  },
});
