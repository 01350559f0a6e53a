import { CommandProblem } from './commands/command-line.ts';
import { AskedForHelp, readWords } from './commands/command-words.ts';
import { failCommand } from './commands/run-command.ts';
import { AlreadyRunning, openHome } from './home.ts';
import { consoleLog } from './log.ts';
import { buildPortal } from './portal/build.ts';
import { BadSettings, readSettings, type Secrets, type Settings } from './settings/settings.ts';
import { startServer } from './start.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { MigrationFailed } from './database/migrate.ts';
import { DatabaseUnusable } from './database/reach.ts';
import { createKeys } from './auth/keys.ts';
import { portalFacts } from './functions/portal-facts.ts';
import { loadDemo } from './demo/load.ts';
import { welcome } from './welcome.ts';

const USAGE = `Starts the whole product on one port, from a fresh clone or with data. README.md lists its settings.
  npm start [-- --env-file FILE]`;

/** `npm start`: the whole product on one port, from a fresh clone or with data. */
function main(): void {
  readWords(USAGE, process.argv.slice(2), {});
  const starting = start(readSettings(process.env));
  // PostgreSQL runs long before the port is open, so a signal that comes too early waits for the start to finish.
  stopOnSignal(async () => (await starting).stop());
  starting.then(({ words }) => console.log(words), fail);
}

async function start(settings: Settings): Promise<{ words: string; stop: () => Promise<void> }> {
  const home = await openHome(settings, consoleLog);
  try {
    await Promise.all([
      settings.portalIsElsewhere ? undefined : buildPortal(),
      settings.demoData ? loadDemo(home.database, postOf(settings, home.secrets)) : undefined,
    ]);
    const server = await startServer(settings, home);
    home.announce(server.url);
    return {
      words: settings.portalIsElsewhere ? '' : welcome(settings, server.url),
      stop: async () => {
        await server.stop();
        await home.close();
      },
    };
  } catch (error) {
    await home.close();
    throw error;
  }
}

const postOf = (settings: Settings, secrets: Secrets) => ({
  portal: portalFacts(settings),
  signCallToken: createKeys(secrets).sign,
});

const EXPECTED = [BadSettings, AlreadyRunning, MigrationFailed, DatabaseUnusable];

function fail(error: unknown): never {
  if (error instanceof AskedForHelp || error instanceof CommandProblem) failCommand(error);
  console.error(EXPECTED.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exit(1);
}

try {
  main();
} catch (error) {
  fail(error);
}
