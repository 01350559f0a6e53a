import { spawn, type ChildProcess } from 'node:child_process';
import { chown, open, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { clientFor, SCRAM_ONLY } from '../database/scram-only.ts';
import { accountFor, type Account } from './account.ts';
import { postgresBinaries } from './binaries.ts';
import { stopOrphanedPostgres, createCluster, passwordOf } from './cluster.ts';
import { chownFiles } from './chown-files.ts';
import { privateFolder, refuseUnsafe, shortSocketFolder, type SocketFolder } from './private-folder.ts';
import { findClusterFolder } from './cluster-folder.ts';

export type EmbeddedPostgres = {
  url: string;
  socketFolder: string;
  /** The current process. After a crash it is another one. */
  pid: () => number | undefined;
  stop: () => Promise<void>;
};

const READY_TIMEOUT_MS = 60_000; // crash recovery may take long
const RELAUNCH_INTERVAL_MS = 5_000;

/** Runs PostgreSQL for this data folder: initialized on first use, restarted after a crash. The caller holds the lock. */
export async function startPostgres(
  dataFolder: string,
  onCrash: () => void = () => {},
  binaries?: string,
): Promise<EmbeddedPostgres> {
  const { initdb, postgres } = await postgresBinaries(binaries);
  const cluster = await findClusterFolder(dataFolder);
  const account = await accountFor(cluster);
  const password = await passwordOf(dataFolder);
  await createCluster(initdb, cluster, password, account);
  await stopOrphanedPostgres(cluster);
  if (account) await chownFiles(cluster, account); // those of an earlier version are `nobody`'s

  const { path: socketFolder, release } = await emptySocketFolder(cluster, account);
  const url = urlOf(socketFolder, password);
  const log = join(dataFolder, 'postgres.log');

  let child: ChildProcess | undefined;
  let stopping = false;
  const launch = async () => {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    // The backends of a killed PostgreSQL keep its shared memory for a moment, and the next one cannot start until then.
    for (;;) {
      child = await spawnPostgres(postgres, serverArguments(cluster, socketFolder), account, log);
      if (await becomesReady(url, child, deadline)) break;
      if (Date.now() > deadline || stopping) throw new Error(await startFailure(log));
      await pause(200);
    }
    child.once('exit', () => {
      if (!stopping) void relaunch();
    });
  };
  // While the disk is full PostgreSQL cannot start; once there is room again, it must start without an operator.
  const relaunch = async (): Promise<void> => {
    onCrash();
    await launch().catch(async () => {
      await pause(RELAUNCH_INTERVAL_MS);
      if (!stopping) await relaunch();
    });
  };
  await launch();

  return {
    url,
    socketFolder,
    pid: () => child?.pid,
    stop: async () => {
      stopping = true;
      if (child && child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((done) => child!.once('exit', done));
        child.kill('SIGINT'); // "fast": ends the sessions, keeps every commit
        await ended;
      }
      await release();
    },
  };
}

/** Next to the database files, for PostgreSQL's account only, and emptied of what a killed PostgreSQL left. */
async function emptySocketFolder(cluster: string, account: Account | null): Promise<SocketFolder> {
  const folder = join(dirname(cluster), 'socket');
  await rm(folder, { recursive: true, force: true });
  await privateFolder(folder);
  if (account) await chown(folder, account.uid, account.gid);
  return shortSocketFolder(folder);
}

/** The URL by which another process, such as a command, connects to the database of a running server, after checking its folder. */
export async function urlOfRunning(dataFolder: string, socketFolder: string): Promise<string> {
  const folder = await realpath(socketFolder);
  await refuseUnsafe(dirname(folder));
  const account = await accountFor(join(dirname(folder), 'postgres'));
  await refuseUnsafe(folder, [account?.uid ?? process.getuid?.()]);
  return urlOf(socketFolder, await passwordOf(dataFolder));
}

const urlOf = (socketFolder: string, password: string) =>
  `postgres://postgres:${password}@/postgres?host=${encodeURIComponent(socketFolder)}&${SCRAM_ONLY}`;

function serverArguments(cluster: string, socketFolder: string): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    password_encryption: 'scram-sha-256',
    max_connections: '60',
    shared_buffers: '64MB',
    log_min_messages: 'fatal',
    // A failing statement's text may hold what a patient wrote.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function spawnPostgres(
  command: string,
  args: string[],
  account: Account | null,
  logFile: string,
): Promise<ChildProcess> {
  const log = await open(logFile, 'a', 0o600);
  // In a process group of its own, which Ctrl-C does not reach: we stop PostgreSQL after our own shutdown.
  const child = spawn(command, args, {
    ...account,
    cwd: '/',
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  });
  child.once('error', () => {}); // `becomesReady` sees that it does not run
  await log.close();
  return child;
}

async function becomesReady(url: string, child: ChildProcess, deadline: number): Promise<boolean> {
  while (Date.now() < deadline) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return false;
    if (await acceptsConnections(url)) return true;
    await pause(25);
  }
  return false;
}

async function acceptsConnections(url: string): Promise<boolean> {
  const Client = clientFor(url);
  const client = new Client({ connectionString: url });
  client.on('error', () => {}); // not yet
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function startFailure(log: string): Promise<string> {
  const tail = (await readFile(log, 'utf8')).trim().split('\n').slice(-3).join('\n');
  return `PostgreSQL did not start. Its last output:\n${tail}`;
}
