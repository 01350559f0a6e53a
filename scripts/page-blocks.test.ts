import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// What an operator copies from the pages has to work as it stands there.

const PAGES = ['deploy-own-server.md', 'operations.md', 'clinic-handbook.md'];
const LANGUAGES = new Set(['sh', 'env', 'ini', 'conf', 'sql', 'nginx', 'yaml']);

type Block = { page: string; number: number; language: string; text: string };

const blocks = PAGES.flatMap((page): Block[] => {
  const text = readFileSync(join(import.meta.dirname, '../docs', page), 'utf8');
  return [...text.matchAll(/^( *)```(\w*)\n([^]*?)^ *```$/gm)].map(([, indent, language, lines], at) => ({
    page,
    number: at + 1,
    language: language!,
    text: lines!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
});

const commands = blocks.filter(({ language }) => language === 'sh');

/** The lines that a shell runs: without comments, and without what a here-document holds. */
const commandLines = (text: string) =>
  text
    .replaceAll(/(<<'END'.*\n)[^]*?\nEND$/gm, '$1')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

test('every block says what it is', () => {
  expect(blocks.filter(({ language }) => !LANGUAGES.has(language))).toEqual([]);
  expect(new Set(commands.map(({ page }) => page)).size).toBe(PAGES.length);
});

test.each(commands)('a shell reads block $number of $page', ({ text }) => {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

const PROGRAMS =
  /^(sudo -u \w+ )?(([A-Z_]+=\S+|age|age-keygen|apt-get|amtool|cat|cd|certbot|chmod|chown|cp|curl|echo|export|git|install|journalctl|ln|nano|nginx|npm|podman|promtool|psql|rm|sed|sudo|systemctl|umask|useradd)( |$))/;

test.each(commands)('no prose stands in block $number of $page', ({ text }) => {
  for (const line of commandLines(text)) {
    expect(line).toMatch(PROGRAMS);
    // Words in a second column are a remark, which a shell takes for arguments; and nothing is left to guess.
    expect(line).not.toMatch(/\S {2,}[^#\s]|…/);
  }
});

test('no setting carries a remark, which systemd and podman would take for a part of its value', () => {
  const settings = blocks
    .filter(({ language }) => language !== 'nginx')
    .flatMap(({ text }) => text.split('\n').filter((line) => /^[\w-]+=/.test(line)));
  expect(settings.length).toBeGreaterThan(20);
  expect(settings.filter((line) => /\s#/.test(line))).toEqual([]);
});

test('a link from one page to a part of another finds it', () => {
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
