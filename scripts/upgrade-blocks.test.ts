import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

// The blocks in docs/operations.md that stop, replace and start a portal, run in a shell unchanged except
// for their paths. git is real; anything that would touch the machine records that it was called.

const operations = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8');
const blocks = [...operations.matchAll(/```sh\n([^`]+)```/g)].map(([, text]) => text!);
const blockWith = (...words: string[]) => blocks.find((text) => words.every((word) => text.includes(word)))!;
const ONE_COPY = blockWith('npm ci', 'git pull', 'start bea-portal\n');
const TWO_COPIES = blockWith('npm ci', 'bea-portal@3001');
const WAY_BACK = blockWith('npm ci', 'git checkout "$(cat');
const RESTORE = blockWith('--force /var/lib/bea-portal/restore.backup');
const NEW_SECRETS = blockWith('npm run --silent keys');
const NEW_TOKEN = blockWith('METRICS_TOKEN=$NEW_TOKEN');

const FAKES = {
  systemctl: 'echo "systemctl $*" >> "$SCRATCH/calls"',
  sudo: 'shift 2; exec "$@"',
  sleep: ':',
  curl: 'test "$FAILING" != curl',
  npm: `echo "npm $1 $2" >> "$SCRATCH/calls"
case "$*" in "$FAILING"*) test -n "$FAILING" && exit 1;; esac
case "$*" in
  "run backup"*) for file; do :; done; echo "as of $(git rev-parse HEAD)" > "$file";;
  *keys) printf 'JWT_SECRET=new\\nSUPABASE_ANON_KEY=new\\nSUPABASE_SERVICE_ROLE_KEY=new\\n';;
esac
exit 0`,
};

/** A portal installed at one revision, whose repository has a newer one. */
function installed() {
  const scratch = mkdtempSync(join(tmpdir(), 'bea-upgrade-'));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  const at = (path: string) => join(scratch, path);
  for (const folder of ['bin', 'root', 'etc', 'opt', 'var/backups/bea-portal', 'var/lib/bea-portal'])
    mkdirSync(at(folder), { recursive: true });
  for (const [name, text] of Object.entries(FAKES))
    writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const shell = (input: string, failing = '') => {
    writeFileSync(at('calls'), '');
    const env = {
      PATH: `${at('bin')}:${process.env['PATH']}`,
      HOME: scratch,
      SCRATCH: scratch,
      FAILING: failing,
    };
    const text = input.replaceAll(/(?<![\w.])\/(opt|root|etc|var)\//g, `${scratch}/$1/`);
    const { stdout } = spawnSync('bash', { input: text, cwd: scratch, encoding: 'utf8', env });
    return { stdout: stdout.trim(), calls: readFileSync(at('calls'), 'utf8').trim().split('\n') };
  };
  const commit = 'git -c user.name=a -c user.email=a@b.example commit -q --allow-empty -m';
  shell(
    `git init -q -b main origin && cd origin && ${commit} old && git clone -q . ../opt/bea-portal && ${commit} new`,
  );
  const head = () => shell('git -C opt/bea-portal rev-parse HEAD').stdout;
  return { at, shell, head, read: (path: string) => readFileSync(at(path), 'utf8').trim() };
}

const acts = (calls: string[]) => calls.filter((call) => call.startsWith('systemctl'));
const REVISION = 'root/bea-portal-before-upgrade';
const BACKUP = 'var/backups/bea-portal/before-upgrade.backup';

test('an upgrade ends with the new version started, and a way back to the old one', () => {
  const { shell, head, read } = installed();
  const old = head();
  expect(acts(shell(ONE_COPY).calls)).toEqual(['systemctl stop bea-portal', 'systemctl start bea-portal']);
  expect(head()).not.toBe(old);
  expect([read(REVISION), read(BACKUP)]).toEqual([old, `as of ${old}`]);
  const { calls } = shell(WAY_BACK);
  expect(calls).toEqual([
    'systemctl stop bea-portal',
    'npm ci --omit=dev',
    'npm run build',
    'npm run restore',
    'systemctl start bea-portal',
  ]);
  expect(head()).toBe(old);
});

test('two copies are restarted one after the other, the second only where the first answers', () => {
  const { shell } = installed();
  const [first, second] = ['systemctl restart bea-portal@3000', 'systemctl restart bea-portal@3001'];
  expect(acts(shell(TWO_COPIES).calls)).toEqual([first, second]);
  expect(acts(shell(TWO_COPIES, 'curl').calls)).toEqual([first]);
});

test.each([
  ['the backup', 'run backup'],
  ['npm ci', 'ci'],
  ['the build', 'run build'],
])('if %s fails, nothing is started or restarted, and a second try keeps the way back', (_, failing) => {
  for (const [block, finished] of [
    [ONE_COPY, 'systemctl start bea-portal'],
    [TWO_COPIES, 'systemctl restart bea-portal@3001'],
  ] as const) {
    const { shell, head, read, at } = installed();
    const old = head();
    expect(acts(shell(block, failing).calls).filter((act) => !act.includes(' stop '))).toEqual([]);
    if (failing === 'run backup') expect(existsSync(at(BACKUP))).toBe(false);
    expect(acts(shell(block).calls)).toContain(finished);
    expect([read(REVISION), read(BACKUP)]).toEqual([old, `as of ${old}`]);
  }
});

test('a failed backup stops an upgrade before the portal is stopped', () => {
  const { shell } = installed();
  expect(acts(shell(ONE_COPY, 'run backup').calls)).toEqual([]);
});

test.each(['ci', 'run build', 'run restore'])('a way back whose "npm %s" fails starts nothing', (failing) => {
  const { shell } = installed();
  shell(ONE_COPY);
  expect(acts(shell(WAY_BACK, failing).calls)).toEqual(['systemctl stop bea-portal']);
});

test('a failed restore starts nothing, and keeps its source', () => {
  const { shell, at } = installed();
  const kept = ['var/lib/bea-portal/restore.backup', 'root/portal-backup.key'];
  for (const path of kept) writeFileSync(at(path), '');
  expect(acts(shell(RESTORE, 'run restore').calls)).toEqual(['systemctl stop bea-portal']);
  expect(kept.filter((path) => existsSync(at(path)))).toEqual(kept);
  expect(acts(shell(RESTORE).calls)).toContain('systemctl start bea-portal');
  expect(kept.filter((path) => existsSync(at(path)))).toEqual([]);
});

test('new secrets replace the three old ones together, and none is lost if none are made', () => {
  const { shell, at, read } = installed();
  const old =
    'PORT=3000\nJWT_SECRET=old\nSUPABASE_ANON_KEY=old\nSUPABASE_SERVICE_ROLE_KEY=old\nMETRICS_TOKEN=t';
  writeFileSync(at('etc/bea-portal.env'), `${old}\n`, { mode: 0o640 });
  expect(acts(shell(NEW_SECRETS, 'run --silent').calls)).toEqual([]);
  expect(read('etc/bea-portal.env')).toBe(old);
  expect(acts(shell(NEW_SECRETS).calls)).toEqual(['systemctl restart bea-portal']);
  expect(read('etc/bea-portal.env').split('\n')).toEqual([
    'PORT=3000',
    'METRICS_TOKEN=t',
    'JWT_SECRET=new',
    'SUPABASE_ANON_KEY=new',
    'SUPABASE_SERVICE_ROLE_KEY=new',
  ]);
});

test('a new metrics token is shared by the portal and Prometheus, and is in no process list', () => {
  const { shell, at, read } = installed();
  mkdirSync(at('etc/prometheus'));
  writeFileSync(at('etc/bea-portal.env'), 'METRICS_TOKEN=old\nPORT=3000\n', { mode: 0o640 });
  expect(acts(shell(NEW_TOKEN).calls)).toEqual(['systemctl restart bea-portal']);
  const [, token] = /^PORT=3000\nMETRICS_TOKEN=(\w{48})$/.exec(read('etc/bea-portal.env'))!;
  expect(readFileSync(at('etc/prometheus/portal-metrics.token'), 'utf8')).toBe(token);
  expect(NEW_TOKEN).not.toMatch(/^sed .*\$/m);
});
