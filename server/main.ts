import { AlreadyRunning, openHome } from './home.ts';
import { consoleLog } from './log.ts';
import { buildPortal } from './portal/build.ts';
import { startServer, type RunningServer } from './start.ts';
import { BadSettings, readSettings, type Secrets, type Settings } from './settings.ts';
import { MigrationFailed } from './database/migrate.ts';
import { createKeys } from './auth/keys.ts';
import { portalFacts } from './functions/portal-facts.ts';
import { loadDemo } from './demo/load.ts';
import { welcome } from './welcome.ts';

/** `npm start`: the whole product on one port, from a fresh clone or with data. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const home = await openHome(settings, consoleLog);
  let server: RunningServer;
  try {
    await Promise.all([
      settings.portalIsElsewhere ? undefined : buildPortal(),
      settings.demoData ? loadDemo(home.database, postOf(settings, home.secrets)) : undefined,
    ]);
    server = await startServer(settings, home);
  } catch (error) {
    await home.close();
    throw error;
  }
  home.announce(server.url);
  stopOnSignal(async () => {
    await server.stop();
    await home.close();
  });
  if (!settings.portalIsElsewhere) console.log(welcome(settings, server.url));
}

const postOf = (settings: Settings, secrets: Secrets) => ({
  portal: portalFacts(settings),
  signCallToken: createKeys(secrets).sign,
});

/** The first signal finishes what is under way; a second one does not wait. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    });
  }
}

function fail(error: unknown): never {
  const expected =
    error instanceof BadSettings || error instanceof AlreadyRunning || error instanceof MigrationFailed;
  console.error(expected ? error.message : error);
  process.exit(1);
}

main().catch(fail);
