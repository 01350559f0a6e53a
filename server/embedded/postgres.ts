import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { unprivilegedAccount, type Account } from './account.ts';
import { postgresBinaries, type Binaries } from './binaries.ts';
import { placeCluster } from './place.ts';

export type EmbeddedPostgres = {
  url: string;
  socketFolder: string;
  pid: number;
  /** Resolves when PostgreSQL ends, asked or not. */
  ended: Promise<void>;
  stop: () => Promise<void>;
};

const PASSWORD = 'postgres-password';
const LOG = 'postgres.log';

/** A real PostgreSQL for this data folder, made on first use. The caller holds the folder's lock. */
export async function startPostgres(dataFolder: string): Promise<EmbeddedPostgres> {
  const account = await unprivilegedAccount();
  const binaries = await postgresBinaries(account);
  const cluster = await placeCluster(dataFolder, account);
  const password = await passwordOf(dataFolder);
  await makeCluster(binaries, cluster, password, account);
  await endOrphan(cluster);

  // Short, because a socket's path may have no more than 107 characters; its own, so nobody can sit in it before us.
  const socketFolder = await mkdtemp(join(tmpdir(), 'bea-pg-'));
  if (account) await chown(socketFolder, account.uid, account.gid);
  const log = await open(join(dataFolder, LOG), 'a', 0o600);
  const child = spawn(binaries.postgres, serverArguments(cluster, socketFolder), {
    ...account,
    cwd: '/',
    stdio: ['ignore', log.fd, log.fd],
    // Out of the terminal's reach: Ctrl-C asks us, and we stop PostgreSQL after our own work is done.
    detached: true,
  });
  await log.close();
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const url = urlOf(socketFolder, password);
  await untilReady(url, child, join(dataFolder, LOG));
  return {
    url,
    socketFolder,
    pid: child.pid!,
    ended,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT'); // "fast": ends sessions, keeps all commits
      await ended;
      await rm(socketFolder, { recursive: true, force: true });
    },
  };
}

/** How another process, such as a command, reaches the database of a running server. */
export async function urlOfRunning(dataFolder: string, socketFolder: string): Promise<string> {
  return urlOf(socketFolder, await passwordOf(dataFolder));
}

const urlOf = (socketFolder: string, password: string) =>
  `postgres://postgres:${password}@/postgres?host=${encodeURIComponent(socketFolder)}`;

function serverArguments(cluster: string, socketFolder: string): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '64MB',
    log_min_messages: 'fatal',
    // A failing statement's text may hold what a patient wrote.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function passwordOf(dataFolder: string): Promise<string> {
  const file = join(dataFolder, PASSWORD);
  const made = randomBytes(24).toString('hex');
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return readFile(file, 'utf8');
}

/** Made aside and renamed, so that a kill in the middle leaves nothing that looks like a database. */
async function makeCluster(binaries: Binaries, cluster: string, password: string, account: Account | null) {
  if (await readFile(join(cluster, 'PG_VERSION')).catch(() => null)) return;
  const draft = `${cluster}.draft`;
  await rm(draft, { recursive: true, force: true });
  await rm(cluster, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const secret = await mkdtemp(join(tmpdir(), 'bea-pw-'));
  const passwordFile = join(secret, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) {
    for (const path of [draft, secret, passwordFile]) await chown(path, account.uid, account.gid);
  }
  try {
    await run(
      binaries.initdb,
      [
        '-D',
        draft,
        '-U',
        'postgres',
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '-E',
        'UTF8',
        '--locale=C',
      ],
      account,
    );
  } finally {
    await rm(secret, { recursive: true, force: true });
  }
  await rename(draft, cluster);
}

/** A server that was killed leaves its PostgreSQL behind: end it gently, so that ours can have the folder. */
async function endOrphan(cluster: string): Promise<void> {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(file.split('\n')[0]);
  if (!pid || !(await isPostmasterOf(pid, cluster))) return;
  for (const [signal, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    process.kill(pid, signal);
    const deadline = Date.now() + patience;
    while (Date.now() < deadline) {
      if (!(await isPostmasterOf(pid, cluster))) return;
      await pause(50);
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) from an earlier start does not stop; end it and start again.`);
}

/** Process ids are reused: only a process that runs on this very folder counts. */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes(resolve(cluster));
}

async function untilReady(url: string, child: ChildProcess, log: string): Promise<void> {
  const deadline = Date.now() + 60_000; // recovery after a crash takes its time
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const tail = (await readFile(log, 'utf8')).trim().split('\n').slice(-3).join('\n');
      throw new Error(`PostgreSQL did not start. Its last words:\n${tail}`);
    }
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    const ready = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {}); // never connected
    if (ready) return;
    await pause(25);
  }
  throw new Error('PostgreSQL did not become ready within 60 seconds.');
}

function run(command: string, args: string[], account: Account | null): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (words += part));
    child.once('error', failed);
    child.once('exit', (code) =>
      code === 0 ? done() : failed(new Error(`${command} ended with ${code}: ${words.trim()}`)),
    );
  });
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
