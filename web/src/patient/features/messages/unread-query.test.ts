import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { MINUTE } from '@domain/time/instant.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { unreadQuery } from './unread-query.ts';

vi.mock('@/lib/backend/call-function.ts', () => ({
  callFunction: vi.fn(async () => ({ unread: 2, from: 'Marisol Vega' })),
}));
const call = vi.mocked(callFunction);

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  call.mockClear();
});

test('a page that no one is looking at does not report the patient as present, whatever arrives live', async () => {
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const client = new QueryClient();
  client.mount();
  const counts: (number | undefined)[] = [];
  const end = new QueryObserver(client, unreadQuery('robin')).subscribe(({ data }) =>
    counts.push(data?.unread),
  );
  await client.invalidateQueries({ queryKey: ['messages'] });
  expect(call).not.toHaveBeenCalled();
  visible.mockReturnValue('visible');
  window.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(counts.at(-1)).toBe(2));
  expect(call).toHaveBeenCalledOnce();
  end();
  client.unmount();
  client.clear();
});

test.each([
  [new AppError('no_answer'), 2],
  [new AppError('unavailable', '', 503), 2],
  [new AppError('not_allowed', '', 403), 1],
])('%s: only a refusal stops the polling', async (failure, asks) => {
  vi.useFakeTimers();
  const client = new QueryClient();
  client.mount();
  call.mockRejectedValueOnce(failure);
  const end = new QueryObserver(client, unreadQuery('robin')).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(MINUTE + 1_000);
  expect(call).toHaveBeenCalledTimes(asks);
  end();
  client.unmount();
  client.clear();
});
