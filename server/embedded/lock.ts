import { createHash } from 'node:crypto';
import { realpath, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a running server tells others about itself. Nothing secret: any local process may ask. */
export type Running = { pid: number; url: string | null; socketFolder: string | null };

export type Lock = { tell: (running: Running) => void; release: () => Promise<void> };

/**
 * One server per data folder. The lock is a listening socket, which the kernel closes with the process, however it
 * ends, so a killed server never blocks the next one.
 */
export async function lockDataFolder(folder: string): Promise<Lock | Running> {
  const address = await lockAddress(folder);
  let running: Running = { pid: process.pid, url: null, socketFolder: null };
  const server = createServer((socket) => {
    socket.on('error', () => {}); // the asker went away
    socket.end(JSON.stringify(running));
  });
  server.unref();
  if (!(await listen(server, address))) {
    const other = await ask(address);
    if (other) return other;
    await unlink(address); // only a socket file can outlive its server; Linux uses no file
    if (!(await listen(server, address))) throw new Error(`Cannot lock ${folder}: ${address} is taken.`);
  }
  return {
    tell: (now) => (running = now),
    release: () => new Promise((done) => server.close(() => done())),
  };
}

/** The server that runs on this data folder, if one does. */
export async function runningOn(folder: string): Promise<Running | null> {
  return ask(await lockAddress(folder));
}

async function lockAddress(folder: string): Promise<string> {
  const name = `bea-portal-${createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 24)}`;
  return process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name);
}

const listen = (server: Server, address: string) =>
  new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(address, () => resolve(true));
  });

const ask = (address: string) =>
  new Promise<Running | null>((resolve) => {
    let answer = '';
    const socket = connect(address);
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => (answer += part));
    socket.on('end', () => resolve(JSON.parse(answer) as Running));
    socket.on('error', () => resolve(null));
  });
