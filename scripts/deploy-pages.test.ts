import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLINIC_SETTINGS } from '../domain/clinic/settings.ts';
import { withTestServer } from '../server/testing/test-server.ts';

const page = (name: string) => readFileSync(join(import.meta.dirname, '../docs', name), 'utf8');
const supabase = page('deploy-supabase.md');
const ownServer = page('deploy-own-server.md');
const operations = page('operations.md');

test('a project reference on the page always has 20 letters', () => {
  const shown = [
    ...supabase.matchAll(/(?:\/\/|postgres\.|--project-ref |\(here `)([a-z]+)(?=\.supabase\.co|:…|`|\n)/g),
  ].map(([, reference]) => reference!);
  expect(shown.length).toBeGreaterThan(6);
  expect([...new Set(shown)]).toEqual([expect.stringMatching(/^[a-z]{20}$/)]);
});

test('a project backup is encrypted, its plain file is removed only then, and the way back is printed', () => {
  const [, block] = /```\n([^`]*npm run move -- from-supabase[^`]+)```/.exec(supabase) ?? [];
  expect(block).toMatch(
    /^npm run move \S+ from-supabase "\$FILE" && age -r \S+ -o "\$FILE\.age" "\$FILE" && rm "\$FILE"$/m,
  );
  expect(supabase).toMatch(/age -d -i \S+ -o FILE FILE\.age/);
});

test('no command of the Supabase page needs Docker', () => {
  const deploys = [...supabase.matchAll(/supabase functions deploy( --use-api)?/g)];
  expect(deploys.length).toBeGreaterThan(2);
  expect(deploys.filter(([, flag]) => !flag)).toEqual([]);
});

test('an upgrade on Supabase repeats everything a version can change: tables, articles, functions, sign-in and portal', () => {
  const [, block] = /## Upgrading\n[^`]+```\n([^`]+)```/.exec(supabase)!;
  const commands = block!.trim().split('\n');
  const steps = [
    'npm ci',
    'supabase db push',
    'psql',
    'supabase functions deploy',
    'supabase config push',
    'npm run build',
  ];
  expect(commands.slice(2).map((line) => steps.find((step) => line.startsWith(step)))).toEqual(steps);
  for (const line of commands.filter((text) => /^(supabase|psql|npm)/.test(text)))
    expect(supabase.slice(0, supabase.indexOf('## Upgrading'))).toContain(line);
});

test('the Supabase sign-in comes before linking the project', () => {
  const login = supabase.indexOf('\nsupabase login\n');
  expect(login).toBeGreaterThan(0);
  expect(login).toBeLessThan(supabase.indexOf('\nsupabase link '));
});

test('the unit retries however often a start has failed', () => {
  const [unit] = /\[Unit\][^`]+/.exec(ownServer)!;
  expect(unit).toContain('\nStartLimitIntervalSec=0\n');
  expect(unit).toContain('\nRestart=on-failure\n');
});

test('each unit may write where its settings point, and the page says how a backup may leave that', () => {
  const backupUnit = readFileSync(
    join(import.meta.dirname, '../deploy/systemd/portal-backup.service'),
    'utf8',
  );
  const folders = (unit: string) => /^ReadWritePaths=(.+)$/m.exec(unit)![1]!.split(' ');
  const isBelow = (unit: string, path: string) =>
    folders(unit).some((folder) => `${path}/`.startsWith(`${folder}/`));
  const setting = (text: string, name: string) => new RegExp(`^${name}=(\\S+)$`, 'm').exec(text)![1]!;
  expect(isBelow(/\[Unit\][^`]+/.exec(ownServer)![0], setting(ownServer, 'DATA_DIR'))).toBe(true);
  expect(isBelow(backupUnit, setting(operations, 'BACKUP_FOLDER'))).toBe(true);
  const [, file, text] = /^cat > (\/etc\/systemd\/system\/\S+) <<'END'\n([^]+?)^END$/m.exec(operations) ?? [];
  expect(file).toMatch(/\/portal-backup\.service\.d\/[\w-]+\.conf$/);
  expect(text).toMatch(/^\[Service\]\nReadWritePaths=\/\S+\n$/);
});

test('the container has a name for the commands, and comes back after a restart', () => {
  const [line] = /podman run [^`]+/.exec(ownServer)!;
  expect(line).toMatch(/ --name bea-portal /);
  expect(line).toMatch(/ --restart[= ]always /);
  expect(line).toMatch(/ (-d|--detach) /);
});

test('alarms have a recipient', () => {
  const prometheus = readFileSync(join(import.meta.dirname, '../deploy/prometheus/prometheus.yml'), 'utf8');
  expect(prometheus).toMatch(/^alerting:\n {2}alertmanagers:\n[^]*?targets: \['127\.0\.0\.1:9093'\]/m);
  expect(operations).toMatch(/`\/etc\/prometheus\/alertmanager\.yml`[^]+?```yaml\n[^`]*receivers:/);
});

test('Prometheus and its Alertmanager listen only on this machine', () => {
  const changed = [...operations.matchAll(/^sed -i '([^']+)' (\/etc\/default\/\S+)$/gm)].map(
    ([, expression, file]) => [
      file,
      spawnSync('sed', [expression!], {
        input: '# Set the command-line arguments.\nARGS=""\n',
        encoding: 'utf8',
      }).stdout,
    ],
  );
  expect(changed).toEqual([
    [
      '/etc/default/prometheus',
      '# Set the command-line arguments.\nARGS="--web.listen-address=127.0.0.1:9090"\n',
    ],
    [
      '/etc/default/prometheus-alertmanager',
      '# Set the command-line arguments.\nARGS="--web.listen-address=127.0.0.1:9093 --cluster.listen-address="\n',
    ],
  ]);
});

test('the file with the alarm password is private before the password is typed', () => {
  const closed = operations.indexOf('chmod 640 /etc/prometheus/alertmanager.yml');
  expect(closed).toBeGreaterThan(0);
  expect(closed).toBeLessThan(operations.indexOf('nano /etc/prometheus/alertmanager.yml'));
});

test('what an alarm tells you to run is a complete command', () => {
  const rules = readFileSync(join(import.meta.dirname, '../deploy/prometheus/alerts.yml'), 'utf8');
  const actions = [...rules.matchAll(/^ +action: (.+)$/gm)].map(([, words]) => words!);
  expect(actions.length).toBeGreaterThan(10);
  for (const words of actions) {
    for (const [, before, after] of words.matchAll(/(.*?)npm run \S+ --(.{0,12})/g)) {
      expect(before).toMatch(/cd \/opt\/bea-portal && sudo -u bea $/);
      expect(after).toBe(' --env-file ');
    }
    // Two copies have other names than one.
    expect(words).not.toMatch(/(systemctl|journalctl)[^']* bea-portal(?!\*')/);
    if (/\bselect /.test(words)) expect(words).toMatch(/sudo -u postgres psql portal -c "select [^"]+"/);
  }
});

test('every database created by a page keeps no patient data in its log', () => {
  const made = [...(ownServer + operations).matchAll(/create database (\w+) owner bea/g)].map(
    ([, name]) => name!,
  );
  expect(made).toEqual(['portal', 'portal_try']);
  for (const name of made)
    expect(ownServer + operations).toContain(`alter database ${name} set log_min_messages = 'fatal'`);
});

test('the portal is started before its first start is checked, and one copy is stopped before two are started', () => {
  const first = ownServer.indexOf('systemctl enable --now bea-portal\n');
  expect(first).toBeGreaterThan(ownServer.indexOf('[Install]'));
  expect(first).toBeLessThan(ownServer.indexOf('journalctl -u bea-portal'));
  const disabled = ownServer.indexOf('systemctl disable --now bea-portal\n');
  expect(disabled).toBeGreaterThan(first);
  expect(disabled).toBeLessThan(ownServer.indexOf('systemctl enable --now bea-portal@3000'));
});

test('a practice restore leaves no setting that points to production’s data', () => {
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

test('a practice restore into a spare database uses both roles', () => {
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

test('npm ci, which replaces the embedded database’s programs, never runs next to them', () => {
  const blocks = [...operations.matchAll(/```sh\n([^`]+)```/g)].map(([, text]) => text!);
  const replacing = blocks.filter((text) => text.includes('npm ci'));
  const besides = replacing.filter(
    (text) => !/systemctl stop bea-portal\n[^]*npm ci[^]*systemctl start bea-portal\n/.test(text),
  );
  // The command for several copies, which have no embedded database and restart one after the other.
  expect(besides).toHaveLength(1);
  expect(besides[0]).toMatch(
    /^\(\nset -e\n[^]*restart bea-portal@3000\n[^]*:3000\/health [^]*systemctl restart bea-portal@3001\n\)/,
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

test('the query for booked calls in docs/operations.md runs', async () => {
  const [, question] = /```sql\n(select [^`]+)```/.exec(operations)!;
  const { database } = await withTestServer();
  expect((await database.query(question!)).rows).toEqual([]);
});

test('the handbook sets what the clinic’s own settings say wrongly where they are missing', () => {
  const shown = partOf(page('clinic-handbook.md'), '### 3. Your clinic', '### 4.');
  for (const name of [
    'coachName',
    'coachBio',
    'coachEmail',
    'clinicTimeZone',
    'supportEmail',
    'clinicPhone',
    'linkPrivacyPolicy',
  ] as const)
    expect(shown).toContain(`'${CLINIC_SETTINGS[name].label}'`);
});

const partOf = (text: string, from: string, until: string) =>
  text.slice(text.indexOf(from), text.indexOf(until));

const COMMAND = /```|`(?:npm|node|sudo|psql|systemctl|journalctl|git|cd|export|curl)\b|npm run|sudo /;

test('nothing in the handbook needs a command but the first administrator, backups and upgrades', () => {
  const handbook = page('clinic-handbook.md');
  const sections = handbook.split(/^(?=#{2,3} )/m);
  const allowed = /^#{2,3} (?:\d\. )?(?:The first administrator|Backups|Upgrades)\n/;
  expect(sections.filter((section) => allowed.test(section)).length).toBeGreaterThan(1);
  const asking = sections.filter((section) => COMMAND.test(section) && !allowed.test(section));
  expect(asking.map((section) => section.split('\n')[0])).toEqual([]);
  const first = sections.find((section) => section.includes('The first administrator\n'))!;
  expect(first.match(/^npm run .*$/gm)).toEqual([
    expect.stringMatching(/^npm run team -- --invite .*administrator/),
  ]);
});

test('stages are entered as docs/operations.md says, and an unknown address changes nothing', async () => {
  const shown = partOf(operations, '## Completing a phase', '## Backups');
  const statements = [...shown.matchAll(/```sql\n([^`]+)```/g)].map(([, text]) => text!);
  expect(statements).toHaveLength(1);
  const { database } = await withTestServer();
  for (const text of statements) expect((await database.query(text)).rows).toEqual([]);
  await database.query(
    `insert into invitations (email, first_name, last_name) values ('robin@example.com', 'Robin', 'Castellano');
     insert into auth.users (email, email_confirmed_at) values ('robin@example.com', now())`,
  );
  for (const text of statements) expect((await database.query(text)).rows).toHaveLength(1);
  const { rows } = await database.query('select distinct actor_role from audit_log');
  expect(rows).toEqual([{ actor_role: 'operator' }]);
});

test('every deploy/ file named on the pages exists, and every file is named', () => {
  const root = join(import.meta.dirname, '..');
  const files = globSync('deploy/**/*', { cwd: root }).filter((path) => statSync(join(root, path)).isFile());
  const pages = ownServer + operations;
  const said = (path: string) => pages.includes(path) || path.endsWith('.test.yml');
  expect(files.filter((path) => !said(path))).toEqual([]);
  const named = [...pages.matchAll(/\bdeploy\/[\w/.-]+\.\w+/g)].map(([path]) => path);
  expect(named.filter((path) => !files.includes(path))).toEqual([]);
});
