export type Tokens = { accessToken: string; refreshToken: string };
/** What a link of the auth service brought in the address: a session, or word that there is none. */
export type Link = Tokens | 'no_session';

const NAMES = ['access_token', 'refresh_token', 'error', 'error_code', 'error_description'];

/**
 * Takes what such a link brought out of the address and out of the history, whatever comes of it: neither whoever looks
 * at the screen nor the next one at this device finds a session there.
 */
export function takeLink(): Link | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (!NAMES.some((name) => fragment.has(name))) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  const [accessToken, refreshToken] = [fragment.get('access_token'), fragment.get('refresh_token')];
  return accessToken && refreshToken ? { accessToken, refreshToken } : 'no_session';
}
