export type Tokens = { accessToken: string; refreshToken: string };
/** What an auth service link brought in the URL: a session, or an error. */
export type Link = Tokens | 'no_session';

const NAMES = ['access_token', 'refresh_token', 'error', 'error_code', 'error_description'];

/**
 * Removes what such a link brought from the URL and the history, in any case: no bystander or next user of
 * this device finds a session there.
 */
export function takeLink(): Link | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  if (!NAMES.some((name) => fragment.has(name))) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  const [accessToken, refreshToken] = [fragment.get('access_token'), fragment.get('refresh_token')];
  return accessToken && refreshToken ? { accessToken, refreshToken } : 'no_session';
}
