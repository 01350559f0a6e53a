const KEY = 'bea-code-requests';
const HOUR = 60 * 60 * 1000;
/** As long as a code is good. */
const CODE_LIFE_MS = 10 * 60 * 1000;

/**
 * When this browser last asked for a code, by a digest of the address: the address itself would say who is a patient.
 * In every tab, and through a reload.
 */
type Request = { at: number; isUsed?: boolean };
type Requests = Record<string, Request>;

export const noteCodeRequest = (email: string, now: number): Promise<void> => keep(email, { at: now }, now);

/** A code that was taken leads no one to its field again. */
export async function noteCodeUsed(email: string, now: number): Promise<void> {
  const at = await askedAt(email, now);
  if (at !== null) await keep(email, { at, isUsed: true }, now);
}

export const hasAskedForCode = async (email: string, now: number): Promise<boolean> =>
  (await askedAt(email, now)) !== null;

/** When the code that is still good was sent to this address; null if none was. */
export async function openCodeSentAt(email: string, now: number): Promise<number | null> {
  const request = await requestFor(email);
  return request && !request.isUsed && isWithin(CODE_LIFE_MS, request.at, now) ? request.at : null;
}

async function askedAt(email: string, now: number): Promise<number | null> {
  const request = await requestFor(email);
  return request && isWithin(HOUR, request.at, now) ? request.at : null;
}

async function requestFor(email: string): Promise<Request | undefined> {
  const digest = await digestOf(email);
  return digest === null ? undefined : read()[digest];
}

async function keep(email: string, request: Request, now: number): Promise<void> {
  const digest = await digestOf(email);
  if (digest === null) return;
  const recent = Object.entries(read()).filter(([, { at }]) => isWithin(HOUR, at, now));
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...Object.fromEntries(recent), [digest]: request }));
  } catch {
    // Without storage there is nothing to remember it in, and a link asks first.
  }
}

const isWithin = (span: number, at: number, now: number) => at <= now && now - at < span;

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
