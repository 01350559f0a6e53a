import { randomBytes } from 'node:crypto';
import { readdir, readlink, realpath, rm, symlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { basename, join } from 'node:path';
import { ownDataFolder, ownFolder, refuseUnsafe, socketWay } from './private-folder.ts';

/** What a running server tells the commands of its own user. */
export type Running = { pid: number; url: string | null; socketFolder: string | null };

export type Lock = { tell: (running: Running) => void; release: () => Promise<void> };

const ANSWER_TIMEOUT_MS = 10_000;

/**
 * One server per data folder. The holder listens on a socket in the data folder, which refuses from the moment at which
 * its process is gone, however it ended, so a killed server never blocks the next one. A socket's file outlives its
 * server, and two that remove the same one could remove each other's: so locks are numbered, only the highest counts,
 * the next number is taken with a link, which one alone can make, and numbers never go down.
 */
export async function lockDataFolder(folder: string): Promise<Lock | Running> {
  const locks = await ownFolder(join(await ownDataFolder(folder), 'lock'));
  for (;;) {
    const last = await highest(locks);
    const holder = await ask(locks, last);
    if (holder) return holder;
    const lock = await take(locks, last + 1);
    if (lock) return lock;
  }
}

/** The server that runs on this data folder, if one does. */
export async function runningOn(folder: string): Promise<Running | null> {
  const path = await realpath(folder);
  await refuseUnsafe(path);
  const locks = join(path, 'lock');
  const last = await highest(locks);
  if (last === 0) return null;
  await refuseUnsafe(locks);
  return ask(locks, last);
}

const nameOf = (number: number) => `lock-${number}`;

async function highest(locks: string): Promise<number> {
  const names = await readdir(locks).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return Math.max(0, ...numbersIn(names));
}

const numbersIn = (names: string[]) =>
  names.flatMap((name) => (/^lock-\d+$/.test(name) ? [Number(name.slice('lock-'.length))] : []));

/** Null if somebody else was quicker. */
async function take(locks: string, number: number): Promise<Lock | null> {
  let running: Running = { pid: process.pid, url: null, socketFolder: null };
  const server = createServer((socket) => {
    socket.on('error', () => {}); // the asker went away
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
  if (isOurs && (await highest(locks)) === number) {
    await forgetBefore(locks, number);
    return { tell: (now) => (running = now), release };
  }
  // The number was free again only because a higher one is taken.
  if (isOurs) await rm(link, { force: true });
  await release();
  return null;
}

/** The number that was taken last stays, even when its server ends, so that nobody can take it a second time. */
async function forgetBefore(locks: string, number: number): Promise<void> {
  for (const earlier of numbersIn(await readdir(locks))) {
    if (earlier >= number) continue;
    const link = join(locks, nameOf(earlier));
    const socket = await readlink(link).catch(() => null); // gone already: its owner stepped back
    await rm(link, { force: true });
    if (socket) await rm(join(locks, basename(socket)), { force: true });
  }
}

async function listen(server: Server, folder: string, name: string): Promise<void> {
  const way = await socketWay(folder);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(join(way.path, name), resolve);
    });
  } finally {
    await way.forget();
  }
}

/** Null if nobody listens there any more. */
async function ask(locks: string, number: number): Promise<Running | null> {
  const way = await socketWay(locks);
  try {
    return await answerOf(join(way.path, nameOf(number)));
  } finally {
    await way.forget();
  }
}

const answerOf = (path: string) =>
  new Promise<Running | null>((resolve, reject) => {
    let answer = '';
    const socket = connect(path);
    socket.setEncoding('utf8');
    socket.setTimeout(ANSWER_TIMEOUT_MS, () =>
      socket.destroy(new Error(`A server holds ${path}, but does not answer.`)),
    );
    socket.on('data', (part: string) => (answer += part));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      GONE.has(error.code) ? resolve(null) : reject(error),
    );
    // Closed without a word: it ended just now.
    socket.on('end', () => resolve(answer === '' ? null : (JSON.parse(answer) as Running)));
  });

const GONE = new Set<string | undefined>(['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE']);
