import { expect, test } from 'vitest';
import type { FileTimes } from './messages.ts';
import {
  clock,
  commandFor,
  durationsOf,
  fitted,
  levelOf,
  nameOf,
  profileOf,
  progressLine,
} from './report.ts';

test('one line says how long it has run and usually takes, what is running, and how many tests are done', () => {
  const state = { stage: 'vitest', passed: 4_209, failed: 0, files: ['a.test.ts', 'b.test.ts'], seconds: 65 };
  expect(progressLine({ ...state, usual: 240 })).toBe(
    '1:05 of about 4:00 · vitest · 4,209 tests done · a.test.ts',
  );
  expect(progressLine({ ...state, failed: 2, files: [], usual: null })).toBe(
    '1:05 · vitest · 4,211 tests done, 2 failed',
  );
});

test('a line never wraps', () => {
  expect(fitted('1:05 · vitest', 80)).toBe('1:05 · vitest');
  expect(fitted('1:05 · vitest', 8)).toBe('1:05 ·…');
  expect(fitted('1:05', 0)).toBe('…');
});

test('seconds are shown as minutes and seconds', () => {
  expect([0, 59.6, 600].map(clock)).toEqual(['0:00', '1:00', '10:00']);
});

test('a failed test is named with the command that runs it alone', () => {
  const failure = { stage: 'vitest', file: 'server/a.test.ts', name: 'what’s (new) is "kept"' } as const;
  expect(nameOf(failure)).toBe('server/a.test.ts › what’s (new) is "kept"');
  expect(commandFor(failure)).toBe(String.raw`npx vitest run server/a.test.ts -t 'what’s \(new\) is "kept"'`);
  expect(commandFor({ ...failure, name: "it's" })).toBe(
    String.raw`npx vitest run server/a.test.ts -t 'it'\''s'`,
  );
});

test('an unreadable file, a story and a check have their own commands', () => {
  expect(commandFor({ stage: 'vitest', file: 'server/a.test.ts', name: '' })).toBe(
    'npx vitest run server/a.test.ts',
  );
  expect(commandFor({ stage: 'stories', file: 'e2e/a.spec.ts', name: 'signing in' })).toBe(
    `STORIES=short npx playwright test e2e/a.spec.ts -g 'signing in'`,
  );
  expect(commandFor({ check: 'knip --no-config-hints' })).toBe('npx knip --no-config-hints');
  expect(commandFor({ check: 'npm run --silent types' })).toBe('npm run --silent types');
});

const times = (
  file: string,
  project: string,
  setUp: number,
  running: number,
  cpu: number | null,
): FileTimes => ({
  file,
  project,
  tests: 2,
  setUp,
  running,
  cpu,
});

test('a file belongs to one level', () => {
  expect(levelOf({ file: 'domain/a.test.ts', project: 'domain' })).toBe('unit');
  expect(levelOf({ file: 'web/src/a.test.tsx', project: 'web-mocks' })).toBe('unit');
  expect(levelOf({ file: 'supabase/tests/a.test.ts', project: 'server' })).toBe('database');
  expect(levelOf({ file: 'scripts/a.test.ts', project: 'server' })).toBe('server');
  expect(levelOf({ file: 'e2e/a.spec.ts', project: 'browser' })).toBe('browser');
});

test('a profile has the stages, levels, PostgreSQL’s time and the slowest files first', () => {
  const files = [
    times('domain/a.test.ts', 'domain', 0.5, 1, 1.2),
    times('server/b.test.ts', 'server', 1, 9, 4),
    times('e2e/c.spec.ts', 'browser', 0, 2, null),
    times('e2e/c.spec.ts', 'browser', 0, 3, null),
  ];
  expect(profileOf(new Map([['vitest', 12.4]]), files, 3.25)).toBe(`| Stage | Seconds |
| --- | ---: |
| vitest | 12 |

| Level | Files | Tests | Set-up | Tests (s) | CPU |
| --- | ---: | ---: | ---: | ---: | ---: |
| unit | 1 | 2 | 0.5 | 1.0 | 1.2 |
| server | 1 | 2 | 1.0 | 9.0 | 4.0 |
| browser | 1 | 4 | 0.0 | 5.0 |  |

PostgreSQL, which all of them share: 3.3 s of CPU.

| File | Tests | Set-up | Tests (s) | Waiting | CPU |
| --- | ---: | ---: | ---: | ---: | ---: |
| \`server/b.test.ts\` | 2 | 1.0 | 9.0 | 6.0 | 4.0 |
| \`e2e/c.spec.ts\` | 4 | 0.0 | 5.0 |  |  |
| \`domain/a.test.ts\` | 2 | 0.5 | 1.0 | 0.3 | 1.2 |`);
});

test('saved durations are those of a second or more, the longest first, without the browser’s', () => {
  const files = [
    times('a.test.ts', 'domain', 0.1, 0.2, null),
    times('b.test.ts', 'server', 1, 0.26, null),
    times('c.test.ts', 'server', 1, 9, null),
    times('e2e/d.spec.ts', 'browser', 0, 3, null),
  ];
  expect(Object.entries(durationsOf(files))).toEqual([
    ['c.test.ts', 10],
    ['b.test.ts', 1.3],
  ]);
});
