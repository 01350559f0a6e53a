import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '@/components/ui/toaster.tsx';
import { loadConfig } from '@/lib/config.ts';
import { queryClient } from '@/lib/query-client.ts';
import { NoSlots } from './no-slots.tsx';
import { LOADING_FAILED } from './words.ts';

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

test('without a network the next available day is not waited for', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  onlineManager.setOnline(false);
  render(
    <QueryClientProvider client={queryClient}>
      <NoSlots
        search={{ slug: 'coach-call' }}
        shown="2026-11-16"
        today="2026-11-15"
        last="2026-11-30"
        onGo={() => undefined}
      />
      <Toaster />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Next available' }));
  expect(await screen.findByText(LOADING_FAILED)).not.toBeNull();
});
