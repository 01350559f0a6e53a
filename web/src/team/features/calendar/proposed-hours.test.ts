import { expect, test } from 'vitest';
import { withMoreHours } from './proposed-hours.ts';

const monday = [
  { weekday: 1, from: '08:00', until: '12:00' },
  { weekday: 1, from: '13:00', until: '16:30' },
];

/** The added entries, when existing hours stay unchanged. */
const added = (hours: typeof monday, weekday: number) => withMoreHours(hours, weekday).slice(hours.length);

test('the first day of a week starts with the usual hours', () => {
  expect(added([], 1)).toEqual([{ weekday: 1, from: '09:00', until: '17:00' }]);
});

test('another day has the hours of the last day before it with any', () => {
  expect(added(monday, 3)).toEqual([
    { weekday: 3, from: '08:00', until: '12:00' },
    { weekday: 3, from: '13:00', until: '16:30' },
  ]);
  expect(added([{ weekday: 5, from: '10:00', until: '11:00' }], 2)).toEqual([
    { weekday: 2, from: '09:00', until: '17:00' },
  ]);
});

test('adding hours to a day across noon makes a break at noon, and other days stay', () => {
  const other = { weekday: 2, from: '09:00', until: '17:00' };
  expect(withMoreHours([{ weekday: 1, from: '09:00', until: '17:00' }, other], 1)).toEqual([
    { weekday: 1, from: '09:00', until: '12:00' },
    { weekday: 1, from: '13:00', until: '17:00' },
    other,
  ]);
});

test.each([
  ['12:00', { from: '13:00', until: '17:00' }],
  ['12:30', { from: '13:30', until: '17:00' }],
])('adding hours to a day that ends at %s puts them after a break', (until, proposed) => {
  expect(added([{ weekday: 1, from: '08:00', until }], 1)).toEqual([{ weekday: 1, ...proposed }]);
});

test.each([
  ['17:00', { from: '18:00', until: '24:00' }],
  ['22:45', { from: '23:45', until: '24:00' }],
])('and in the evening on one that starts after noon and ends at %s', (until, proposed) => {
  expect(added([{ weekday: 1, from: '14:00', until }], 1)).toEqual([{ weekday: 1, ...proposed }]);
});
