import type { IceServer } from '../../../../domain/contracts/calls/enter-call.ts';
import type { Instant } from '../../../../domain/time/instant.ts';
import { hmac } from '../request/hmac.ts';

/**
 * Servers that help two browsers find each other, and relay for them where their networks don't allow a
 * direct connection.
 */
export type IceSettings = {
  stunUrls: string[];
  turn: { urls: string[]; secret: string } | { urls: string[]; username: string; password: string } | null;
};

type Variable = 'STUN_URLS' | 'TURN_URLS' | 'TURN_SECRET' | 'TURN_USERNAME' | 'TURN_PASSWORD';

/** The servers in the environment, in every deployment. A TURN server without credentials is left out. */
export function iceSettings(read: (name: Variable) => string | undefined): IceSettings {
  const [stunUrls, urls] = [listed(read('STUN_URLS')), listed(read('TURN_URLS'))];
  const [secret, username, password] = [read('TURN_SECRET'), read('TURN_USERNAME'), read('TURN_PASSWORD')];
  if (urls.length === 0) return { stunUrls, turn: null };
  if (secret) return { stunUrls, turn: { urls, secret } };
  return { stunUrls, turn: username && password ? { urls, username, password } : null };
}

const listed = (urls = ''): string[] => urls.split(',').flatMap((url) => url.trim() || []);

const HOUR_SECONDS = 3_600;

export async function iceServers({ stunUrls, turn }: IceSettings, now: Instant): Promise<IceServer[]> {
  const servers: IceServer[] = stunUrls.length > 0 ? [{ urls: stunUrls }] : [];
  if (!turn) return servers;
  if (!('secret' in turn)) {
    return [...servers, { urls: turn.urls, username: turn.username, credential: turn.password }];
  }
  // In the format of coturn's use-auth-secret: the name contains the expiry, and the password proves that we
  // set it.
  const username = `${Math.floor(now / 1000) + 4 * HOUR_SECONDS}:call`;
  const credential = btoa(String.fromCharCode(...(await hmac('SHA-1', turn.secret, username))));
  return [...servers, { urls: turn.urls, username, credential }];
}
