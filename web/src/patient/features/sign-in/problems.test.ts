import { expect, test } from 'vitest';
import { Email } from '@domain/contracts/fields/email.ts';
import { codeProblem, emailProblem } from './problems.ts';

test.each([
  'robin@example.com',
  'Robin.O+tag@mail.example.co.uk',
  "o'neil@example.org",
  '',
  'robin',
  'robin@',
  '@example.com',
  'a b@example.com',
  'robin@example',
  '.robin@example.com',
  'ro..bin@example.com',
  'robin@example..com',
  'robin@-example.com',
  'róbin@example.com',
  `${'r'.repeat(250)}@example.com`,
])('“%s” is judged here as the server judges it', (email) => {
  const refusal = Email.safeParse(email).error?.issues[0]?.message;
  expect(emailProblem(email)).toBe(refusal);
});

test('a code has six digits', () => {
  expect(codeProblem('123456')).toBeUndefined();
  expect(codeProblem('12345')).toBe('Please enter a valid OTP code');
});
