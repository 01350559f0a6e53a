import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEMO_SEED, demoClinic } from './generator/clinic.ts';
import { DEMO_TEAM } from './team.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/demo.md'), 'utf8');

test('docs/demo.md lists everyone in the demo, with the words of the desk', () => {
  const patients = demoClinic(DEMO_SEED, { weekday: 3, hour: 10 }).map(({ patient }) => patient);
  const rows = [
    ...patients.map(({ email, first, last, summary }) => `| \`${email}\` | ${first} ${last} | ${summary} |`),
    ...DEMO_TEAM.map(({ email, name, summary }) => `| \`${email}\` | ${name} | ${summary} |`),
  ];
  expect(PAGE.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
});
