import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sayNotRun } from '../testing/not-run.ts';
import { withTestServer } from '../testing/test-server.ts';

const FOLDER = join(import.meta.dirname, '../../deploy/prometheus');
const RULES = readFileSync(join(FOLDER, 'alerts.yml'), 'utf8');
const OWN = /\b(?:portal|http|process|nodejs)_\w+/g;

const promtool = (words: string[], input = '') =>
  spawnSync('promtool', words, { cwd: FOLDER, encoding: 'utf8', input });

test('every metric that an alarm uses is one the server exports', async () => {
  const server = await withTestServer({ DATA_DIR: tmpdir() });
  await (await fetch(`${server.url}/health`)).text();
  const answered = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return new Set([...text.matchAll(/^(\w+)[ {]/gm)].map(([, name]) => name!));
  };
  await expect.poll(answered).toContain('http_request_duration_seconds_bucket');
  const names = await answered();
  const expressions = [...RULES.matchAll(/^ +expr: (.+)$/gm)].map(([, expression]) => expression!);
  expect(expressions.length).toBe(RULES.match(/- alert:/g)!.length);
  for (const expression of expressions) {
    const named = expression.match(OWN) ?? [];
    if (named.length === 0) expect(expression).toMatch(/^up\{/); // Prometheus' own: whether it got an answer
    for (const name of named) expect([...names], expression).toContain(name);
  }
});

test('everything patients and clinic depend on has an alarm, and each alarm says what to do', () => {
  const names = [...RULES.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(names).toEqual(
    expect.arrayContaining(
      [
        'Down',
        'DatabaseDown',
        'SignInMailFailed',
        'MailOverdue',
        'DiskLow',
        'BackupOld',
        'Errors',
        'Slow',
      ].map((name) => `Portal${name}`),
    ),
  );
  expect(RULES.match(/^ +action: .{20,}/gm)).toHaveLength(names.length);
});

test('Prometheus accepts the metrics and the rules, and they fire when they should', async (context) => {
  if (promtool(['--version']).error) {
    await sayNotRun(
      context,
      'promtool is not installed (apt-get install prometheus): only the names of metrics are checked',
    );
    expect(RULES).toMatch(/^groups:\n/);
    return;
  }
  const server = await withTestServer({ DATA_DIR: tmpdir() });
  const answered = await (await fetch(`${server.url}/metrics`)).text();
  for (const words of [
    ['check', 'metrics'],
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
    ['check', 'config', '--syntax-only', 'prometheus.yml'],
  ]) {
    const { status, stdout, stderr } = promtool(words, words.includes('metrics') ? answered : '');
    expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 });
  }
});
