import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findStep } from '@domain/journey/definition.ts';
import { currentToast } from '@/components/feedback/toast-store.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { useMarking } from './use-marking.tsx';

beforeEach(async () => {
  queryClient.clear();
  history.replaceState(null, '', '/overview');
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    return init?.method === 'POST' ? new Response(null, { status: 201 }) : Response.json([]);
  });
  await loadConfig();
  setUser({ id: 'robin', email: 'robin@example.com' });
});

afterEach(() => {
  cleanup();
  setUser(null);
  vi.unstubAllGlobals();
});

test('a marked phase says so for two seconds', async () => {
  const onComplete = vi.fn<() => void>();
  const facts = { appointments: [], trackingUrl: null, plan: null };
  const { result } = renderHook(() => useMarking({ userId: 'robin', facts, asks: true, onComplete }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  act(() => result.current.mark(findStep('welcome', null)!));
  await waitFor(() => expect(onComplete).toHaveBeenCalledOnce());
  expect(currentToast()).toMatchObject({
    title: 'Success',
    description: 'Progress updated successfully',
    duration: 2000,
  });
  expect(location.pathname).toBe('/overview');
});
