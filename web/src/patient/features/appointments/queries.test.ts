import { afterEach, expect, test, vi } from 'vitest';
import { DAY, instantFromIso, MINUTE } from '@domain/time/instant.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { appointmentsQuery, nextLook, type UpcomingAppointment } from './queries.ts';

const now = instantFromIso('2026-11-18T10:00:00Z');
const call = (minutesAhead: number, about: Partial<UpcomingAppointment> = {}): UpcomingAppointment => ({
  id: String(minutesAhead),
  name: 'Initial Consultation',
  appointmentType: 'initial-consultation',
  isVideo: true,
  hostName: 'Anneke',
  startsAt: now + minutesAhead * MINUTE,
  endsAt: now + (minutesAhead + 45) * MINUTE,
  changeableUntil: now + (minutesAhead - 60) * MINUTE,
  joinUrl: null,
  ...about,
});

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test.each([
  [
    'the server’s message',
    'The calendar is closed',
    () => Response.json({ message: 'The calendar is closed' }, { status: 503 }),
  ],
  [
    'one of its own where the server gives none',
    'Failed to fetch appointments',
    () => new Response('', { status: 502 }),
  ],
  ['one of its own where nothing comes back', 'Failed to fetch appointments', () => Response.error()],
])('calls that cannot be fetched fail with %s', async (_, message, answer) => {
  vi.stubGlobal('fetch', async (input: string) =>
    input === '/config.json'
      ? Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' })
      : answer(),
  );
  await loadConfig();
  await expect(queryClient.fetchQuery({ ...appointmentsQuery('robin'), retry: false })).rejects.toThrow(
    message,
  );
});

test('without calls nothing changes by itself', () => {
  expect(nextLook([], now)).toBeNull();
});

test('the list is checked again when the first call can be joined', () => {
  expect(nextLook([call(50), call(25)], now)).toBe(15 * MINUTE);
});

test('a joinable call is checked again when it is over', () => {
  expect(nextLook([call(-5, { joinUrl: 'https://example.com/room' })], now)).toBe(40 * MINUTE);
});

test('if the clocks differ, the server is asked again in a moment', () => {
  expect(nextLook([call(5)], now)).toBe(15_000);
  expect(nextLook([call(5, { isVideo: false })], now)).toBe(50 * MINUTE);
});

test('a distant call is checked every hour, since timers cannot wait for weeks', () => {
  expect(nextLook([call((40 * DAY) / MINUTE)], now)).toBe(60 * MINUTE);
});
