import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

const STEP = { doing: 'Building the portal', done: 'Portal built' };

test('someone at a terminal reads what is being done, and how long it took', async () => {
  let at = 0;
  let written = '';
  const progress = createProgress({ isTTY: true, write: (text) => (written += text) }, () => at);
  const building = progress(STEP, Promise.resolve('there'));
  expect(written).toContain('Building the portal …');
  at = 6_000;
  expect(await building).toBe('there');
  expect(written).toContain('✓ Portal built (6 s)\n');
});

test('a failing step leaves no line behind, and its error is its own', async () => {
  let written = '';
  const progress = createProgress({ isTTY: true, write: (text) => (written += text) });
  await expect(progress(STEP, Promise.reject(new Error('no space')))).rejects.toThrow('no space');
  expect(written.endsWith('\r\u001B[2K')).toBe(true);
  expect(written).not.toContain('✓');
});

test('a log gets nothing', async () => {
  let written = '';
  const progress = createProgress({ write: (text) => (written += text) });
  await progress(STEP, Promise.resolve());
  expect(written).toBe('');
});
