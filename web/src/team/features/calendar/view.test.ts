import { expect, test } from 'vitest';
import { addressOf, placeIn, questionOf } from './view.ts';

const TODAY = '2026-11-18';

test('a wide screen opens with the week, a phone with the day, unless someone asked for the other', () => {
  expect(placeIn('', true).view).toBe('week');
  expect(placeIn('', false).view).toBe('day');
  expect(placeIn('view=week', false).view).toBe('week');
  expect(placeIn('view=day', true).view).toBe('day');
});

test('a week begins on its Monday, whichever of its days the address names', () => {
  expect(questionOf(placeIn('from=2026-11-22', true), TODAY)).toBe('from=2026-11-16');
  expect(questionOf(placeIn('from=someday', true), TODAY)).toBe('');
});

test('a day is asked for alone, with the people next to it', () => {
  expect(questionOf(placeIn('view=day', true), TODAY)).toBe('from=2026-11-18&until=2026-11-18');
  expect(questionOf(placeIn('view=day&person=a&from=2026-11-20&with=b,a', true), TODAY)).toBe(
    'person=a&from=2026-11-20&until=2026-11-20&with=b',
  );
});

test('the same days have one address', () => {
  expect(addressOf(placeIn('from=2026-11-20&with=b,c&person=a', true), 'day')).toBe(
    '/team/calendar?person=a&view=day&from=2026-11-20&with=b,c',
  );
  expect(addressOf(placeIn('', true), null)).toBe('/team/calendar');
});
