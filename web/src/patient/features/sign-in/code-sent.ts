const KEY = 'bea-code-sent';
/** As long as a code is good. */
const CODE_LIFE_MS = 10 * 60 * 1000;

/** Whoever looks a code up in their mail may come back to a page that the phone has loaded anew. Kept in this tab alone. */
export function keepCodeSent(email: string): void {
  try {
    sessionStorage.setItem(KEY, `${Date.now() + CODE_LIFE_MS} ${email}`);
  } catch {
    // Without storage the address is asked for again.
  }
}

/** Where a code that is still good went; null where none did. */
export function codeSentTo(): string | null {
  try {
    const [until, email] = (sessionStorage.getItem(KEY) ?? '').split(' ');
    return email && Number(until) > Date.now() ? email : null;
  } catch {
    return null; // no storage
  }
}

export function forgetCodeSent(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept there either.
  }
}
