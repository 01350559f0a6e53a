import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const page = (name: string) => readFileSync(join(import.meta.dirname, '../docs', name), 'utf8');
const supabase = page('deploy-supabase.md');
const ownServer = page('deploy-own-server.md');

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

test('every file of deploy/ that the page names is there, and none is left unsaid', () => {
  const root = join(import.meta.dirname, '..');
  const files = globSync('deploy/**/*', { cwd: root }).filter((path) => statSync(join(root, path)).isFile());
  const said = (path: string) => ownServer.includes(path) || path.endsWith('.test.yml');
  expect(files.filter((path) => !said(path))).toEqual([]);
  const named = [...ownServer.matchAll(/\bdeploy\/[\w/.-]+\.\w+/g)].map(([path]) => path);
  expect(named.filter((path) => !files.includes(path))).toEqual([]);
});
