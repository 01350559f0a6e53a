import { afterEach, expect, test, vi } from 'vitest';
import { clinicSays } from '@/lib/clinic/clinic.ts';
import { externalLink } from '@/lib/clinic/external-links.ts';
import { clinicHours } from '@/lib/clinic/hours.ts';
import { loadConfig } from './config.ts';

// A portal on Supabase: its server's address and key are built in, and there is no /config.json.

const asked: { url: string; key: string | null }[] = [];

async function open(answer: () => Response | Promise<Response>) {
  vi.stubEnv('VITE_SUPABASE_URL', 'https://clinic.supabase.example');
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_publishable_key');
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    asked.push({ url, key: new Headers(headers).get('apikey') });
    return answer();
  });
  await loadConfig();
}

afterEach(() => {
  asked.length = 0;
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const ROWS = [
  { name: 'clinicPhone', value: '+1 555 0199' },
  { name: 'careHours', value: '09:00-17:00' },
  { name: 'careDays', value: 'Mon,Tue,Wed,Thu,Fri' },
  { name: 'replyHours', value: '5' },
  { name: 'linkOpkGuide', value: '/our-guide' },
  { name: 'supportEmail', value: null },
];

test('a portal on Supabase shows what administrators set, not what it was built with', async () => {
  vi.stubEnv('VITE_CLINIC_PHONE', '+1 555 0100');
  vi.stubEnv('VITE_SUPPORT_EMAIL', 'built@clinic.example');
  vi.stubEnv('VITE_COACH_NAME', 'Ida Brandt');
  await open(() => Response.json(ROWS));
  expect(asked).toEqual([
    {
      url: 'https://clinic.supabase.example/rest/v1/clinic_settings?select=name,value',
      key: 'sb_publishable_key',
    },
  ]);
  expect(clinicSays('clinicPhone')).toBe('+1 555 0199');
  expect(externalLink('opkGuide')).toBe('/our-guide');
  expect(clinicHours()).toMatchObject({
    opens: '09:00',
    closes: '17:00',
    days: [1, 2, 3, 4, 5],
    replyHours: 5,
  });
  expect(clinicSays('supportEmail'), 'cleared by an administrator').toBe('support@example.com');
  expect(clinicSays('coachName'), 'never set').toBe('Ida Brandt');
});

test.each([
  ['refuses', () => new Response('no', { status: 500 })],
  ['cannot be reached', () => Promise.reject(new TypeError('offline'))],
  ['answers with a page', () => new Response('<!doctype html>')],
])('while Supabase %s, the last known settings count', async (_, answer) => {
  await open(() => Response.json(ROWS));
  await open(answer);
  expect(clinicSays('clinicPhone')).toBe('+1 555 0199');
});

test('a first visit without an answer has the settings of the build', async () => {
  vi.stubEnv('VITE_CLINIC_PHONE', '+1 555 0100');
  await open(() => new Response('no', { status: 500 }));
  expect(clinicSays('clinicPhone')).toBe('+1 555 0100');
  expect(clinicHours()).toMatchObject({ opens: '08:00', closes: '22:00', replyHours: 3 });
});
