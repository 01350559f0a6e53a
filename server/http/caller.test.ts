import { expect, test } from 'vitest';
import { completeSecrets, createKeys } from '../auth/keys.ts';
import { createIdentify } from './caller.ts';

const keys = createKeys(await completeSecrets({ jwtSecret: 'a-secret-for-tests-that-is-long-enough' }));
const start = Date.now();
const claims = {
  role: 'authenticated',
  aud: 'authenticated',
  sub: '7f3c2f52-6d70-4a33-8a53-7a3c5d8c6f10',
  session_id: '0d6f3a54-2b8c-4a5e-9a54-59d1f0a4c4f2',
  exp: Math.floor(start / 1000) + 600,
};

test('a token that was checked before is refused once it expires', async () => {
  let now = new Date(start);
  const identify = createIdentify(keys, () => now);
  const headers = new Headers({ apikey: keys.anonKey, authorization: `Bearer ${await keys.sign(claims)}` });
  expect(await identify(headers)).toMatchObject({ role: 'authenticated', userId: claims.sub });
  now = new Date(claims.exp * 1000 - 1);
  expect(await identify(headers)).toMatchObject({ sessionId: claims.session_id });
  now = new Date(claims.exp * 1000);
  await expect(identify(headers)).rejects.toMatchObject({ status: 401, code: 'bad_jwt' });
});

test('the key alone is anonymous, or the service', async () => {
  const identify = createIdentify(keys, () => new Date());
  expect(await identify(new Headers({ apikey: keys.anonKey }))).toMatchObject({ role: 'anon', userId: null });
  const service = new Headers({ authorization: `Bearer ${keys.serviceRoleKey}` });
  expect(await identify(service)).toMatchObject({ role: 'service_role', sessionId: null });
});

test('thousands of tokens are distinguished', async () => {
  const identify = createIdentify(keys, () => new Date());
  for (let n = 0; n < 5_100; n++) {
    const sub = `7f3c2f52-6d70-4a33-8a53-${String(n).padStart(12, '0')}`;
    const authorization = `Bearer ${await keys.sign({ ...claims, sub })}`;
    expect((await identify(new Headers({ authorization }))).userId).toBe(sub);
  }
});
