import { expect, test } from 'vitest';
import { instantFromIso, isoFromInstant } from './instant.ts';

test('the same moment written with different offsets is the same instant', () => {
  expect(instantFromIso('2026-11-18T10:30:00+05:30')).toBe(instantFromIso('2026-11-18T05:00:00.000Z'));
  expect(isoFromInstant(instantFromIso('2026-11-18T10:30:00+05:30'))).toBe('2026-11-18T05:00:00.000Z');
});

test.each(['2026-11-18T10:30:00', '2026-11-18', '18 November 2026', 'T', '2026-13-40T10:30:00Z', ''])(
  '%j is not a moment',
  (text) => {
    expect(() => instantFromIso(text)).toThrow(RangeError);
  },
);
