const KEY = 'bea-code-sent';
/** As long as a code is valid. */
const CODE_LIFE_MS = 10 * 60 * 1000;
/** One email a minute. */
const RESEND_AFTER_MS = 60 * 1000;

export type SentCode = {
  email: string;
  /** When another one can be sent. */
  againAt: number;
  /** Sent before this visit to the form, by another tab or before going back. */
  isEarlier?: boolean;
};

export const codeSentAt = (email: string, at: number): SentCode => ({ email, againAt: at + RESEND_AFTER_MS });

/** While someone looks up a code in their email, their phone may reload the page. Kept only in this tab. */
export function keepCodeSent({ email, againAt }: SentCode): void {
  try {
    sessionStorage.setItem(KEY, `${Date.now() + CODE_LIFE_MS} ${againAt} ${email}`);
  } catch {
    // Without storage, the address is asked for again.
  }
}

/** The code that is still valid. Null if there is none. */
export function codeSent(): SentCode | null {
  try {
    const [until, againAt, email] = (sessionStorage.getItem(KEY) ?? '').split(' ');
    return email && Number(until) > Date.now() ? { email, againAt: Number(againAt) } : null;
  } catch {
    return null; // no storage
  }
}

export function forgetCodeSent(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored there either.
  }
}
