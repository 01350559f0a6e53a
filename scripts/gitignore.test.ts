import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

// In a separate repository, because an installation from an archive has none.
function ignored(paths: string[]): string[] {
  const scratch = mkdtempSync(join(tmpdir(), 'bea-ignored-'));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  copyFileSync(join(import.meta.dirname, '../.gitignore'), join(scratch, '.gitignore'));
  spawnSync('git', ['init', '--quiet'], { cwd: scratch });
  const { stdout } = spawnSync('git', ['check-ignore', ...paths], { cwd: scratch, encoding: 'utf8' });
  return stdout.trim().split('\n');
}

test('files with secrets or patient data are never committed from the paths that the docs use', () => {
  const secret = [
    'supabase/.env',
    'supabase/.temp/pooler-url',
    'clinic.backup',
    'portal-2026-11-16.backup',
    'portal-20261116T023000Z.backup.age',
    'portal-backup.key',
    '.env',
    '.data/secrets.json',
  ];
  expect(ignored(secret)).toEqual(secret);
});

test('nothing that belongs to the product is ignored', () => {
  expect(ignored(['supabase/config.toml', 'deploy/x.yml'])).toEqual(['']);
});
