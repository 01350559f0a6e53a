import type { IceServer } from '../../../domain/contracts/enter-call.ts';
import type { Call, HostLink } from '../../../domain/messages/call.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import type { FunctionContext } from './context.ts';

/** Servers that help two browsers to find each other, and to talk where their networks will not let them. */
export type IceSettings = {
  stunUrls: string[];
  turn: { urls: string[]; secret: string } | { urls: string[]; username: string; password: string } | null;
};

const HOUR_SECONDS = 3_600;

export async function iceServers({ stunUrls, turn }: IceSettings, now: Instant): Promise<IceServer[]> {
  const servers: IceServer[] = stunUrls.length > 0 ? [{ urls: stunUrls }] : [];
  if (!turn) return servers;
  if (!('secret' in turn)) {
    return [...servers, { urls: turn.urls, username: turn.username, credential: turn.password }];
  }
  // As coturn's use-auth-secret has it: the name says until when, the password proves that we said so.
  const username = `${Math.floor(now / 1000) + 4 * HOUR_SECONDS}:call`;
  const credential = btoa(String.fromCharCode(...(await hmac('SHA-1', turn.secret, username))));
  return [...servers, { urls: turn.urls, username, credential }];
}

/**
 * The host's own way in: a link that is signed, works in the join window alone, and ends with the call or its next change.
 * Where this runtime cannot sign, the team's sign-in. Null where the call takes place elsewhere.
 */
export async function hostLink(
  { portal, signCallToken }: Pick<FunctionContext, 'portal' | 'signCallToken'>,
  call: Pick<Call, 'id' | 'sequence' | 'endsAt' | 'interactionType'>,
): Promise<HostLink | null> {
  const isOurs = portal.callUrlPattern.startsWith(`${portal.siteUrl}/call/`);
  if (!isOurs || call.interactionType !== 'video_call') return null;
  if (!signCallToken) return { url: `${portal.siteUrl}/team`, needsSignIn: true };
  const token = await signCallToken({
    iss: portal.siteUrl,
    role: 'anon',
    exp: Math.floor(call.endsAt / 1000),
    call_id: call.id,
    call_sequence: call.sequence,
  });
  return { url: `${portal.siteUrl}/call/${token}`, needsSignIn: false };
}

/** Signs as Supabase does with a project's secret. */
export async function signToken(claims: Record<string, unknown>, secret: string): Promise<string> {
  const encode = (part: object) => base64url(utf8(JSON.stringify(part)));
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${body}.${base64url(await hmac('SHA-256', secret, body))}`;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

async function hmac(hash: 'SHA-1' | 'SHA-256', secret: string, text: string): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', utf8(secret), { name: 'HMAC', hash }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(text)));
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
