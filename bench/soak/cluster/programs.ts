import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRoot, namedUser } from '../../../server/embedded/account.ts';
import { NotRun } from '../assert.ts';

/** Debian 12's, by package. */
const PROGRAMS = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
};
export type Package = keyof typeof PROGRAMS;

export async function refuseWithoutPrograms(): Promise<void> {
  const missing: string[] = [];
  for (const [name, path] of Object.entries(PROGRAMS)) await access(path).catch(() => missing.push(name));
  if (missing.length > 0) throw new NotRun(`missing: apt-get install ${missing.join(' ')}`);
}

export type Program = { pid: number; end: (signal?: NodeJS.Signals) => Promise<void>; printed: () => string };
export type Place = {
  folder: string;
  /** The user that runs the programs: neither PostgreSQL nor PgBouncer runs as root. */
  account: { uid: number; gid: number } | null;
  /** Stops whatever is still running. */
  started: Program[];
};

export async function placeIn(folder: string): Promise<Place> {
  const uid = isRoot() ? await namedUser() : null;
  const account = uid === null ? null : { uid, gid: uid };
  if (account) await chown(folder, account.uid, account.gid);
  return { folder, account, started: [] };
}

export function start({ folder, account, started }: Place, name: Package, args: string[]): Program {
  const child = spawn(PROGRAMS[name], args, {
    cwd: folder,
    ...account,
    env: { PATH: '/usr/bin:/bin', HOME: folder, LANG: 'C.UTF-8', ETCD_UNSUPPORTED_ARCH: etcdArchitecture() },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (words = (words + part).slice(-20_000)));
  const program = { pid: child.pid!, end: endOf(child), printed: () => words };
  started.push(program);
  return program;
}

/** etcd 3.4 requires this on arm64. */
const etcdArchitecture = () => (process.arch === 'arm64' ? 'arm64' : '');

const endOf =
  (child: ChildProcess) =>
  async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };

export async function write({ folder, account }: Place, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text, { mode: 0o600 });
  if (account) await chown(path, account.uid, account.gid);
  return path;
}

/** In reverse order: a Patroni that is stopped takes its PostgreSQL with it. */
export async function endAll({ started }: Place): Promise<void> {
  for (const program of started.toReversed()) await program.end();
}
