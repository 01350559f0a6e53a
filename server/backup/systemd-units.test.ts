import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sayNotRun } from '../testing/not-run.ts';
import { testDatabase } from '../testing/test-database.ts';

const ROOT = join(import.meta.dirname, '../..');
const INSTALLED_NODE = '/opt/bea-portal/node_modules/.bin/node';
const unit = (name: string) => readFile(join(ROOT, 'deploy/systemd', name), 'utf8');

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'bea-units-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** The words that systemd makes of the line: each ${NAME} is one word, and an empty one if it is not set. */
async function commandOfUnit(env: NodeJS.ProcessEnv): Promise<string[]> {
  const line = /^ExecStart=(.+)$/m.exec(await unit('portal-backup.service'))![1]!;
  const [program, ...words] = line
    .split(' ')
    .map((word) => word.replace(/^\$\{(\w+)\}$/, (_, name) => env[name] ?? ''));
  expect(program).toBe(INSTALLED_NODE);
  return words;
}

test('the unit’s own command makes a backup with the settings in its file, even without an upload destination', async () => {
  const { url, remove } = await testDatabase();
  onTestFinished(remove);
  const [kept, programs] = [await folder(), await folder()];
  await writeFile(join(programs, 'age'), '#!/bin/sh\necho sealed; cat >/dev/null\n');
  await chmod(join(programs, 'age'), 0o755);
  const env = {
    PATH: `${programs}:${process.env['PATH']}`,
    DATABASE_URL: url,
    DATA_DIR: await folder(),
    BACKUP_FOLDER: kept,
    BACKUP_RECIPIENT: 'age1of-a-clinic',
    BACKUP_KEEP_DAYS: '30',
  };
  const ran = spawnSync(process.execPath, await commandOfUnit(env), { cwd: ROOT, env, encoding: 'utf8' });
  expect({ status: ran.status, said: ran.stdout + ran.stderr }).toMatchObject({ status: 0 });
  expect(await readdir(kept)).toEqual([expect.stringMatching(/\.backup\.age$/)]);
  const { BACKUP_RECIPIENT: _, ...keyless } = env;
  const refused = spawnSync(process.execPath, await commandOfUnit(keyless), {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('--recipient: must be a public key'),
  });
});

test('systemd accepts both files', async (context) => {
  const service = await unit('portal-backup.service');
  if (spawnSync('systemd-analyze', ['--version']).error) {
    await sayNotRun(context, 'systemd-analyze is not installed: only the presence of sections is checked');
    expect(service).toMatch(/^\[Unit\][\s\S]*^\[Service\]/m);
    return;
  }
  const units = await folder();
  await writeFile(join(units, 'portal-backup.service'), service.replace(INSTALLED_NODE, process.execPath));
  await writeFile(join(units, 'portal-backup.timer'), await unit('portal-backup.timer'));
  const { status, stdout, stderr } = spawnSync(
    'systemd-analyze',
    ['verify', '--man=no', join(units, 'portal-backup.service'), join(units, 'portal-backup.timer')],
    { encoding: 'utf8' },
  );
  const about = (stdout + stderr).split('\n').filter((line) => line.includes('portal-backup'));
  expect({ status, about }).toEqual({ status: 0, about: [] });
});
