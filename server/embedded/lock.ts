import { randomBytes } from 'node:crypto';
import { readdir, readlink, realpath, rm, symlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { basename, join } from 'node:path';
import { privateDataFolder, privateFolder, refuseUnsafe, shortSocketFolder } from './private-folder.ts';

/** Published by a running server for commands of the same user. */
export type RunningServer = { pid: number; url: string | null; socketFolder: string | null };

export type Lock = { publish: (running: RunningServer) => void; release: () => Promise<void> };

const ANSWER_TIMEOUT_MS = 10_000;

/**
 * One server per data folder. The holder listens on a Unix socket in the data folder. Connections to it are refused as soon
 * as its process has ended, however it ended, so a killed server never blocks the next one. The socket's file stays, and two
 * servers that each replace a stale one could delete each other's. So locks are numbered: only the highest counts, the next
 * number is taken by creating a symlink, which only one process can do, and numbers never decrease.
 */
export async function lockDataFolder(folder: string): Promise<Lock | RunningServer> {
  const locks = await privateFolder(join(await privateDataFolder(folder), 'lock'));
  for (;;) {
    const last = await highestNumber(locks);
    const holder = await askHolder(locks, last);
    if (holder) return holder;
    const lock = await take(locks, last + 1);
    if (lock) return lock;
  }
}

/** The server running on this data folder, if any. */
export async function runningOn(folder: string): Promise<RunningServer | null> {
  const path = await realpath(folder);
  await refuseUnsafe(path);
  const locks = join(path, 'lock');
  const last = await highestNumber(locks);
  if (last === 0) return null;
  await refuseUnsafe(locks);
  return askHolder(locks, last);
}

const nameOf = (number: number) => `lock-${number}`;

async function highestNumber(locks: string): Promise<number> {
  const names = await readdir(locks).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return Math.max(0, ...numbersIn(names));
}

const numbersIn = (names: string[]) =>
  names.flatMap((name) => (/^lock-\d+$/.test(name) ? [Number(name.slice('lock-'.length))] : []));

/** Null if another process was faster. */
async function take(locks: string, number: number): Promise<Lock | null> {
  let running: RunningServer = { pid: process.pid, url: null, socketFolder: null };
  const server = createServer((socket) => {
    socket.on('error', () => {}); // the client has gone
    socket.end(JSON.stringify(running));
  });
  server.unref();
  const socket = `s-${randomBytes(8).toString('hex')}`;
  await listen(server, locks, socket);
  const release = async () => {
    await new Promise((done) => server.close(done));
    await rm(join(locks, socket), { force: true });
  };
  const link = join(locks, nameOf(number));
  const isOurs = await symlink(socket, link).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  if (isOurs && (await highestNumber(locks)) === number) {
    await removeEarlier(locks, number);
    return { publish: (now) => (running = now), release };
  }
  // The number was free only because its holder's successor had removed it: a higher one is taken.
  if (isOurs) await rm(link, { force: true });
  await release();
  return null;
}

/** The highest number stays, even when its server ends, so that it cannot be taken a second time. */
async function removeEarlier(locks: string, number: number): Promise<void> {
  for (const earlier of numbersIn(await readdir(locks))) {
    if (earlier >= number) continue;
    const link = join(locks, nameOf(earlier));
    const socket = await readlink(link).catch(() => null); // removed already by the process that had taken it too late
    await rm(link, { force: true });
    if (socket) await rm(join(locks, basename(socket)), { force: true });
  }
}

async function listen(server: Server, folder: string, name: string): Promise<void> {
  const socketFolder = await shortSocketFolder(folder);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(join(socketFolder.path, name), resolve);
    });
  } finally {
    await socketFolder.release();
  }
}

/** Null if no server listens there any longer. */
async function askHolder(locks: string, number: number): Promise<RunningServer | null> {
  const socketFolder = await shortSocketFolder(locks);
  try {
    return await readAnswer(join(socketFolder.path, nameOf(number)));
  } finally {
    await socketFolder.release();
  }
}

const readAnswer = (path: string) =>
  new Promise<RunningServer | null>((resolve, reject) => {
    let answer = '';
    const socket = connect(path);
    socket.setEncoding('utf8');
    socket.setTimeout(ANSWER_TIMEOUT_MS, () =>
      socket.destroy(new Error(`A server is using ${path}, but isn’t responding.`)),
    );
    socket.on('data', (part: string) => (answer += part));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      GONE_CODES.has(error.code) ? resolve(null) : reject(error),
    );
    // Closed without an answer: it has just ended.
    socket.on('end', () => resolve(answer === '' ? null : (JSON.parse(answer) as RunningServer)));
  });

const GONE_CODES = new Set<string | undefined>(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE']);
