import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { clockTime, localDay } from './dates.ts';
import { showTimesIn } from './select-zone.ts';
import { sentZone } from './selected-zone.ts';
import { shownZone } from './shown-zone.ts';

const userId = 'a4e7a1c2-93c0-4a53-8a06-2f1f5b1c0a11';
const at = Date.parse('2026-11-19T02:30:00Z');

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  localStorage.clear();
});

async function openedOn(device: string, clinicTimeZone?: string): Promise<void> {
  vi.stubEnv('TZ', device);
  vi.stubGlobal('fetch', async () =>
    Response.json({
      supabaseUrl: 'https://portal.example',
      supabaseAnonKey: 'anon-key',
      contacts: { clinicTimeZone },
    }),
  );
  await loadConfig();
}

test.each(['UTC', 'Etc/GMT+3'])(
  'a device in %s does not know its place: times are the clinic’s',
  async (device) => {
    await openedOn(device, 'America/Chicago');
    expect(shownZone()).toBe('America/Chicago');
    expect([localDay(at), clockTime(at)]).toEqual(['2026-11-18', '8:30 pm']);
    expect(sentZone()).not.toBe('America/Chicago');
    showTimesIn(userId, 'America/Denver');
    expect(clockTime(at)).toBe('7:30 pm');
    expect(sentZone()).toBe('America/Denver');
  },
);

test('until the clinic has set its zone, they are Eastern', async () => {
  await openedOn('UTC');
  expect(clockTime(at)).toBe('9:30 pm');
});

test('a device that knows its place shows its own times', async () => {
  await openedOn('Asia/Kathmandu', 'America/Chicago');
  expect([localDay(at), clockTime(at)]).toEqual(['2026-11-19', '8:15 am']);
});
