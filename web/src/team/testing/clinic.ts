import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { storageKey } from '@/lib/backend/stored-session.ts';
import { OPENED_HERE } from '@/lib/backend/supabase.ts';
import { smallServer } from './small-server.ts';

export const marisol = {
  id: 'b3b7c1de-8f0e-4c59-9a57-3d6a7f1f3c11',
  name: 'Marisol Vega',
  role: 'coach',
  timeZone: 'America/New_York',
  endsAt: '2026-11-16T20:00:00Z',
  idleAt: '2026-11-16T08:15:00Z',
  idleMinutes: 15,
};
export const user = { id: 'f2ad4a4e-6f33-4ae1-8a3a-6f1a87f6d001', email: 'coach@example.com' };
export const colleague = { id: 'c2ad4a4e-6f33-4ae1-8a3a-6f1a87f6d002', email: 'next@example.com' };

const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
export const SESSION = 'd3f1c6b0-1c86-4d3c-9d2a-0f6f0c3d9e21';
const tokenOf = (aal: string) =>
  `${part({ alg: 'none' })}.${part({ aal, sub: user.id, session_id: SESSION })}.signed`;

export const sessionAt = (aal: 'aal1' | 'aal2', factors: object[] = []) => ({
  access_token: tokenOf(aal),
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { ...user, factors },
});

export const refusal = (code: string, status = 403) => ({ status, body: { code, message: `${code}!` } });

/** A person who signed in on this device before. */
export function keepSession(aal: 'aal1' | 'aal2', factors: object[] = []): void {
  localStorage.setItem(OPENED_HERE, tokenOf('aal1').split('.')[1]!);
  plantSession(aal, factors);
}

/** A session from a link, not opened on this device. */
export function plantSession(aal: 'aal1' | 'aal2', factors: object[] = []): void {
  localStorage.setItem(storageKey(), JSON.stringify(sessionAt(aal, factors)));
  setUser(user);
}

/** A colleague signs in in this browser, while the first person's page may still be open. */
export function takeOver(): void {
  const next = { ...sessionAt('aal2'), user: colleague };
  localStorage.setItem(storageKey(), JSON.stringify(next));
  setUser(colleague);
}

/** The message above the form about why someone has to sign in again. */
export const notice = () => document.querySelector('form [role=alert]')?.textContent;

/** The workspace's server for all tests of a file. Each test starts with no one signed in. */
export function useClinic() {
  let server: Awaited<ReturnType<typeof smallServer>>;
  beforeAll(async () => {
    server = await smallServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    vi.stubEnv('VITE_SUPABASE_URL', server.url);
    vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'public-key');
    vi.stubGlobal('scrollTo', () => undefined);
    HTMLElement.prototype.scrollIntoView = () => undefined; // jsdom lacks it
    await loadConfig();
    localStorage.clear();
    sessionStorage.clear();
    queryClient.clear();
    server.forget();
    server.answer({ 'POST /auth/v1/logout': () => ({ status: 204, body: null }) });
    setUser(null);
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });
  return () => server;
}
