import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { clientFor } from './scram-only.ts';

/** The database cannot be used with these settings. The message names the setting to check, and never a password. */
export class DatabaseUnusable extends Error {}

export type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'MIGRATION_DATABASE_URL';

const RETRY_EVERY_MS = 500;

const UNREADABLE =
  'this address isn’t valid. In a password, write # as %23, @ as %40, / as %2F and % as %25.';

type Options = {
  setting: DatabaseSetting;
  waitMs: number;
  onWait?: () => void;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
};

/**
 * Waits for a database that starts late, for example after a boot, and reports a problem that waiting does
 * not fix.
 */
export async function reachDatabase(
  url: string,
  { setting, waitMs, onWait = () => {}, signal }: Options,
): Promise<void> {
  const place = placeOf(url);
  if (place === null) throw new DatabaseUnusable(`${setting}: ${UNREADABLE}`);
  const deadline = Date.now() + waitMs;
  for (let waited = false; ; waited = true) {
    const failure = await connectOnce(url);
    if (!failure) return;
    if (!isLate(failure) || Date.now() >= deadline) {
      throw new DatabaseUnusable(`${setting} (${place}): ${explain(failure)}`, {
        cause: failure,
      });
    }
    if (!waited) onWait();
    await pause(RETRY_EVERY_MS, undefined, { ...(signal && { signal }) });
  }
}

type Failure = Error & { code?: string };

async function connectOnce(url: string): Promise<Failure | null> {
  const Client = clientFor(url);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // the connect below fails with it
  try {
    await client.connect();
    return null;
  } catch (error) {
    return error as Failure;
  } finally {
    await client.end().catch(() => {}); // never opened
  }
}

const LATE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '57P03',
]);
const isLate = ({ code, message }: Failure) => LATE.has(code ?? '') || /timeout/i.test(message);

const SENTENCES: Record<string, string> = {
  ECONNREFUSED: 'nothing is listening there. Is PostgreSQL running, and are the host and port right?',
  ENOENT: 'the socket doesn’t exist. Is PostgreSQL running, and is the folder right?',
  ENOTFOUND: 'there is no host with that name.',
  EAI_AGAIN: 'the host name can’t be looked up right now.',
  '28P01': 'the password is wrong, or the role doesn’t exist.',
  '28000': 'the role can’t sign in from here (see pg_hba.conf), or it doesn’t exist.',
  '3D000': 'there is no database with that name.',
  '42501': 'the role can’t connect to that database.',
  '53300': 'all its connections are in use.',
  '57P03': 'it’s still starting or recovering.',
};

function explain({ code = '', message }: Failure): string {
  if (SENTENCES[code]) return SENTENCES[code];
  if (/self.signed|certificate|SSL/i.test(message)) return `TLS does not work: ${message} (see sslmode).`;
  if (/timeout/i.test(message)) return "it isn't responding.";
  return message;
}

/** Who, where and which: what an operator needs, without secrets. */
export function placeOf(url: string): string | null {
  let client: pg.Client;
  try {
    client = new pg.Client({ connectionString: url });
  } catch {
    return null;
  }
  const { user, host, port, database } = client;
  return `${user} at ${host.startsWith('/') ? host : `${host}:${port}`}, database ${database}`;
}
