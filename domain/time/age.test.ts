import { expect, test } from 'vitest';
import { ageOn } from './age.ts';

test('a patient is a year older on their birthday', () => {
  expect(ageOn('1990-03-14', '2026-03-13')).toBe(35);
  expect(ageOn('1990-03-14', '2026-03-14')).toBe(36);
  expect(ageOn('1992-02-29', '2026-02-28')).toBe(33);
  expect(ageOn('1992-02-29', '2026-03-01')).toBe(34);
});
