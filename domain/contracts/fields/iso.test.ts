import { expect, test } from 'vitest';
import { IsoDay, IsoInstant } from './iso.ts';

test.each(['2026-11-18T10:30:00Z', '2026-11-18T10:30:00.123Z', '2026-11-18T10:30:00+05:30'])(
  '%s is a moment',
  (text) => {
    expect(IsoInstant.parse(text)).toBe(text);
    expect(IsoDay.parse(text)).toBe(text);
  },
);

test('the moment counts, not the year in its text', () => {
  expect(IsoInstant.safeParse('2000-01-01T00:30:00+01:00').success).toBe(false);
  expect(IsoInstant.safeParse('1999-12-31T23:30:00-01:00').success).toBe(true);
});

test('a day is a day, not a moment', () => {
  expect(IsoDay.parse('2028-02-29')).toBe('2028-02-29');
  expect(IsoInstant.safeParse('2028-02-29').success).toBe(false);
});

test.each([
  '',
  'yesterday',
  '18/11/2026',
  '2026-02-29',
  '2026-11-31T10:00:00Z',
  '2026-11-18T25:00:00Z',
  '2026-11-18T10:30:00',
  '2026-11-18T10:30:00Z; select 1',
  '0000-01-01T00:00:00Z',
  '0206-11-18T10:30:00Z',
  '1999-12-31T23:59:59Z',
  '9999-12-31T23:59:59-01:00',
  '+240000-01-01T00:00:00Z',
  '240000-01-01T00:00:00Z',
  `2026-11-18T10:30:00.${'1'.repeat(240_000)}Z`,
  `2026-11-18T10:30:00.${'1'.repeat(25)}Z`,
  1_794_000_000_000,
  null,
  undefined,
])('%j is neither', (given) => {
  expect(IsoInstant.safeParse(given).success).toBe(false);
  expect(IsoDay.safeParse(given).success).toBe(false);
});
