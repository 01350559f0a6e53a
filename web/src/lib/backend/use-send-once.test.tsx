import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showFailuresBy, reportFailure } from './failures.ts';
import { useSendOnce } from './use-send-once.ts';

function sending(send: (words: string) => Promise<string>, onError = (_: Error) => {}) {
  const client = new QueryClient();
  return renderHook(() => useSendOnce({ mutationFn: send, retry: false, onError }), {
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

test('a failed try’s message disappears with the next one, and other messages stay', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const hidden: string[] = [];
  showFailuresBy((words) => () => void hidden.push(words));
  const send = vi.fn<(words: string) => Promise<string>>().mockResolvedValue('stored');
  send.mockRejectedValueOnce(new Error('No')).mockRejectedValueOnce(new Error('No'));
  const sender = sending(send, (error) => reportFailure('Failed to save.', error));
  const press = async (times: number) => {
    act(() => sender.current.mutate('one'));
    await waitFor(() => expect(send).toHaveBeenCalledTimes(times));
    await waitFor(() => expect(sender.current.isPending).toBe(false));
  };
  await press(1);
  expect(hidden).toEqual([]);
  await press(2);
  expect(hidden).toEqual(['Failed to save.']);
  reportFailure('Failed to load progress.', new Error('No'));
  await press(3);
  expect(hidden).toEqual(['Failed to save.']);
});
