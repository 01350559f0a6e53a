import { PostgrestClient } from '@supabase/postgrest-js';
import type { Ask } from './ask.ts';
import { fileTools } from '../patients/file-tools.ts';
import { hmac } from './hmac.ts';
import { keyHeaders } from './project-keys.ts';
import { reaching } from '../answer/reach.ts';

export type Backend = {
  url: string;
  /** A key that any browser may have, and the service's key; each of the older type or the new one. */
  publicKey: string;
  secretKey: string;
  /** Separate from the keys, so that rotating a key doesn't invalidate existing hashes. */
  hashSecret: string;
  fetch: Ask;
};

/** The backend's parts for every handler. The headers are those for reading tables as the caller. */
export const backendTools = (backend: Backend, callerHeaders: Record<string, string>) => ({
  ...databaseClients(backend, callerHeaders),
  keyedHash: (text: string) => keyedHash(backend.hashSecret, text),
  sendCode: (email: string) => sendCode(backend, email),
  files: fileTools(backend),
});

function databaseClients(backend: Backend, callerHeaders: Record<string, string>) {
  // Not retried here: the caller is told when to retry, and can wait longer than a function's ten seconds.
  const client = (headers: Record<string, string>) =>
    new PostgrestClient(`${backend.url}/rest/v1`, {
      headers,
      fetch: reaching(backend.fetch) as typeof fetch,
      retry: false,
    });
  return {
    caller: client(callerHeaders),
    as: (token: string) => client({ apikey: backend.publicKey, authorization: `Bearer ${token}` }),
    service: client(keyHeaders(backend.secretKey)),
  };
}

export async function keyedHash(secret: string, text: string): Promise<string> {
  const signed = await hmac('SHA-256', secret, text);
  return Array.from(signed, (octet) => octet.toString(16).padStart(2, '0')).join('');
}

async function sendCode(backend: Backend, email: string): Promise<boolean> {
  const answer = await backend.fetch(`${backend.url}/auth/v1/otp`, {
    method: 'POST',
    // The service's key tells our own server that this is the team's sign-in (server/auth/send-code.ts).
    headers: { ...keyHeaders(backend.secretKey), 'content-type': 'application/json' },
    body: JSON.stringify({ email, create_user: true }),
  });
  const text = await answer.text();
  if (!answer.ok && !ABOUT_ADDRESS.has(codeIn(text))) throw new AuthRefusal(answer.status, codeIn(text));
  return answer.ok;
}

/** A second code within a minute, or an address whose invitation ended meanwhile. */
const ABOUT_ADDRESS = new Set(['over_email_send_rate_limit', 'otp_disabled']);

const codeIn = (text: string): string => /"error_code"\s*:\s*"([a-z_]{1,60})"/.exec(text)?.[1] ?? 'unknown';

/** Its name is all that is logged. */
class AuthRefusal extends Error {
  constructor(status: number, code: string) {
    super('The auth service did not send a code');
    this.name = `AuthRefusal ${status} ${code}`;
  }
}
