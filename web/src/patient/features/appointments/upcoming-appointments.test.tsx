import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { UpcomingAppointments } from './upcoming-appointments.tsx';

let appointments: object[];

beforeEach(async () => {
  queryClient.clear();
  vi.stubGlobal('fetch', async (input: string) =>
    Response.json(
      input === '/config.json'
        ? { supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' }
        : { appointments },
    ),
  );
  await loadConfig();
  setUser({ id: 'robin', email: 'robin@example.com' });
});

afterEach(() => {
  cleanup();
  setUser(null);
  vi.unstubAllGlobals();
});

const call = {
  id: 'a1',
  name: 'Initial Consultation',
  // Noon in most places, so that the day is the same everywhere.
  startTime: '2036-11-19T12:00:00Z',
  endTime: '2036-11-19T12:30:00Z',
  appointmentType: 'initial-consultation',
  interactionType: 'video_call',
  hostName: 'Ada Okafor',
  joinUrl: null,
  changeableUntil: '2036-11-19T11:00:00Z',
  status: 'booked',
};

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <UpcomingAppointments />
    </QueryClientProvider>,
  );

test('each call has a row: weekday, day, month, name, time, type and host', async () => {
  appointments = [call];
  show();
  const row = within(await screen.findByRole('listitem'));
  expect(screen.getByText('Your timezone')).toBeDefined();
  expect(row.getByRole('heading', { name: 'Initial Consultation' })).toBeDefined();
  expect(row.getByText('Nov')).toBeDefined();
  expect(row.getByText('19')).toBeDefined();
  expect(row.getByText(/^Wednesday, \d+:\d\d [ap]m$/)).toBeDefined();
  expect(row.getByText('Video')).toBeDefined();
  expect(row.getByText('with Ada Okafor')).toBeDefined();
  expect(row.queryByRole('link', { name: /join/i })).toBeNull();
});

test('every type but video is shown as Phone, and the link to join only if there is one', async () => {
  appointments = [
    { ...call, interactionType: 'phone_call' },
    { ...call, id: 'a2', joinUrl: 'https://calls.example.com/room/7' },
  ];
  show();
  const [phone, video] = (await screen.findAllByRole('listitem')).map((row) => within(row));
  expect(phone!.getByText('Phone')).toBeDefined();
  expect(phone!.queryByRole('link', { name: /join/i })).toBeNull();
  expect(video!.getByRole('link', { name: /join/i }).getAttribute('href')).toBe(
    'https://calls.example.com/room/7',
  );
});

test('without calls it says so', async () => {
  appointments = [];
  show();
  expect(await screen.findByText("You don't have any upcoming calls.")).toBeDefined();
});
