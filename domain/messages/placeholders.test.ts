import { expect, test } from 'vitest';
import { fillPlaceholders, unfilledIn } from './placeholders.ts';

test.each([
  ['Hi {first name}, thank you.', 'Mia', 'Hi Mia, thank you.'],
  ['{First Name}! { first name }', ' Mia ', 'Mia! Mia'],
  ['Hi {first name}', '', 'Hi {first name}'],
  ['Your call is on {day}, {first name}.', 'Mia', 'Your call is on {day}, Mia.'],
  ['{first name}', '$& {day}', '$& {day}'],
  ['No placeholder', 'Mia', 'No placeholder'],
])('%j for %j reads %j', (text, firstName, filled) => {
  expect(fillPlaceholders(text, { firstName })).toBe(filled);
});

test.each([
  ['Hi Mia', null],
  ['Hi {first name}', { placeholder: '{first name}', from: 3, until: 15 }],
  ['{day} and {time}', { placeholder: '{day}', from: 0, until: 5 }],
  ['a { and\n} b {}', null],
])('in %j is left open: %j', (text, left) => {
  expect(unfilledIn(text)).toEqual(left);
});
