import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Commands that an operator copies from the pages have to work unchanged.

const PAGES = ['deploy-own-server.md', 'operations.md', 'clinic-handbook.md'];
const LANGUAGES = new Set(['sh', 'env', 'ini', 'conf', 'sql', 'nginx', 'yaml']);

type Block = { page: string; number: number; indent: string; language: string; text: string };

const blocks = PAGES.flatMap((page): Block[] => {
  const text = readFileSync(join(import.meta.dirname, '../docs', page), 'utf8');
  return [...text.matchAll(/^( *)```(\w*)\n([^]*?)^ *```$/gm)].map(([, indent, language, lines], at) => ({
    page,
    number: at + 1,
    indent: indent!,
    language: language!,
    text: lines!,
  }));
});

const commands = blocks.filter(({ language }) => language === 'sh');

/** The lines a shell runs, without comments and here-documents. */
const commandLines = (text: string) =>
  text
    .replaceAll(/(<<'END'.*\n)[^]*?\nEND$/gm, '$1')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => !['', '(', ')'].includes(line) && !line.startsWith('#'));

test('every block says what it is', () => {
  expect(blocks.filter(({ language }) => !LANGUAGES.has(language))).toEqual([]);
  expect(new Set(commands.map(({ page }) => page)).size).toBe(PAGES.length);
});

test('no block is indented: copied with spaces before END, its here-document does not end', () => {
  expect(blocks.filter(({ indent }) => indent !== '')).toEqual([]);
});

test.each(commands)('a shell reads block $number of $page', ({ text }) => {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

const PROGRAMS =
  /^(sudo -u \w+ )?(([A-Z_]+=\S+|age|age-keygen|apt-get|amtool|cat|cd|certbot|chmod|chown|cp|curl|echo|export|git|install|journalctl|ln|ls|nano|nginx|npm|podman|promtool|psql|rm|sed|set|sleep|ss|sudo|systemctl|test|umask|useradd)( |$))/;

test.each(commands)('block $number of $page contains no prose', ({ text }) => {
  for (const line of commandLines(text)) {
    expect(line).toMatch(PROGRAMS);
    // A shell takes words in a second column as arguments, and an operator should not have to guess.
    expect(line).not.toMatch(/\S {2,}[^#\s]|…/);
  }
});

// Programs missing in a minimal Debian, with their package if its name differs.
const PACKAGES: Record<string, string> = {
  age: 'age',
  'age-keygen': 'age',
  amtool: 'prometheus-alertmanager',
  certbot: 'certbot',
  curl: 'curl',
  git: 'git',
  nano: 'nano',
  nginx: 'nginx',
  npm: 'nodejs',
  openssl: 'openssl',
  podman: 'podman',
  promtool: 'prometheus',
  psql: 'postgresql',
  sudo: 'sudo',
};

test('every program that a page runs is installed by an earlier line', () => {
  const installed = new Set<string>();
  const missing: string[] = [];
  for (const line of commands.flatMap(({ text }) => commandLines(text))) {
    const [, names = ''] = /^apt-get install -y (.+)$/.exec(line) ?? [];
    for (const name of names.split(' ')) installed.add(name);
    const programs = line.split(/&& |\| |\$\(|^sudo -u \w+ /).map((part) => part.split(' ', 1)[0]!);
    if (line.startsWith('sudo ')) programs.push('sudo');
    missing.push(...programs.filter((name) => PACKAGES[name] && !installed.has(PACKAGES[name])));
  }
  expect(installed.size).toBeGreaterThan(8);
  expect(missing).toEqual([]);
});

test('every value that a shell asks for was saved in it before', () => {
  for (const page of PAGES) {
    const kept = new Set<string>();
    for (const line of commands
      .filter((block) => block.page === page)
      .flatMap(({ text }) => commandLines(text))) {
      const asked = [...line.matchAll(/\$([A-Z_]+)/g)].map(([, name]) => name!);
      expect(asked.filter((name) => !kept.has(name))).toEqual([]);
      const [, name] = /^(?:export )?([A-Z_]+)=/.exec(line) ?? [];
      if (name) kept.add(name);
    }
  }
});

test('what root clones, installs or builds is readable by the portal’s user, whatever root’s umask', () => {
  const building = commands.filter(({ text }) => /^git (clone|checkout|pull)|npm ci/m.test(text));
  expect(building.length).toBeGreaterThan(2);
  for (const { text } of building) {
    const lines = commandLines(text);
    const first = lines.findIndex((line) => /^git (clone|checkout|pull)|npm ci/.test(line));
    expect(lines.slice(0, first)).toContain('umask 022');
  }
});

test('a block that stops, replaces or restarts the portal ends at the first failing line', () => {
  const replaces = /npm (ci|run (backup|restore))\b[^]*systemctl (start|restart) bea-portal/;
  const replacing = commands.filter(({ text }) => replaces.test(text));
  expect(replacing.length).toBeGreaterThan(5);
  for (const { text } of replacing) expect(text).toMatch(/^\(\nset -e\n[^]+\n\)\n$/);
});

// systemctl returns when a service is running, seconds before it listens or writes.
test('a started program is waited for before its log or port is checked', () => {
  const looking = commands.flatMap(({ page, text }) => {
    const lines = commandLines(text);
    return lines.flatMap((line, at) => {
      if (!/^(journalctl|ss) /.test(line)) return [];
      const before = lines.slice(0, at);
      const started = before.findLastIndex((act) =>
        // The backup's unit is a oneshot, so systemctl waits for its end.
        /systemctl (start|restart|enable --now) (?!portal-backup)/.test(act),
      );
      const waits = before
        .slice(started)
        .filter((act) => act.startsWith('curl ') && act.includes('--retry '));
      return started < 0 ? [] : [{ page, line, waited: waits.length > 0 }];
    });
  });
  expect(looking.length).toBeGreaterThan(2);
  expect(looking.filter(({ waited }) => !waited)).toEqual([]);
});

test('the log that shows whether a restart succeeded contains nothing from the start before', () => {
  const block = commands.find(
    ({ text }) => text.includes('systemctl restart') && text.includes('journalctl'),
  );
  const [first, restart, ...rest] = commandLines(block!.text);
  expect(first).toMatch(/^SINCE=\$\(date /);
  expect(restart).toMatch(/^systemctl restart /);
  expect(rest.at(-1)).toMatch(/^journalctl .* --since "\$SINCE"$/);
});

test('the only copy of something is never removed in the block that moves it', () => {
  const moving = commands.filter(({ text }) => /npm run restore.*bea-portal\.env /.test(text));
  for (const { text } of moving) {
    const removed = commandLines(text).findIndex((line) => line.startsWith('rm '));
    if (removed >= 0) expect(text).toMatch(/^\(\nset -e\n/);
  }
  expect(moving.filter(({ text }) => text.includes('rm -r'))).toEqual([]);
});

test('no password is typed where a shell history keeps it', () => {
  const sql = blocks.filter(({ language }) => language === 'sql');
  expect(sql.length).toBeGreaterThan(1);
  expect(sql.filter(({ text }) => /password '/i.test(text))).toEqual([]);
});

test('no setting has a trailing comment, which systemd and podman would read as part of its value', () => {
  const settings = blocks
    .filter(({ language }) => language !== 'nginx')
    .flatMap(({ text }) => text.split('\n').filter((line) => /^[\w-]+=/.test(line)));
  expect(settings.length).toBeGreaterThan(20);
  expect(settings.filter((line) => /\s#/.test(line))).toEqual([]);
});

test('a link from one page to a section of another resolves', () => {
  const headings = (page: string) =>
    [...readFileSync(join(import.meta.dirname, '../docs', page), 'utf8').matchAll(/^#+ (.+)$/gm)].map(
      ([, words]) =>
        words!
          .toLowerCase()
          .replaceAll(/[^\w\s-]/g, '')
          .replaceAll(' ', '-'),
    );
  const readers = ['../README.md', ...PAGES, 'security.md', 'deploy-supabase.md', 'architecture.md'];
  const links = readers.flatMap((page) => {
    const text = readFileSync(join(import.meta.dirname, '../docs', page), 'utf8');
    return [...text.matchAll(/\]\((?:docs\/)?([\w-]+\.md)?#([\w-]+)\)/g)].map(([, to, part]) => ({
      page,
      to: to ?? page,
      part: part!,
    }));
  });
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter(({ to, part }) => !headings(to).includes(part))).toEqual([]);
});
