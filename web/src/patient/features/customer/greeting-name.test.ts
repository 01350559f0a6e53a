import { expect, test } from 'vitest';
import { greetingName } from './greeting-name.ts';

test.each([
  ['Robin', 'Robin'],
  [' Robin ', 'Robin'],
  ['', 'robin.reed'],
  [null, 'robin.reed'],
])('with %j as first name the greeting is for %s', (firstName, name) => {
  expect(greetingName({ firstName, preferredName: null }, 'robin.reed@example.com')).toBe(name);
});

test('without a record the greeting uses the part of the address before the @', () => {
  expect(greetingName(null, 'robin.reed@example.com')).toBe('robin.reed');
});

test.each([
  ['Bobbie', 'Bobbie'],
  [' ', 'Robin'],
])('a patient whose preferred name is %j is greeted as %s', (preferredName, name) => {
  expect(greetingName({ firstName: 'Robin', preferredName }, 'robin.reed@example.com')).toBe(name);
});
