import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { queryClient } from '@/lib/backend/query-client.ts';
import { withoutNetwork } from '@/testing/without-network.ts';
import { useDeleteResult } from './queries.ts';

withoutNetwork();

test('offline, deleting a result fails right away and does not wait', async () => {
  const { result } = renderHook(() => useDeleteResult(() => undefined), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    ),
  });
  act(() => result.current.mutate('result-1'));
  await waitFor(() => expect(result.current.isError).toBe(true));
});
