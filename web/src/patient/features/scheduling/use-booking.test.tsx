import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '@/components/feedback/toaster.tsx';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { useBooking } from './use-booking.ts';
import { appointmentTypeWords } from './words.ts';

const type = {
  id: 'type-1',
  slug: 'initial-consultation',
  name: 'Initial Consultation',
  description: 'We talk.',
  duration: 30,
  interactionType: 'video_call',
  horizonDays: 30,
  minimumNoticeMinutes: 60,
} as const;
const slot = { startsAt: Date.UTC(2036, 10, 19, 15), endsAt: Date.UTC(2036, 10, 19, 15, 30) };
const choice = { slot, submissionId: '0d6a3a52-8a3e-4a38-9b0a-6d1f1f0f0001' };

let sent: { call: string; body: unknown }[];
let answer: () => Response;

beforeEach(async () => {
  queryClient.clear();
  sent = [];
  history.replaceState(null, '', '/schedule');
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    sent.push({
      call: `${init?.method} ${new URL(input).pathname}`,
      body: JSON.parse(init!.body as string) as unknown,
    });
    return answer();
  });
  await loadConfig();
  setUser({ id: 'robin', email: 'robin@example.com' });
});

afterEach(() => {
  cleanup();
  setUser(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open() {
  const onSettled = vi.fn<() => void>();
  const refreshed = vi.spyOn(queryClient, 'invalidateQueries');
  const { result } = renderHook(() => useBooking(type, undefined, onSettled), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={queryClient}>
        {children}
        <Toaster />
      </QueryClientProvider>
    ),
  });
  return { book: () => act(() => result.current.mutate(choice)), onSettled, refreshed };
}

test('booking is sent with type, name, video or phone, start and end', async () => {
  answer = () => Response.json({});
  const { book, onSettled, refreshed } = open();
  book();
  await waitFor(() => expect(onSettled).toHaveBeenCalled());
  expect(sent).toEqual([
    {
      call: 'POST /functions/v1/schedule-appointment',
      body: {
        appointmentType: 'initial-consultation',
        appointmentTypeName: 'Initial Consultation',
        interactionType: 'video_call',
        startTime: '2036-11-19T15:00:00.000Z',
        endTime: '2036-11-19T15:30:00.000Z',
      },
    },
  ]);
  expect(location.pathname).toBe('/home');
  expect(screen.getByRole('status').textContent).toContain('Call scheduled successfully');
  expect(refreshed).toHaveBeenCalledWith({ queryKey: ['appointments'] });
});

test('a refused booking says so, ends the choice, and stays', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  answer = () => Response.json({ code: 'slot_taken', message: 'Taken' }, { status: 409 });
  const { book, onSettled } = open();
  book();
  await waitFor(() => expect(onSettled).toHaveBeenCalled());
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to schedule a call');
  expect(location.pathname).toBe('/schedule');
});

test('a call that is not by phone is by video', () => {
  expect(appointmentTypeWords({ ...type, interactionType: 'phone_call' })).toBe('Phone Call');
  expect(appointmentTypeWords(type)).toBe('Video Call');
});
