import { isIP } from 'node:net';
import type { Settings } from '../../settings/settings.ts';

/** Whom a passkey is for: this site, by the host of its address. */
export type RelyingParty = { id: string; name: string; origin: string };

/** Null where the site is an IP address, for which no browser has passkeys. */
export function relyingParty({ siteUrl }: Pick<Settings, 'siteUrl'>): RelyingParty | null {
  const { hostname, origin } = new URL(siteUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, name: 'Béa', origin } : null;
}
