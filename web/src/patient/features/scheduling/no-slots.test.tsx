import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Toaster } from '@/components/feedback/toaster.tsx';
import { queryClient } from '@/lib/backend/query-client.ts';
import { withoutNetwork } from '@/testing/without-network.ts';
import { NoSlots } from './no-slots.tsx';
import { LOADING_FAILED } from './words.ts';

withoutNetwork();

test('offline, it does not wait for the next available day', async () => {
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
