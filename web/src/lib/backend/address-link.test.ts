import { beforeEach, expect, test } from 'vitest';
import { takeLink } from './address-link.ts';

beforeEach(() => history.replaceState({ kept: true }, '', '/home'));

const open = (fragment: string) => {
  history.replaceState({ kept: true }, '', `/home?a=b${fragment}`);
  return takeLink();
};

test('a session leaves the address and the history, which otherwise stay as they were', () => {
  const tokens = { accessToken: 'a', refreshToken: 'r' };
  expect(open('#access_token=a&expires_in=3600&refresh_token=r&token_type=bearer')).toEqual(tokens);
  expect(location.href).toMatch(/\/home\?a=b$/);
  expect(history.state).toEqual({ kept: true });
});

test.each([
  '#error=access_denied&error_code=otp_expired',
  '#error_description=Nothing',
  '#access_token=a',
  '#refresh_token=r',
  '#access%5Ftoken=a&x=y',
])('%s brings no session, and leaves the address too', (fragment) => {
  expect(open(fragment)).toBe('no_session');
  expect(location.hash).toBe('');
});

test.each(['', '#main', '#the-access_token', '#errors=none'])(
  '“%s” is no such link, and stays',
  (fragment) => {
    expect(open(fragment)).toBeNull();
    expect(location.hash).toBe(fragment);
  },
);
