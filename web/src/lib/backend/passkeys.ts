import { config } from './config.ts';

/** Whether this browser has passkeys for this site: none has them for an IP address, or without TLS. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

/** Whether the auth service has them, which is the clinic's choice on Supabase. */
export async function arePasskeysOn(): Promise<boolean> {
  const { supabaseUrl, supabaseAnonKey } = config();
  const answer = await fetch(`${supabaseUrl}/auth/v1/settings`, { headers: { apikey: supabaseAnonKey } });
  if (!answer.ok) throw new Error(`The auth service's settings: ${answer.status}`);
  const { passkeys_enabled: isOn } = (await answer.json()) as { passkeys_enabled?: boolean };
  return isOn === true;
}

/** The person closed the browser's dialog, or no passkey is there. */
export const isNoPasskey = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
