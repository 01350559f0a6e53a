import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { enterWithPasskey } from './passkey-calls.ts';
import { sendCode, verifyCode } from './sign-in.ts';

type Sent = { call: string; headers: Headers; body: unknown };
let sent: Sent[];

beforeEach(async () => {
  localStorage.clear();
  sent = [];
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    const url = new URL(input);
    sent.push({
      call: `${init?.method} ${url.pathname}${url.search}`,
      headers: new Headers(init?.headers),
      body: JSON.parse(init?.body as string) as unknown,
    });
    const user = { id: 'user-1', email: 'robin@example.com' };
    return Response.json(
      url.pathname.endsWith('/verify')
        ? { access_token: 'a.b.c', refresh_token: 'r', expires_in: 600, token_type: 'bearer', user }
        : {},
    );
  });
  await loadConfig();
});

afterEach(() => vi.unstubAllGlobals());

test('asking for a code first asks whether the address is authorized, with the public key alone', async () => {
  await sendCode('robin@example.com');
  const [{ call, headers, body }] = sent as [Sent];
  expect(call).toBe('POST /functions/v1/validate-email');
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('authorization')).toBe('Bearer anon-key');
  expect(body).toEqual({ email: 'robin@example.com' });
});

test('then the provider sends a code, may create the user, and leads back to the start of the portal', async () => {
  await sendCode('robin@example.com');
  const { call, body } = sent[1]!;
  expect(call).toBe(`POST /auth/v1/otp?redirect_to=${encodeURIComponent(`${location.origin}/`)}`);
  expect(body).toMatchObject({ email: 'robin@example.com', create_user: true });
});

test('the code is verified with the address and the type email', async () => {
  await verifyCode('robin@example.com', '123456');
  expect(sent[0]).toMatchObject({
    call: 'POST /auth/v1/verify',
    body: { email: 'robin@example.com', token: '123456', type: 'email' },
  });
});

test('a passkey that the database refuses leads to a code by email, because GoTrue gives no reason', async () => {
  vi.stubGlobal('PublicKeyCredential', vi.fn<() => void>());
  Object.assign(navigator, { credentials: { create: vi.fn<() => void>(), get: vi.fn<() => void>() } });
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { error_code: 'unexpected_failure', msg: 'Unexpected failure, please check server logs' },
      { status: 500 },
    ),
  );
  await expect(enterWithPasskey()).rejects.toMatchObject({
    message: 'We couldn’t sign you in with this passkey. Get a code by email instead.',
  });
  Reflect.deleteProperty(navigator, 'credentials');
});
