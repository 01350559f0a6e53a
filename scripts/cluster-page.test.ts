import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { haproxyConfig, pgbouncerConfig } from '../bench/soak/cluster/proxies.ts';
import { SHARED } from '../bench/soak/cluster/postgres.ts';

const page = await readFile(join(import.meta.dirname, '../docs/deploy-cluster.md'), 'utf8');
const blocks = [...page.matchAll(/^```(?:conf|ini|yaml)\n([^]+?)^```$/gm)].map(([, text]) => text!);

/** Paths differ between one machine and several. Everything else must be equal. */
const withoutPlaces = (text: string) =>
  text
    .replaceAll(/\d+\.\d+\.\d+\.\d+(:\d+)?/g, 'ADDRESS')
    .replaceAll(/\bport( ?=? ?)\d+/g, 'port$1PORT')
    .replaceAll(/^(auth_file|listen_port) = .+$/gm, '$1 = PLACE')
    .trim();

test('the soak runs with HAProxy’s lines on the page', () => {
  const members = ['member1', 'member2', 'member3'].map((name) => ({ name, port: 5432, restPort: 8008 }));
  const run = haproxyConfig({ leader: 5000, web: 8080 }, members, [3000, 3000]);
  const shown = blocks.filter((block) => /^listen /m.test(block)).map(withoutPlaces);
  expect(shown.join('\n')).toBe(withoutPlaces(run));
});

test('the soak runs with PgBouncer’s lines on the page', () => {
  const shown = blocks.find((block) => block.includes('[pgbouncer]'))!;
  expect(withoutPlaces(shown)).toBe(withoutPlaces(pgbouncerConfig({ leader: 5000, pooled: 6432 }, '/')));
});

test('the soak runs with Patroni’s cluster settings on the page', () => {
  const shown = blocks.find((block) => block.startsWith('scope: portal'))!;
  const [, shared] = /^ {2}dcs:\n((?: {4}.+\n)+)/m.exec(shown)!;
  expect(shared).toBe(asYaml(SHARED, 4));
});

const asYaml = (values: object, indent: number): string =>
  Object.entries(values)
    .map(([name, value]: [string, unknown]) => {
      const key = `${' '.repeat(indent)}${name}:`;
      return typeof value === 'object' && value !== null
        ? `${key}\n${asYaml(value, indent + 2)}`
        : `${key} ${String(value)}\n`;
    })
    .join('');
