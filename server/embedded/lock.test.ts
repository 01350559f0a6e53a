import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { accountFor } from './account.ts';
import { lockDataFolder, runningOn, type Lock } from './lock.ts';

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'bea-lock-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test('a second server on the same data learns who holds it', async () => {
  const path = await folder();
  const lock = (await lockDataFolder(path)) as Lock;
  lock.publish({ pid: 4711, url: 'http://localhost:3000', socketFolder: '/tmp/x' });
  expect(await lockDataFolder(path)).toEqual({
    pid: 4711,
    url: 'http://localhost:3000',
    socketFolder: '/tmp/x',
  });
  await lock.release();
  expect(await runningOn(path)).toBeNull();
});

test('when fifty want the lock at once, one gets it', async () => {
  const path = await folder();
  const all = await Promise.all(Array.from({ length: 50 }, () => lockDataFolder(path)));
  const holders = all.filter((one): one is Lock => 'release' in one);
  expect(holders).toHaveLength(1);
  await holders[0]!.release();
});

test('a killed server holds nothing: of twenty that start at once, one takes over', async () => {
  const path = await folder();
  for (let kill = 0; kill < 3; kill += 1) {
    const holder = run(`
      import { lockDataFolder } from '${import.meta.dirname}/lock.ts';
      await lockDataFolder('${path}');
      process.stdout.write('locked');
      setInterval(() => {}, 1000);`);
    await once(holder.stdout, 'data');
    expect(await runningOn(path)).toMatchObject({ pid: holder.pid });
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    const all = await Promise.all(Array.from({ length: 20 }, () => lockDataFolder(path)));
    const holders = all.filter((one): one is Lock => 'release' in one);
    expect(holders).toHaveLength(1);
    await holders[0]!.release();
  }
});

test('a data folder deep down is locked like any other', async () => {
  const deep = join(await folder(), 'd'.repeat(100), 'e'.repeat(100));
  await mkdir(deep, { recursive: true });
  const lock = (await lockDataFolder(deep)) as Lock;
  expect(await lockDataFolder(deep)).toEqual({ pid: process.pid, url: null, socketFolder: null });
  await lock.release();
  const next = await lockDataFolder(deep);
  expect(next).toHaveProperty('release');
  await (next as Lock).release();
});

const IMPOSTOR = { pid: 1, url: 'http://localhost:1', socketFolder: '/tmp/impostor' };
// As root, runs as another user. Otherwise the same process, without the folder's protection.
const another = await accountFor(join(tmpdir(), 'of-no-database'));

test('another user who listens first, under a predictable name, is not trusted', async () => {
  const path = await folder();
  const name = `bea-portal-${createHash('sha256').update(path).digest('hex').slice(0, 24)}`;
  const address = process.platform === 'linux' ? `\0${name}` : join(tmpdir(), name);
  const impostor = run(
    `import { createServer } from 'node:net';
       createServer((socket) => socket.end('${JSON.stringify(IMPOSTOR)}'))
         .listen(${JSON.stringify(address)}, () => process.stdout.write('listening'));`,
    another,
  );
  await once(impostor.stdout, 'data');
  expect(await runningOn(path)).toBeNull();
  const lock = await lockDataFolder(path);
  expect(lock).toHaveProperty('release');
  await (lock as Lock).release();
});

test('no other user can put a socket where the lock is, before it is taken or after', async () => {
  const path = await folder();
  await chmod(path, 0o711); // as it is where PostgreSQL runs as another account
  const lock = (await lockDataFolder(path)) as Lock;
  const { mode, uid } = await stat(join(path, 'lock'));
  expect([mode & 0o777, uid]).toEqual([0o700, process.getuid!()]);
  await lock.release();
  if (!another) return;
  for (const target of ['lock/lock-7', 'lock-7']) {
    const intruder = run(
      `import { createServer } from 'node:net';
       createServer().on('error', (error) => process.stdout.write(error.code))
         .listen('${join(path, target)}', () => process.stdout.write('listening'));`,
      another,
    );
    expect(String((await once(intruder.stdout, 'data'))[0])).toBe('EACCES');
  }
});

test.each(['770', '707', '1777'])(
  'a data folder of mode 0o%s, where others may write, is refused',
  async (mode) => {
    const path = await folder();
    await chmod(path, mode);
    await expect(lockDataFolder(path)).rejects.toThrow(`chmod go-w ${path}`);
    await expect(runningOn(path)).rejects.toThrow(`chmod go-w ${path}`);
  },
);

test('a data folder of another user is refused', async () => {
  const path = another ? await folder() : '/usr'; // root's
  if (another) await chown(path, another.uid, another.gid);
  await expect(lockDataFolder(path)).rejects.toThrow('belongs to another user');
  await expect(runningOn(path)).rejects.toThrow('belongs to another user');
});

function run(program: string, account: Awaited<typeof another> = null) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    ...account,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}
