import { expect, test } from 'vitest';
import { Email, INVALID_EMAIL } from './email.ts';

test('an address is stored in lower case, without the spaces a phone adds', () => {
  expect(Email.parse(' Ada.Lovelace+1@Example.COM ')).toBe('ada.lovelace+1@example.com');
});

test.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'a b@example.com',
  'ada@example',
  `${'a'.repeat(250)}@example.com`,
])('%j is not an address', (typed) => {
  const parsed = Email.safeParse(typed);
  expect(parsed.error?.issues[0]?.message).toBe(INVALID_EMAIL);
});

test.each([undefined, null, 7, ['ada@example.com'], { email: 'ada@example.com' }])(
  '%j is not text',
  (given) => {
    expect(Email.safeParse(given).error?.issues[0]?.message).toBe(INVALID_EMAIL);
  },
);
