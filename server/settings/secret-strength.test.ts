import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isWeakSecret } from './secret-strength.ts';

test.each([
  ['too short', 'k3Jd92hfLq0s'],
  ['one letter', 'x'.repeat(64)],
  ['the same few characters', 'abab'.repeat(12)],
  ['a short text again and again', '8fK2pQ'.repeat(8)],
  ['a row of digits', '1234567890123456789012345678901234567890'],
  ['the one of a well-known example', 'super-secret-jwt-token-with-at-least-32-characters-long'],
  ['what stands in a document', 'please-change-this-to-something-of-your-own'],
  ['what stands for one’s own', 'put_YOUR_48_hexadecimal_digits_in_here_0'],
])('a secret is weak that is %s', (_, secret) => expect(isWeakSecret(secret, 32)).toBe(true));

test('a random secret may spell a word by chance', () =>
  expect(isWeakSecret('kEYour_ygIcMTVuqRoyvIsMe4DAkbQIj-PQg4mmvepeHeJME04DMnr1eYwi5i7F5', 32)).toBe(false));

test('10,000 random secrets of every usual alphabet are strong', () => {
  const weak = Array.from({ length: 2_500 }).flatMap(() =>
    [
      randomBytes(16).toString('hex'),
      randomBytes(32).toString('hex'),
      randomBytes(24).toString('base64'),
      randomBytes(48).toString('base64url'),
    ].filter((secret) => isWeakSecret(secret, 32)),
  );
  expect(weak).toEqual([]);
});
