import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withTestServer } from '../server/testing/test-server.ts';

const page = (name: string) => readFileSync(join(import.meta.dirname, '../docs', name), 'utf8');
const supabase = page('deploy-supabase.md');
const ownServer = page('deploy-own-server.md');
const operations = page('operations.md');

test('a project’s reference has 20 letters wherever the page shows one', () => {
  const shown = [
    ...supabase.matchAll(/(?:\/\/|postgres\.|--project-ref |\(here `)([a-z]+)(?=\.supabase\.co|:…|`|\n)/g),
  ].map(([, reference]) => reference!);
  expect(shown.length).toBeGreaterThan(6);
  expect([...new Set(shown)]).toEqual([expect.stringMatching(/^[a-z]{20}$/)]);
});

test('one signs in to Supabase before the project is linked', () => {
  const login = supabase.indexOf('\nsupabase login\n');
  expect(login).toBeGreaterThan(0);
  expect(login).toBeLessThan(supabase.indexOf('\nsupabase link '));
});

test('the unit tries again however often a start has failed', () => {
  const [unit] = /\[Unit\][^`]+/.exec(ownServer)!;
  expect(unit).toContain('\nStartLimitIntervalSec=0\n');
  expect(unit).toContain('\nRestart=on-failure\n');
});

test('the container has a name for the commands, and comes back after a restart', () => {
  const [line] = /podman run [^`]+/.exec(ownServer)!;
  expect(line).toMatch(/ --name bea-portal /);
  expect(line).toMatch(/ --restart[= ]always /);
  expect(line).toMatch(/ (-d|--detach) /);
});

test('alarms have somebody to go to', () => {
  const prometheus = readFileSync(join(import.meta.dirname, '../deploy/prometheus/prometheus.yml'), 'utf8');
  expect(prometheus).toMatch(/^alerting:\n {2}alertmanagers:\n[^]*?targets: \['127\.0\.0\.1:9093'\]/m);
  expect(operations).toMatch(/`\/etc\/prometheus\/alertmanager\.yml`[^]+?```yaml\n[^`]*receivers:/);
});

test('the portal is started before its first start is looked at, and one copy stopped before two are started', () => {
  const first = ownServer.indexOf('systemctl enable --now bea-portal\n');
  expect(first).toBeGreaterThan(ownServer.indexOf('[Install]'));
  expect(first).toBeLessThan(ownServer.indexOf('journalctl -u bea-portal'));
  const disabled = ownServer.indexOf('systemctl disable --now bea-portal\n');
  expect(disabled).toBeGreaterThan(first);
  expect(disabled).toBeLessThan(ownServer.indexOf('systemctl enable --now bea-portal@3000'));
});

test('a restore for practice leaves no setting that leads to production’s data', () => {
  const [, expression] = /sed -i -E '([^']+)' \/etc\/bea-portal-try\.env/.exec(operations)!;
  const settings = [
    'DATABASE_URL',
    'MIGRATION_DATABASE_URL',
    'DATA_DIR',
    'STORAGE_S3_BUCKET',
    'STORAGE_S3_ENDPOINT',
  ];
  const input = ['PORT=3000', ...settings.map((name) => `${name}=production`)].join('\n');
  const { stdout } = spawnSync('sed', ['-E', expression!], { input, encoding: 'utf8' });
  expect(stdout.trim()).toBe('PORT=3000');
});

test('a restore for practice into a spare database leads both roles to it', () => {
  const [, expression] = /sed -n -E '([^']+)' \/etc\/bea-portal\.env >> \/etc\/bea-portal-try\.env/.exec(
    operations,
  )!;
  const input = [
    'PORT=3000',
    'DATABASE_URL=postgres://bea_serving:a@db.clinic.example/portal?sslmode=verify-full',
    'MIGRATION_DATABASE_URL=postgres://bea:b@127.0.0.1/portal',
  ].join('\n');
  const { stdout } = spawnSync('sed', ['-n', '-E', expression!], { input, encoding: 'utf8' });
  expect(stdout.trim().split('\n')).toEqual([
    'DATABASE_URL=postgres://bea_serving:a@db.clinic.example/portal_try?sslmode=verify-full',
    'MIGRATION_DATABASE_URL=postgres://bea:b@127.0.0.1/portal_try',
  ]);
  const made = operations.indexOf("'create database portal_try owner bea'");
  expect(made).toBeGreaterThan(0);
  expect(operations.indexOf("'drop database portal_try'")).toBeGreaterThan(made);
});

test('npm ci, which replaces the embedded database’s programs, never runs beside them', () => {
  const blocks = [...operations.matchAll(/```sh\n([^`]+)```/g)].map(([, text]) => text!);
  const replacing = blocks.filter((text) => text.includes('npm ci'));
  const besides = replacing.filter(
    (text) => !/systemctl stop bea-portal\n[^]*npm ci[^]*systemctl start bea-portal\n/.test(text),
  );
  // The one for several copies, which have no embedded database, and are restarted one after the other.
  expect(besides).toHaveLength(1);
  expect(besides[0]).toMatch(
    /restart bea-portal@3000\n[^]*:3000\/health [^\n]*\n? *&&[^]*&& systemctl restart bea-portal@3001\n/,
  );
  expect(replacing).toHaveLength(3);
});

test('nginx’s log of failed requests is kept for its owner, and for a week', () => {
  const [, expression] = /sed -i -E '([^']+)' \/etc\/logrotate\.d\/nginx/.exec(ownServer)!;
  const input =
    '\tdaily\n\trotate 14\n\tcreate 0640 www-data adm\n\t\tinvoke-rc.d nginx rotate >/dev/null 2>&1\n';
  const { stdout } = spawnSync('sed', ['-E', expression!], { input, encoding: 'utf8' });
  expect(stdout).toBe(
    '\tdaily\n\trotate 7\n\tcreate 0600 www-data adm\n\t\tinvoke-rc.d nginx rotate >/dev/null 2>&1\n',
  );
});

test('the database answers the question which calls are booked', async () => {
  const [, question] = /```sql\n(select [^`]+)```/.exec(operations)!;
  const { database } = await withTestServer();
  expect((await database.query(question!)).rows).toEqual([]);
});

test('every file of deploy/ that the pages name is there, and none is left unsaid', () => {
  const root = join(import.meta.dirname, '..');
  const files = globSync('deploy/**/*', { cwd: root }).filter((path) => statSync(join(root, path)).isFile());
  const pages = ownServer + operations;
  const said = (path: string) => pages.includes(path) || path.endsWith('.test.yml');
  expect(files.filter((path) => !said(path))).toEqual([]);
  const named = [...pages.matchAll(/\bdeploy\/[\w/.-]+\.\w+/g)].map(([path]) => path);
  expect(named.filter((path) => !files.includes(path))).toEqual([]);
});
