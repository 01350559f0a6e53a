import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from './day.ts';
import { instantInUtc } from './instant.ts';
import * as words from './words.ts';

const dates = fc.integer({ min: -30_000, max: 30_000 }).map((days) => addDays('2026-11-18', days));
const intl = (options: Intl.DateTimeFormatOptions) => (date: string) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(instantInUtc(date, '00:00'));

test('every day reads as Intl formats it in American English', () => {
  const [weekday, month, day, year] = ['long', 'long', 'numeric', 'numeric'] as const;
  fc.assert(
    fc.property(dates, (date) => {
      expect(words.weekdayName(date)).toBe(intl({ weekday })(date));
      expect(words.monthName(date)).toBe(intl({ month })(date));
      expect(String(words.dayOfMonth(date))).toBe(intl({ day })(date));
      expect(words.monthAndYear(date)).toBe(intl({ month, year })(date));
      expect(words.monthAndDay(date)).toBe(intl({ month, day })(date));
      expect(words.shortMonthAndDay(date)).toBe(intl({ month: 'short', day })(date));
      expect(words.longDay(date)).toBe(intl({ dateStyle: 'long' })(date));
      expect(words.weekdayAndDay(date)).toBe(intl({ weekday, month, day })(date));
      expect(words.shortDay(date)).toBe(intl({ weekday: 'short', month: 'short', day })(date));
      expect(words.fullDay(date)).toBe(intl({ dateStyle: 'full' })(date));
    }),
  );
});

test('a test’s day has the day before the month', () => {
  expect(words.weekdayDayMonth('2026-11-15')).toBe('Sunday, 15 November');
});

test('an hour is in lower case, and midnight and noon are 12', () => {
  const shown = ['00:00', '00:05', '07:42', '11:59', '12:00', '13:01', '23:59'].map(words.clockWords);
  expect(shown).toEqual(['12:00 am', '12:05 am', '7:42 am', '11:59 am', '12:00 pm', '1:01 pm', '11:59 pm']);
});
