import { onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findStep } from '@domain/journey/definition.ts';
import type { Step } from '@domain/journey/types.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { showFailuresBy } from '@/lib/backend/failures.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { useFailureToast } from '@/lib/backend/use-failure-toast.ts';
import { completedPhasesQuery } from '../queries.ts';
import { useCompletePhase } from './use-complete-phase.ts';

const welcome = findStep('welcome', null)!;
const onComplete = vi.fn<() => void>();
let save: () => Promise<Response>;
let read: () => Response;

beforeEach(async () => {
  onComplete.mockClear();
  queryClient.clear();
  save = async () => new Response(null, { status: 201 });
  read = () => Response.json([]);
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input === '/config.json') {
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    }
    return init?.method === 'POST' ? save() : read();
  });
  await loadConfig();
});

afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = (userId = 'robin') =>
  renderHook(() => useCompletePhase(userId, onComplete), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });

test('a saved phase is announced to the page if it is still open', async () => {
  const { result } = open();
  act(() => result.current.mutate(welcome));
  await waitFor(() => expect(onComplete).toHaveBeenCalledOnce());
});

test('a patient who has moved to another page in the meantime stays there', async () => {
  let answer = (_: Response) => {};
  save = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  const asked = vi.spyOn({ save }, 'save');
  save = asked;
  const { result, unmount } = open();
  act(() => result.current.mutate(welcome));
  await waitFor(() => expect(asked).toHaveBeenCalled());
  unmount();
  answer(new Response(null, { status: 201 }));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(onComplete).not.toHaveBeenCalled();
});

test('offline it fails right away and does not wait', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  onlineManager.setOnline(false);
  save = () => Promise.reject(new TypeError('Failed to fetch'));
  const { result } = open();
  act(() => result.current.mutate(welcome));
  await waitFor(() => expect(result.current.isError).toBe(true));
});

test.each<[string, string, Step]>([
  [
    'Invalid stage ID',
    'robin',
    { ...welcome, stage: { ...welcome.stage, id: 'stage-9' as Step['stage']['id'] } },
  ],
  ['No authenticated user', '', welcome],
])('%s: nothing is saved', async (message, userId, step) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const saving = vi.spyOn({ save }, 'save');
  save = saving;
  const { result } = open(userId);
  act(() => result.current.mutate(step));
  await waitFor(() => expect(result.current.error?.message).toBe(message));
  expect(saving).not.toHaveBeenCalled();
});

test('progress cannot be read without an authenticated user', async () => {
  await expect(queryClient.fetchQuery({ ...completedPhasesQuery(''), retry: false })).rejects.toThrow(
    'No authenticated user',
  );
});

test('a double click marks it once', async () => {
  const asked = vi.fn<() => Promise<Response>>().mockImplementation(save);
  save = asked;
  const { result } = open();
  act(() => {
    result.current.mutate(welcome);
    result.current.mutate(welcome);
  });
  await waitFor(() => expect(onComplete).toHaveBeenCalledOnce());
  expect(asked).toHaveBeenCalledOnce();
});

test('progress that cannot be read again is one failure, even if the page reads it too', async () => {
  const show = vi.fn((_words: string) => () => undefined);
  showFailuresBy(show);
  vi.spyOn(console, 'error').mockReturnValue();
  save = async () => {
    read = () => Response.json({ message: 'No' }, { status: 400 });
    return new Response(null, { status: 201 });
  };
  const { result } = renderHook(
    () => {
      const completed = useQuery(completedPhasesQuery('robin'));
      useFailureToast(completed.error, 'Failed to load progress.');
      return {
        ...useCompletePhase('robin', onComplete),
        hasLoaded: completed.isSuccess,
        error: completed.error,
      };
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      ),
    },
  );
  await waitFor(() => expect(result.current.hasLoaded).toBe(true));
  act(() => result.current.mutate(welcome));
  await waitFor(() => expect([result.current.isError, result.current.error]).not.toContain(null));
  await waitFor(() => expect(show).toHaveBeenCalled());
  expect(show.mock.calls).toEqual([['Failed to update progress.']]);
});
