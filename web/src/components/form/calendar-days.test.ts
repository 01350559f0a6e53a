import { expect, test } from 'vitest';
import { addDays } from '@domain/time/day.ts';
import { addMonths, clampDay, dayOf, weeksOf } from './calendar-days.ts';
import { weekdayAndDay } from '@domain/time/words.ts';

test('days cross months, years and clock changes', () => {
  expect(addDays('2026-10-31', 1)).toBe('2026-11-01');
  expect(addDays('2026-11-01', 1)).toBe('2026-11-02');
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
});

test('a month later is the same day, or the month’s last one', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
  expect(addMonths('2026-11-15', -12)).toBe('2025-11-15');
});

test('weeks start on Sunday and are always whole', () => {
  const weeks = weeksOf('2026-11-15');
  expect(weeks).toHaveLength(5);
  expect(weeks[0]![0]).toBe('2026-11-01');
  expect(weeks.at(-1)!.at(-1)).toBe('2026-12-05');
  expect(weeksOf('2026-08-09')).toHaveLength(6);
});

test('a day outside the limits becomes the nearest one inside', () => {
  expect(clampDay('2026-11-20', undefined, '2026-11-15')).toBe('2026-11-15');
  expect(clampDay('2026-11-01', '2026-11-05', undefined)).toBe('2026-11-05');
  expect(clampDay('2026-11-10', '2026-11-05', '2026-11-15')).toBe('2026-11-10');
});

test('a moment’s day is in the patient’s own calendar', () => {
  expect(dayOf(new Date(2026, 10, 5, 23, 59))).toBe('2026-11-05');
  expect(weekdayAndDay('2026-11-05')).toBe('Thursday, November 5');
});
