import * as fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { isUsualRule } from '../../../functions/_shared/calendars/usual-rule.ts';

const isUsual = (rule: string, month = 1) => isUsualRule(ICAL.Recur.fromString(rule), { year: 2026, month });

test.each([
  'FREQ=DAILY',
  'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH',
  'FREQ=MONTHLY;BYMONTHDAY=31',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;BYDAY=5MO',
  'FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
  'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
  'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
  'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
  'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
  'FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=25,26,27,28,29,30,31;BYDAY=SU',
  'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
])('%s is a rule that people have', (rule) => {
  expect(isUsual(rule)).toBe(true);
});

test.each([
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;BYDAY=MO'],
  ['FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=31;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=1'],
  ['FREQ=YEARLY;BYMONTH=1;BYDAY=MO;BYSETPOS=300'],
  ['FREQ=YEARLY;BYMONTH=2;BYDAY=6MO'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=366'],
  ['FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=MO;BYSETPOS=2'],
  ['FREQ=MONTHLY;BYMONTHDAY=1;BYDAY=5MO'],
  ['FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31', 2],
  ['FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29'],
  ['FREQ=HOURLY'],
])('%s never comes true, or no one has it', (rule, month = 1) => {
  expect(isUsual(rule, month)).toBe(false);
});

test('every rule that is followed comes true soon, or the library would search for it without an end', () => {
  const some = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: 1, maxLength: 3 });
  const part = (name: string, of: fc.Arbitrary<unknown>) =>
    fc.option(
      some(of).map((values) => `;${name}=${values.join(',')}`),
      { nil: '' },
    );
  const place = fc.constantFrom('', '', '', '1', '2', '4', '5', '-1', '-5', '6', '52', '-53');
  const weekday = fc.tuple(place, fc.constantFrom('MO', 'WE', 'SU')).map((both) => both.join(''));
  const number = (...values: number[]) => fc.constantFrom(...values);
  const rule = fc
    .tuple(
      fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'),
      number(1, 2, 4, 12, 28),
      part('BYMONTH', number(1, 2, 4, 12)),
      part('BYDAY', weekday),
      part('BYMONTHDAY', number(1, 13, 28, 29, 30, 31, -1, -30, -31)),
      part('BYSETPOS', number(1, 2, 5, 9, -1, 366)),
    )
    .map(([freq, interval, ...parts]) => `FREQ=${freq};INTERVAL=${interval}${parts.join('')}`);
  fc.assert(
    fc.property(rule, number(1, 2, 4, 12), (text, month) => {
      const start = ICAL.Time.fromDateTimeString(`2026-${String(month).padStart(2, '0')}-10T10:00:00`);
      const recur = ICAL.Recur.fromString(text);
      if (!isUsualRule(recur, start)) return;
      const times = recur.iterator(start);
      times.next();
      // At most every fourth leap year, times the interval.
      expect(times.next().year).toBeLessThan(2026 + 41 * recur.interval);
    }),
    { numRuns: 1_000 },
  );
});
