import { expect, test } from 'vitest';
import { openSecret, sealSecret } from './factor-secret.ts';
import { completeSecrets, createKeys } from './keys.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const keysWith = async (jwtSecret: string) => createKeys(await completeSecrets({ jwtSecret }));

test('a sealed secret is opened by the same deployment, and each seal is different', async () => {
  const keys = await keysWith('a-secret-that-is-long-enough-for-this');
  const sealed = [sealSecret(keys, SECRET), sealSecret(keys, SECRET)];
  expect(sealed[0]).not.toBe(sealed[1]);
  for (const one of sealed) {
    expect(one).not.toContain(SECRET);
    expect(openSecret(keys, one)).toBe(SECRET);
  }
});

test('with another secret, altered or truncated, it cannot be opened', async () => {
  const keys = await keysWith('a-secret-that-is-long-enough-for-this');
  const sealed = sealSecret(keys, SECRET);
  const others = await keysWith('another-secret-that-is-long-enough-too');
  const bytes = Buffer.from(sealed, 'base64url');
  const altered = Array.from(bytes, (_, at) =>
    Buffer.from(bytes.map((byte, place) => (place === at ? byte ^ 1 : byte))).toString('base64url'),
  );
  expect(() => openSecret(others, sealed)).toThrow('another secret of the server');
  for (const bad of [...altered, sealed.slice(0, 30), sealed.slice(0, -4), '', SECRET])
    expect(() => openSecret(keys, bad)).toThrow('another secret of the server');
});
