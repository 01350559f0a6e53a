import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import ReachUs from './reach-us.tsx';

async function shown(contacts: Record<string, string>) {
  vi.stubGlobal('fetch', async () =>
    Response.json({ supabaseUrl: 'https://portal.example', supabaseAnonKey: 'anon-key', contacts }),
  );
  await loadConfig();
  render(<ReachUs />);
  return screen.getByRole('region', { name: 'How to reach us' });
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the page shows the clinic’s number with its hours, and the emergency number for any time', async () => {
  const region = await shown({
    clinicPhone: '+1 (555) 0100',
    clinicHours: 'Monday to Friday, 9am to 5pm',
    emergencyNumber: '911',
  });
  expect(region.textContent).toBe(
    'Call us at +1 (555) 0100, Monday to Friday, 9am to 5pm.In an emergency, at any hour: call 911.',
  );
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'tel:+15550100',
    'tel:911',
  ]);
});

test('hours in another zone than the patient’s name it', async () => {
  const contacts = { clinicPhone: '555 0100', clinicHours: 'Monday to Friday, 9am to 5pm' };
  const told = async (zone: string) => (await shown({ ...contacts, clinicTimeZone: zone })).textContent;
  expect(await told('Asia/Tokyo')).toMatch(/9am to 5pm \(Japan Standard Time\)\./);
  cleanup();
  expect(await told(shownZone())).toMatch(/9am to 5pm\./);
});

test('a clinic without hours shows none', async () => {
  expect((await shown({ clinicPhone: '555 0100' })).textContent).toMatch(/^Call us at 555 0100\.In an/);
});

test('in the United States it is 911 unless the clinic says otherwise', async () => {
  const region = await shown({ clinicTimeZone: 'America/Denver' });
  expect(region.textContent).toContain('In an emergency, at any hour: call 911.');
});

test('elsewhere no one is told to call a number that was not set, only how else to get help', async () => {
  const region = await shown({ clinicTimeZone: 'Europe/London' });
  expect(region.textContent).not.toMatch(/\bcall\b/i);
  expect(region.textContent).toContain('Write to your coach at coach@example.com.');
  expect(region.textContent).toContain('use your local emergency number');
  expect(screen.getByRole('link').getAttribute('href')).toMatch(/^mailto:coach@example\.com/);
});
