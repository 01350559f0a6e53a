/** What signing out leaves on the device, because the person asked for it: the address on the sign-in page. */
export const KEPT_EMAIL = 'bea-email-';

/** The sign-in page of patients, or the team's. Neither shows an address of the other. */
type Side = 'patient' | 'team';

export function keptEmail(side: Side): string {
  try {
    return localStorage.getItem(KEPT_EMAIL + side) ?? '';
  } catch {
    return ''; // no storage
  }
}

/** Null forgets it. */
export function keepEmail(side: Side, email: string | null): void {
  try {
    if (email === null) localStorage.removeItem(KEPT_EMAIL + side);
    else localStorage.setItem(KEPT_EMAIL + side, email);
  } catch {
    // Without storage the address is asked for again.
  }
}
