import { expect, test } from 'vitest';
import { freeBytes } from './free-bytes.ts';

test('bytes that fill their buffer are freed', () => {
  const bytes = new Uint8Array(1_000);
  freeBytes(bytes);
  expect(bytes.byteLength).toBe(0);
});

test('a part of a buffer stays, because others may have the rest', () => {
  const whole = new Uint8Array(1_000).fill(7);
  freeBytes(whole.subarray(0, 500));
  expect(whole).toEqual(new Uint8Array(1_000).fill(7));
});
