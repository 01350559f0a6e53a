import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useSendOnce } from './use-send-once.ts';

function sending(send: (words: string) => Promise<string>) {
  const client = new QueryClient();
  return renderHook(() => useSendOnce({ mutationFn: send, retry: false }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  }).result;
}

test('a second press before the screen shows the first sends nothing', async () => {
  const send = vi.fn<(words: string) => Promise<string>>().mockResolvedValue('stored');
  const sender = sending(send);
  act(() => {
    sender.current.mutate('one');
    sender.current.mutate('two');
  });
  await waitFor(() => expect(sender.current.data).toBe('stored'));
  expect(send.mock.calls.map(([words]) => words)).toEqual(['one']);
});

test.each([
  ['arrived', () => Promise.resolve('stored')],
  ['failed', () => Promise.reject(new Error('No'))],
])('once it has %s it can be sent again', async (_, answer) => {
  const send = vi.fn<(words: string) => Promise<string>>().mockImplementation(answer);
  const sender = sending(send);
  act(() => sender.current.mutate('one'));
  await waitFor(() => expect(sender.current.isIdle || sender.current.isPending).toBe(false));
  act(() => sender.current.mutate('two'));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
});
