import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Handler } from '../../../functions/_shared/request/define-function.ts';
import { answering } from '../../../functions/_shared/request/define-function.ts';

// Starts a function like Supabase's runtime, which reads its environment once.
async function started(handler: Handler, settings: Record<string, string> = {}) {
  const all = {
    SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co',
    SUPABASE_PUBLISHABLE_KEYS: '{"default":"sb_publishable_a"}',
    SUPABASE_SECRET_KEYS: '{"default":"sb_secret_a"}',
    ...settings,
  };
  for (const [name, value] of Object.entries(all)) vi.stubEnv(name, value);
  // A different name for each start, because Node caches modules.
  const { serve } = (await import(
    `../../../functions/_shared/serve.ts?${crypto.randomUUID()}`
  )) as typeof import('../../../functions/_shared/serve.ts');
  return serve(handler);
}
afterEach(() => {
  vi.unstubAllEnvs();
});

const failing = (error: unknown) =>
  answering('POST', async () => {
    throw error;
  });
const call = (path: string) =>
  new Request(`https://abcdefghijklmnopqrst.supabase.co${path}`, {
    method: 'POST',
    headers: { apikey: 'sb_secret_a' },
    body: '{"email":"robin@example.com"}',
  });

test.each([
  [
    'a database error',
    { code: '21000', message: 'DELETE requires a WHERE clause', details: 'Key (email)=(robin@example.com)' },
    { kind: 'object', code: '21000' },
  ],
  ['an error of PostgREST', { code: 'PGRST202', message: 'robin' }, { kind: 'object', code: 'PGRST202' }],
  ['a bug', new TypeError('robin is undefined'), { kind: 'TypeError', code: null }],
  ['a code that is data', { code: 'robin@example.com' }, { kind: 'object', code: null }],
])('%s is logged with the function’s name and the SQL state, and with no data', async (_, error, logged) => {
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => lines.mockRestore());
  const answer = await started(failing(error));
  for (const path of ['/team-patients', '/functions/v1/team-patients']) {
    expect((await answer(call(path))).status).toBe(500);
    expect(lines.mock.lastCall).toEqual([
      JSON.stringify({ event: 'function failed', name: 'team-patients', ...logged }),
    ]);
  }
});

const reached = answering('POST', async (_, { portal }) => ({ phone: portal.dutyPhone }));

test.each([{}, { SMS_URL: 'https://texts.example/send' }, { SMS_TOKEN: 'secret' }])(
  'no function starts with a duty phone that no text can reach (%j)',
  async (texts) => {
    await expect(started(reached, { DUTY_PHONE: '+15550199', ...texts })).rejects.toThrow(
      'DUTY_PHONE needs SMS_URL and SMS_TOKEN: it is reached by text',
    );
  },
);

test('with the settings for texts the duty phone is known', async () => {
  const texts = { SMS_URL: 'https://texts.example/send', SMS_TOKEN: 'secret' };
  const answer = await started(reached, { DUTY_PHONE: '+15550199', ...texts });
  expect(await (await answer(call('/watch-attention'))).json()).toEqual({ phone: '+15550199' });
});

test.each([
  'https://portal.clinic.example',
  'https://portal.clinic.example/',
  'https://portal.clinic.example//',
])('a browser on %s may call functions, and links to it have one slash', async (SITE_URL) => {
  const answer = await started(
    answering('POST', async (_, { portal }) => ({ site: portal.siteUrl, call: portal.callUrlPattern })),
    { SITE_URL },
  );
  const response = await answer(call('/enter-call'));
  expect(response.headers.get('access-control-allow-origin')).toBe('https://portal.clinic.example');
  expect(await response.json()).toEqual({
    site: 'https://portal.clinic.example',
    call: 'https://portal.clinic.example/call/{room}',
  });
});
