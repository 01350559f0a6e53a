import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { currentSession, setUser, withdrawOffer } from '@/lib/backend/session.ts';
import { noteCodeRequest } from './code-requests.ts';
import { takeOrOffer } from './offered-session.ts';

const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
const accessToken = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: 'user-1', exp: 4_000_000_000 })}.c2ln`;
const tokens = { accessToken, refreshToken: 'refresh' };
const email = 'coach@example.com';
let records: Response;

beforeEach(async () => {
  localStorage.clear();
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${accessToken}`);
    if (input.endsWith('/auth/v1/user')) return Response.json({ id: 'user-1', email });
    return input.includes('/rest/v1/customers?') ? records : new Response(null, { status: 404 });
  });
  await loadConfig();
});
afterEach(() => {
  withdrawOffer();
  setUser(null);
  vi.unstubAllGlobals();
});

test('a patient is asked whether the session from a link is theirs', async () => {
  records = Response.json([{ user_id: 'user-1' }]);
  await takeOrOffer(tokens);
  expect(currentSession().offer).toEqual({ maskedEmail: 'c…@example.com', tokens });
});

// Someone who reads a team member's email could lead them into a session of their own, to add the second
// factor to it.
test.each([false, true])(
  'a session without a record is neither offered nor used (a code was requested: %s)',
  async (hasAsked) => {
    if (hasAsked) await noteCodeRequest(email, Date.now());
    records = Response.json([]);
    await expect(takeOrOffer(tokens)).rejects.toMatchObject({ code: 'link_ended' });
    expect(currentSession().offer).toBeUndefined();
    expect(localStorage.getItem('sb-localhost-auth-token')).toBeNull();
  },
);

test.each([
  [401, 'link_ended'],
  [503, 'no_answer'],
])('if the record is answered with %i, it is not used', async (status, code) => {
  records = Response.json({}, { status });
  await expect(takeOrOffer(tokens)).rejects.toMatchObject({ code });
  expect(currentSession().offer).toBeUndefined();
});
