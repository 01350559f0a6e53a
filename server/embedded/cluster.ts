import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { namedUser, type Account } from './account.ts';
import { chownFiles } from './chown-files.ts';

/** The database's password, generated once and stored in the data folder, readable by its owner only. */
export async function passwordOf(dataFolder: string): Promise<string> {
  const file = join(dataFolder, 'postgres-password');
  const generated = randomBytes(24).toString('hex');
  await writeFile(file, generated, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const password = await readFile(file, 'utf8');
  if (password.length !== generated.length)
    throw new Error(`${file} is damaged: expected ${generated.length} characters.`);
  return password;
}

/** Creates the database files on first use: in a draft folder that is then renamed, so that a kill leaves no partial cluster. */
export async function createCluster(
  initdb: string,
  cluster: string,
  password: string,
  account: Account | null,
) {
  if (await isCluster(cluster)) return;
  await removeDrafts(cluster);
  const draft = await mkdtemp(`${cluster}.draft-`);
  const files = join(draft, 'files');
  const passwordFile = join(draft, 'password');
  await mkdir(files, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  const initdbAccount = account && { uid: await namedUser(), gid: account.gid };
  if (initdbAccount) {
    for (const path of [files, passwordFile]) await chown(path, initdbAccount.uid, initdbAccount.gid);
    // Other programs may run as `nobody` too, but not in this group.
    await chown(draft, 0, initdbAccount.gid);
    await chmod(draft, 0o710);
  }
  const options = ['-U', 'postgres', '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C'];
  await run(initdb, ['-D', files, `--pwfile=${passwordFile}`, ...options], initdbAccount);
  if (account) await chownFiles(files, account);
  await rename(files, cluster);
  await rm(draft, { recursive: true, force: true });
}

/** Removes what a killed first start left. Where its initdb is still writing this fails, and the next start removes it. */
async function removeDrafts(cluster: string): Promise<void> {
  for (const name of await readdir(dirname(cluster))) {
    if (!name.startsWith(`${basename(cluster)}.draft-`)) continue;
    await rm(join(dirname(cluster), name), { recursive: true, force: true }).catch(() => {});
  }
}

const isCluster = (folder: string) =>
  readFile(join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );

/** A killed server leaves its PostgreSQL running: stop it, gently first, so that the next one can use the files. */
export async function stopOrphanedPostgres(cluster: string): Promise<void> {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(file.split('\n')[0]);
  if (!pid || !(await isPostmasterOf(pid, cluster))) return;
  for (const [signal, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    process.kill(pid, signal);
    for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await pause(50)) {
      if (!(await isPostmasterOf(pid, cluster))) return;
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) from an earlier start won’t stop. Stop it and start again.`);
}

/** Process ids are reused: only a process whose command line names this cluster counts. */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return command.includes(resolve(cluster));
  }
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function run(command: string, args: string[], account: Account | null): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(command, args, { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part));
    child.once('error', failed);
    child.once('exit', (code) =>
      code === 0 ? done() : failed(new Error(`${command} ended with ${code}: ${stderr.trim()}`)),
    );
  });
}
