import { unbookableTypes } from './clinic/unbookable-types.ts';
import { CommandProblem } from './commands/command-line.ts';
import { AskedForHelp, readArguments } from './commands/arguments.ts';
import { failCommand } from './commands/run-command.ts';
import { AlreadyRunning, openDeployment, type Deployment } from './deployment.ts';
import { onLan, refuseRealPeople } from './lan.ts';
import { consoleLog } from './log.ts';
import { buildPortal } from './portal/build.ts';
import { createProgress, type Progress } from './progress.ts';
import { logProcessErrors } from './process-errors.ts';
import { checkedSettings } from './settings/checked.ts';
import { fileProblem } from './settings/file-problem.ts';
import { misspeltSettings } from './settings/misspelt.ts';
import { BadSettings } from './settings/bad-settings.ts';
import type { Settings } from './settings/settings.ts';
import { startServer } from './start.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { MigrationFailed } from './database/migrate.ts';
import { DatabaseUnusable } from './database/reach.ts';
import { refusedRowsInLog } from './database/refused-rows.ts';
import { UnsafeFolder } from './embedded/private-folder.ts';
import { createKeys } from './auth/keys.ts';
import { portalFacts } from './functions/portal-facts.ts';
import { keepCallOpen } from './demo/appointments.ts';
import { loadDemo } from './demo/load.ts';
import { refuseDemoPeople } from './demo/refuse-demo-people.ts';
import { createObjectStore } from './storage/stores/create-object-store.ts';
import { startFields, startMessage } from './start-message.ts';

const USAGE = `Starts the whole product on one port, from a fresh clone or with data. docs/settings.md lists its settings.
  npm start [-- --lan] [--env-file FILE]

  --lan               also answers a phone on the same network, and shows a QR code for it; with demo data only`;

/** `npm start`: the whole product on one port, from a fresh clone or with data. */
function main(): void {
  const { values } = readArguments(USAGE, process.argv.slice(2), { lan: { type: 'boolean' } });
  logProcessErrors(consoleLog);
  // Checked before the settings, because a missing setting may exist under a misspelled name.
  for (const { found, meant } of misspeltSettings(process.env))
    consoleLog('unknown setting', { found, meant });
  const stopped = new AbortController();
  const starting = checkedSettings(process.env).then((settings) =>
    start(values['lan'] ? onLan(settings) : settings, stopped.signal),
  );
  // PostgreSQL runs long before the port is open, so a signal during the start waits until the start is
  // finished and everything can be stopped in order. It doesn't wait for an unreachable database.
  stopOnSignal(async () => {
    consoleLog('stopping');
    stopped.abort();
    const portal = await starting.catch(failUnlessStopped);
    await portal?.stop();
    consoleLog('stopped');
  });
  starting.catch(failUnlessStopped);
}

function failUnlessStopped(error: unknown): null {
  return error instanceof Error && error.name === 'AbortError' ? null : fail(error);
}

async function start(settings: Settings, signal: AbortSignal): Promise<{ stop: () => Promise<void> }> {
  const progress = createProgress(process.stdout);
  const deployment = await progress(
    { doing: 'Starting the database', done: 'Database ready' },
    openDeployment(settings, consoleLog, signal),
  );
  try {
    if (settings.production) await refuseDemoPeople(deployment.database);
    await Promise.all([
      settings.portalIsElsewhere
        ? undefined
        : progress({ doing: 'Building the portal', done: 'Portal built' }, buildPortal()),
      settings.demoData ? loadDemoWith(settings, deployment, progress) : undefined,
    ]);
    if (settings.lanAddresses.length > 0) await refuseRealPeople(deployment.database);
    const server = await startServer(settings, deployment);
    deployment.announce(server.url);
    const demoCall = settings.demoData ? keepDemoCallOpen(settings, deployment) : null;
    const unbookable = settings.production ? await unbookableTypes(deployment.database) : [];
    for (const type of unbookable) consoleLog('call cannot be booked', type);
    const reason = settings.production ? await refusedRowsInLog(deployment.database) : null;
    if (reason) consoleLog('database logs refused rows', { reason });
    // A person at a terminal reads sentences. A log only contains JSON lines.
    if (process.stdout.isTTY && !settings.portalIsElsewhere) {
      console.log(await startMessage(settings, server.url, unbookable));
    } else {
      consoleLog('started', {
        seconds: Math.round(process.uptime() * 10) / 10,
        ...startFields(settings, server.url),
      });
    }
    return {
      stop: async () => {
        demoCall?.stop();
        await server.stop();
        await deployment.close();
      },
    };
  } catch (error) {
    await deployment.close();
    throw error;
  }
}

function loadDemoWith(settings: Settings, { database, secrets }: Deployment, progress: Progress) {
  const services = { database, store: createObjectStore(settings), now: () => new Date() };
  return progress(
    { doing: 'Loading demo data', done: 'Demo data loaded' },
    loadDemo(services, { portal: portalFacts(settings), keys: createKeys(secrets) }),
  );
}

const keepDemoCallOpen = (settings: Settings, { database, secrets }: Deployment) =>
  keepCallOpen(
    database,
    { portal: portalFacts(settings), signCallToken: createKeys(secrets).sign },
    consoleLog,
  );

const EXPECTED = [BadSettings, AlreadyRunning, MigrationFailed, DatabaseUnusable, UnsafeFolder];

function fail(error: unknown): never {
  if (error instanceof AskedForHelp || error instanceof CommandProblem) failCommand(error);
  const isExpected = EXPECTED.some((kind) => error instanceof kind);
  const reason =
    fileProblem(error) ??
    (error instanceof Error ? ((isExpected ? null : error.stack) ?? error.message) : String(error));
  // One log line per problem, so that a journal lists them one below the other.
  if (process.stderr.isTTY) process.stderr.write(`${reason}\n`);
  else for (const line of reason.split('\n')) consoleLog('not started', { reason: line });
  process.exit(1);
}

try {
  main();
} catch (error) {
  fail(error);
}
