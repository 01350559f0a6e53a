const KEY = 'bea-code-requests';
const HOUR = 60 * 60 * 1000;
/** As long as a code is valid. */
const CODE_LIFE_MS = 10 * 60 * 1000;

/**
 * When this browser last requested a code, under a hash of the address, because the address itself would
 * reveal a patient. Shared by all tabs, and kept on reload.
 */
type Request = { at: number; isUsed?: boolean };
type Requests = Record<string, Request>;

export const noteCodeRequest = (email: string, now: number): Promise<void> => keep(email, { at: now }, now);

/** A used code no longer leads to its field. */
export async function noteCodeUsed(email: string, now: number): Promise<void> {
  const at = await askedAt(email, now);
  if (at !== null) await keep(email, { at, isUsed: true }, now);
}

export const hasAskedForCode = async (email: string, now: number): Promise<boolean> =>
  (await askedAt(email, now)) !== null;

/** When the still valid code was sent to this address. Null if there is none. */
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
    // Without storage it can't be remembered, so a link asks first.
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

/** Null on a page without TLS, where browsers can't hash. */
async function digestOf(email: string): Promise<string | null> {
  if (!('subtle' in crypto)) return null;
  const bytes = new TextEncoder().encode(email.trim().toLowerCase());
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join('.');
}
