import { expect, test } from 'vitest';
import { phoneCodeText } from '../notifications/phone-code.ts';
import { phoneNumberOf, phoneNumberWords } from './phone-number.ts';

test.each([
  ['(212) 555-0100', '+12125550100'],
  ['1 212 555 0100', '+12125550100'],
  ['+44 20 7946 0000', '+442079460000'],
  ['555-0100', undefined],
  ['+0 212 555 0100', undefined],
  ['212 555 0100 ext. 4', undefined],
  ['', undefined],
])('%s is the number %s', (typed, number) => {
  expect(phoneNumberOf(typed)).toBe(number);
});

test('the text contains the code, but neither who it is for nor what it is about', () => {
  expect(phoneCodeText('012345')).toBe(
    "Your code is 012345. It works for 10 minutes. If you didn't ask for it, ignore this text.",
  );
});

test.each([
  ['+12125550100', '(212) 555-0100'],
  ['+442079460000', '+442079460000'],
  ['555-0100', '555-0100'],
])('%s reads as %s', (number, words) => {
  expect(phoneNumberWords(number)).toBe(words);
});
