import { isIP } from 'node:net';
import type { Settings } from '../../settings/settings.ts';

/** The site a passkey is for, by the host of its address. */
export type RelyingParty = { id: string; name: string; origin: string };

/** Null if the site is an IP address, because browsers don't allow passkeys there. */
export function relyingParty({ siteUrl }: Pick<Settings, 'siteUrl'>): RelyingParty | null {
  const { hostname, origin } = new URL(siteUrl);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, name: 'Béa', origin } : null;
}
