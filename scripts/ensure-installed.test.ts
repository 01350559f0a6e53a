import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

type Packages = Record<string, { version?: string; dev?: boolean; optional?: boolean }>;

const wanted: Packages = {
  '': {},
  'node_modules/hono': { version: '4.0.0' },
  'node_modules/vite': { version: '8.0.0', dev: true },
  'node_modules/binary-for-another-system': { version: '1.0.0', optional: true },
};
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bea-install-'));
  mkdirSync(join(folder, 'scripts'));
  mkdirSync(join(folder, 'node_modules'));
  cpSync(join(import.meta.dirname, 'ensure-installed.mjs'), join(folder, 'scripts/ensure-installed.mjs'));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }));
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\ntouch ${join(folder, 'asked')}\n`, { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true }));

function installsOver(found: Packages | null): boolean {
  if (found) {
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: found }));
  }
  const { status } = spawnSync(process.execPath, ['scripts/ensure-installed.mjs'], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` },
  });
  expect(status).toBe(0);
  return existsSync(join(folder, 'asked'));
}

const hono = { 'node_modules/hono': { version: '4.0.0' } };
const vite = { 'node_modules/vite': { version: '8.0.0', dev: true } };

test('a fresh clone is installed', () => expect(installsOver(null)).toBe(true));

test('what npm ci installed, by whoever, stays as it is', () => {
  expect(installsOver({ ...hono, ...vite })).toBe(false);
});

test('an install without the packages of developers stays as it is', () => {
  expect(installsOver(hono)).toBe(false);
});

test('a package that is missing is installed', () => expect(installsOver(vite)).toBe(true));

test('a package in another version is installed anew', () => {
  expect(installsOver({ 'node_modules/hono': { version: '3.9.0' }, ...vite })).toBe(true);
});

test('a package that is not wanted any more is a reason to install', () => {
  expect(installsOver({ ...hono, ...vite, 'node_modules/left-over': { version: '1.0.0' } })).toBe(true);
});
