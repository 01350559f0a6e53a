import { beforeEach, expect, test } from 'vitest';
import { takeLink } from './address-link.ts';

beforeEach(() => history.replaceState({ kept: true }, '', '/home'));

const open = (fragment: string) => {
  history.replaceState({ kept: true }, '', `/home?a=b${fragment}`);
  return takeLink();
};

test('a session is removed from the URL and the history, which otherwise stay the same', () => {
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
])('%s has no session, and is removed from the URL too', (fragment) => {
  expect(open(fragment)).toBe('no_session');
  expect(location.hash).toBe('');
});

test.each(['', '#main', '#the-access_token', '#errors=none'])(
  '“%s” is not such a link, and stays',
  (fragment) => {
    expect(open(fragment)).toBeNull();
    expect(location.hash).toBe(fragment);
  },
);
