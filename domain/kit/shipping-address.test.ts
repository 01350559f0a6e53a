import { expect, test } from 'vitest';
import { addressLines } from './address-lines.ts';
import { ShippingAddress } from './shipping-address.ts';

const GOOD = {
  line1: '350 Fifth Avenue',
  line2: 'Apt 5B',
  city: 'New York',
  state: 'NY',
  zip: '10118',
} as const;
const problem = (change: object) =>
  ShippingAddress.safeParse({ ...GOOD, ...change }).error?.issues[0]?.message;

test('an address reads like a label, with or without a second line', () => {
  expect(addressLines(ShippingAddress.parse(GOOD))).toEqual([
    '350 Fifth Avenue',
    'Apt 5B',
    'New York, NY 10118',
  ]);
  expect(addressLines({ ...GOOD, line2: null })).toEqual(['350 Fifth Avenue', 'New York, NY 10118']);
});

test('spaces around a line are removed', () => {
  expect(ShippingAddress.parse({ ...GOOD, line1: ' 350 Fifth Avenue ', zip: ' 10118-0110 ' })).toMatchObject({
    line1: '350 Fifth Avenue',
    zip: '10118-0110',
  });
});

test.each([
  [{ line1: ' ' }, 'Enter your street address'],
  [{ line1: 'x'.repeat(101) }, 'Please use no more than 100 characters'],
  [{ line1: '350 Fifth\nAvenue' }, 'Enter your street address'],
  [{ city: '' }, 'Enter your city'],
  [{ state: 'New York' }, 'Select your state'],
  [{ state: '' }, 'Select your state'],
  [{ zip: '1011' }, 'Enter a ZIP code like 10001 or 10001-1234'],
  [{ zip: 'SW1A 1AA' }, 'Enter a ZIP code like 10001 or 10001-1234'],
])('%j: %s', (change, words) => {
  expect(problem(change)).toBe(words);
});
