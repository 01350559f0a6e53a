import { expect, test } from 'vitest';
import { proposedHours } from './proposed-hours.ts';

const monday = [
  { weekday: 1, from: '08:00', until: '12:00' },
  { weekday: 1, from: '13:00', until: '16:30' },
];

test('the first day of a week begins with the usual hours', () => {
  expect(proposedHours([], 1)).toEqual([{ weekday: 1, from: '09:00', until: '17:00' }]);
});

test('another day has the hours of the last one before it that has any', () => {
  expect(proposedHours(monday, 3)).toEqual([
    { weekday: 3, from: '08:00', until: '12:00' },
    { weekday: 3, from: '13:00', until: '16:30' },
  ]);
  expect(proposedHours([{ weekday: 5, from: '10:00', until: '11:00' }], 2)).toEqual([
    { weekday: 2, from: '09:00', until: '17:00' },
  ]);
});

test.each([
  ['12:00', { from: '13:00', until: '17:00' }],
  ['17:00', { from: '18:00', until: '24:00' }],
  ['22:45', { from: '23:45', until: '24:00' }],
])('more hours on a day that ends at %s come after a break', (until, proposed) => {
  expect(proposedHours([{ weekday: 1, from: '08:00', until }], 1)).toEqual([{ weekday: 1, ...proposed }]);
});
