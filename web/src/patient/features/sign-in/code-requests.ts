const KEY = 'bea-code-requests';
const HOUR = 60 * 60 * 1000;

/** When this browser last asked for a code, by a digest of the address: the address itself would say who is a patient. */
type Requests = Record<string, number>;

export async function noteCodeRequest(email: string, now: number): Promise<void> {
  const digest = await digestOf(email);
  if (!digest) return;
  const requests = Object.fromEntries(Object.entries(read()).filter(([, at]) => isRecent(at, now)));
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...requests, [digest]: now }));
  } catch {
    // Without storage there is nothing to remember it in, and a link asks first.
  }
}

export async function hasAskedForCode(email: string, now: number): Promise<boolean> {
  const digest = await digestOf(email);
  return digest !== null && isRecent(read()[digest] ?? 0, now);
}

const isRecent = (at: number, now: number) => at <= now && now - at < HOUR;

function read(): Requests {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return kept !== null && typeof kept === 'object' ? (kept as Requests) : {};
  } catch {
    return {}; // no storage, or not written by us
  }
}

/** Null on a page that did not come over TLS, where browsers have no digests. */
async function digestOf(email: string): Promise<string | null> {
  if (!('subtle' in crypto)) return null;
  const bytes = new TextEncoder().encode(email.trim().toLowerCase());
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join('.');
}
