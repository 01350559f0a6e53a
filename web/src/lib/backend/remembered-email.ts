/** What signing out leaves on the device, because the person asked for it: the address on the sign-in page. */
export const REMEMBERED = 'bea-remembered-email-';

/** The sign-in page of patients, or the team's. Neither shows an address of the other. */
type Side = 'patient' | 'team';

export function rememberedEmail(side: Side): string {
  try {
    return localStorage.getItem(REMEMBERED + side) ?? '';
  } catch {
    return ''; // no storage
  }
}

/** Null forgets it. */
export function rememberEmail(side: Side, email: string | null): void {
  try {
    if (email === null) localStorage.removeItem(REMEMBERED + side);
    else localStorage.setItem(REMEMBERED + side, email);
  } catch {
    // Without storage the address is asked for again.
  }
}
