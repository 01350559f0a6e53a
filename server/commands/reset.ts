import { existsSync } from 'node:fs';
import { runningOn } from '../embedded/lock.ts';
import { removeData } from '../embedded/place.ts';
import { readSettings } from '../settings.ts';
import { runCommand } from './with-database.ts';

runCommand(async () => {
  const { dataFolder, databaseUrl } = readSettings({ ...process.env, NODE_ENV: '' });
  if (databaseUrl) throw new Error('DATABASE_URL is set: only the embedded data is ours to throw away.');
  if (!existsSync(dataFolder)) {
    console.log(`There is no data in ${dataFolder}.`);
    return true;
  }
  const running = await runningOn(dataFolder);
  if (running) throw new Error(`The portal is running (process ${running.pid}). Stop it first.`);
  await removeData(dataFolder);
  console.log(`The data in ${dataFolder} is gone. The next start begins anew.`);
  return true;
});
