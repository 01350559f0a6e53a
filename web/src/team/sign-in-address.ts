export const SIGN_IN = '/team/sign-in';

/** The sign-in page. After signing in, it continues to the requested page. */
export const signInBefore = (page: string): string =>
  page === '/team' ? SIGN_IN : `${SIGN_IN}?${new URLSearchParams({ next: page }).toString()}`;

/** The page to continue to. It is always inside the workspace, whatever the address says. */
export function pageAfter(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return /^\/team(?![^/?])/.test(next) && !next.startsWith(SIGN_IN) ? next : '/team';
}
