import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { removeData } from '../embedded/cluster-folder.ts';
import { newDataFolder } from './new-data-folder.ts';

const ROOT = join(import.meta.dirname, '../..');

export type Portal = {
  url: string;
  dataFolder: string;
  process: ChildProcess;
  /** All of its output so far. */
  printed: () => string;
  /** Its exit code, once it has ended and all of its output is read. */
  ended: Promise<number | null>;
  /** Runs one of the product's commands on the same data. */
  command: (name: string, ...args: string[]) => Promise<{ code: number; printed: string }>;
  /** Ends it like Ctrl-C, or with the given signal, and waits until it has ended. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Ends it and deletes its data. */
  remove: () => Promise<void>;
};

type Choices = {
  env?: NodeJS.ProcessEnv;
  /**
   * If missing, a new folder with a copy of what `prepareData` made. Tests of a first start name a folder.
   */
  dataFolder?: string;
  port?: number;
  /** A command to run it under, such as one that cuts the network. */
  under?: string[];
  /** False for a start that should be interrupted or refused. */
  untilReady?: boolean;
};

/**
 * The product as a clinic runs it: a separate process with its own data. Resolves when /health answers 200.
 */
export async function spawnPortal({
  env = {},
  dataFolder,
  port,
  under = [],
  untilReady = true,
}: Choices = {}): Promise<Portal> {
  const folder = dataFolder ?? (await newDataFolder({ withDatabase: !env['DATABASE_URL'] }));
  const onPort = port ?? (await freePort());
  const environment = { ...process.env, NODE_ENV: '', RATE_LIMIT_SCALE: '1000', ...env, DATA_DIR: folder };
  const launched = launch([...under, process.execPath, 'server/main.ts'], {
    ...environment,
    PORT: String(onPort),
  });
  const url = `http://localhost:${onPort}`;
  const portal: Portal = {
    url,
    dataFolder: folder,
    process: launched.child,
    printed: launched.printed,
    ended: launched.ended,
    command: async (name, ...args) => {
      const ran = launch([process.execPath, `server/commands/${name}.ts`, ...args], environment);
      const code = (await ran.ended) as number;
      return { code, printed: ran.printed() };
    },
    end: async (signal = 'SIGINT') => {
      launched.child.kill(signal); // does nothing if it has ended
      return launched.ended;
    },
    remove: async () => {
      await portal.end('SIGTERM');
      await removeData(folder);
    },
  };
  try {
    if (untilReady) await untilHealthy(portal);
  } catch (error) {
    if (!dataFolder) await removeData(folder); // no one else knows about it
    throw error;
  }
  return portal;
}

function launch([command, ...args]: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(command!, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => (words += part));
  }
  // On a busy machine, a process ends before its last output is read, so waiting for its end means waiting
  // for its output.
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, ended, printed: () => words };
}

export async function untilHealthy(
  { url, process: child, ended, printed }: Pick<Portal, 'url' | 'process'> & Partial<Portal>,
  // For a start that hangs, not for a slow one on a busy machine.
  timeoutMs = 180_000,
): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await pause(50)) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const healthy = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (healthy) return;
  }
  child.kill('SIGKILL');
  await ended;
  throw new Error(`The portal did not start:\n${printed?.() ?? ''}`);
}

// Linux gives ports from 32,768 to outgoing connections, so one that was free a moment ago may belong to `npm
// ci` in another terminal.
const [FIRST_PORT, PORTS] = [12_000, 20_000];
let tried = Math.floor(Math.random() * PORTS);

export async function freePort(): Promise<number> {
  for (;;) {
    tried += 1;
    const port = FIRST_PORT + (tried % PORTS);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((tell) => {
    probe.once('error', () => tell(false));
    probe.listen(port, () => probe.close(() => tell(true)));
  });
}
