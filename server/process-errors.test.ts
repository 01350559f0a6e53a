import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SECRET = 'somebody@example.com';

/** What a process prints when it does this after the server's start, and how it ends. */
async function printedBy(doing: string) {
  const module = (name: string) => JSON.stringify(join(import.meta.dirname, name));
  const script = `
    import { logProcessErrors } from ${module('process-errors.ts')};
    import { consoleLog } from ${module('log.ts')};
    logProcessErrors(consoleLog);
    ${doing}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
  let words = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (words += part));
  const [code] = (await once(child, 'close')) as [number];
  const lines = words.trim().split('\n');
  return { code, words, facts: lines.map((line) => JSON.parse(line) as Record<string, string>) };
}

const failure = `Object.assign(new Error('EMFILE: ${SECRET}\\nsecond line'), { code: 'EMFILE' })`;

test.each([
  ['an error that nobody caught', `throw ${failure}`, { event: 'crashed', code: 'EMFILE' }, 1],
  ['a promise that nobody waited for', `Promise.reject(${failure})`, { event: 'crashed', code: 'EMFILE' }, 1],
  ['an error that a library prints', `console.error(${failure})`, { level: 'error', code: 'EMFILE' }, 0],
  ['a warning', `process.emitWarning(${failure})`, { event: 'warning', code: 'EMFILE' }, 0],
  ['a word of a library', `console.info('The user aborted a request.')`, { level: 'info' }, 0],
])('%s is one log line, without anything it might quote', async (_, doing, expected, exitCode) => {
  const { code, words, facts } = await printedBy(doing);
  expect(facts).toMatchObject([expected]);
  expect(words).not.toContain(SECRET);
  expect(code).toBe(exitCode);
});
