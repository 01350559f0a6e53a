import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockTime as clockIn } from '@domain/time/zoned-words.ts';
import { dateAndTime, momentSeen, month, weekdayAndDay } from './dates.ts';
import { deviceZone } from './device-zone.ts';

const instants = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) });
const intl = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', options);

test('days and times read as Intl has them in American English', () => {
  const date = intl({ month: 'long', day: 'numeric', year: 'numeric' });
  const day = intl({ weekday: 'long', month: 'long', day: 'numeric' });
  const short = intl({ month: 'short' });
  fc.assert(
    fc.property(instants, (instant) => {
      expect(dateAndTime(instant)).toBe(`${date.format(instant)}, ${clockIn(instant, deviceZone())}`);
      expect(weekdayAndDay(instant)).toBe(day.format(instant));
      expect(month(instant).slice(0, 3)).toBe(short.format(instant));
    }),
  );
});

test('data seen today shows its time, and older data also its day', () => {
  const seen = new Date(2026, 10, 17, 8, 40).getTime();
  expect(momentSeen(seen, new Date(2026, 10, 17, 23, 59).getTime())).toBe('8:40 am');
  expect(momentSeen(seen, new Date(2026, 10, 18, 0, 1).getTime())).toBe('Tuesday, November 17, 8:40 am');
});
