import { expect, test, vi } from 'vitest';
import { beginLoaded } from './begin-loaded.ts';

const settled = () => new Promise((done) => setTimeout(done));

test('what has started is ended once, and code loaded too late is ended as it starts', async () => {
  const end = vi.fn<() => void>();
  const stop = beginLoaded(async () => end, 'It cannot begin');
  await settled();
  expect(end).not.toHaveBeenCalled();
  stop();
  expect(end).toHaveBeenCalledTimes(1);

  const loading = Promise.withResolvers<() => void>();
  const late = vi.fn<() => void>();
  beginLoaded(() => loading.promise, 'It cannot begin')();
  loading.resolve(late);
  await settled();
  expect(late).toHaveBeenCalledTimes(1);
});

test('a failed code load is logged', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const stop = beginLoaded(() => Promise.reject(new Error('offline')), 'It cannot begin');
  await settled();
  expect(String(log.mock.calls[0])).toContain('It cannot begin');
  stop();
  log.mockRestore();
});
