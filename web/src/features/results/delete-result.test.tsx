import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/config.ts';
import { queryClient } from '@/lib/query-client.ts';
import { useDeleteResult } from './queries.ts';

beforeEach(async () => {
  vi.stubGlobal('fetch', async (input: string) => {
    if (input !== '/config.json') throw new TypeError('Failed to fetch');
    return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
  });
  await loadConfig();
});

afterEach(() => {
  cleanup();
  onlineManager.setOnline(true);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('without a network deleting a result fails at once and does not wait for one', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  onlineManager.setOnline(false);
  const { result } = renderHook(() => useDeleteResult('robin', () => undefined), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  act(() => result.current.mutate('result-1'));
  await waitFor(() => expect(result.current.isError).toBe(true));
});
