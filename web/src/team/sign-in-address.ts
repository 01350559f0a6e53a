export const SIGN_IN = '/team/sign-in';

/** Sign-in, from where anyone who is asked to sign in continues to the page that they came for. */
export const signInBefore = (page: string): string =>
  page === '/team' ? SIGN_IN : `${SIGN_IN}?${new URLSearchParams({ next: page }).toString()}`;

/** Where to continue: inside the workspace only, whatever the address says. */
export function pageAfter(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return /^\/team(?![^/?])/.test(next) && !next.startsWith(SIGN_IN) ? next : '/team';
}
