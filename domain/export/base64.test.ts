import fc from 'fast-check';
import { expect, test } from 'vitest';
import { base64 } from './base64.ts';

test('any text survives the round trip', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const octets = Uint8Array.from(atob(base64(text)), (letter) => letter.charCodeAt(0));
      expect(new TextDecoder().decode(octets)).toBe(text);
    }),
  );
});

test.each([
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['é', 'w6k='],
])('%j is %j', (text, encoded) => expect(base64(text)).toBe(encoded));
