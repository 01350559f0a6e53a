import { SignJWT } from 'jose/jwt/sign';
import type { Appointment, HostLink } from '../../../../domain/notifications/appointment.ts';
import type { Instant } from '../../../../domain/time/instant.ts';
import type { FunctionContext } from '../request/context.ts';

/**
 * The host's link: signed, valid only while the call can be joined, and void after the call or its next
 * change. If this runtime can't sign, it leads to the team's sign-in. Null if the call takes place elsewhere.
 */
export async function hostLink(
  { portal, signCallToken }: Pick<FunctionContext, 'portal' | 'signCallToken'>,
  appointment: Pick<Appointment, 'id' | 'sequence' | 'endsAt' | 'interactionType'>,
): Promise<HostLink | null> {
  const isOurs = portal.callUrlPattern.startsWith(`${portal.siteUrl}/call/`);
  if (!isOurs || appointment.interactionType !== 'video_call') return null;
  if (!signCallToken) return { url: `${portal.siteUrl}/team`, needsSignIn: true };
  const token = await signCallToken({
    iss: portal.siteUrl,
    role: 'anon',
    exp: Math.floor(appointment.endsAt / 1000),
    call_id: appointment.id,
    call_sequence: appointment.sequence,
  });
  return { url: `${portal.siteUrl}/call/${token}`, needsSignIn: false };
}

/** Valid for one guest of one call, until it ends. */
export async function guestLink(
  { portal, signCallToken }: Pick<FunctionContext, 'portal' | 'signCallToken'>,
  guest: string,
  endsAt: Instant,
): Promise<string | null> {
  if (!signCallToken) return null;
  const exp = Math.floor(endsAt / 1000);
  const token = await signCallToken({ iss: portal.siteUrl, role: 'anon', exp, guest_id: guest });
  return `${portal.siteUrl}/call/${token}`;
}

/** The key to a guest's two channels, for the device that was let in. The link alone opens neither. */
export const guestPass = async (
  { portal, signCallToken }: Pick<FunctionContext, 'portal' | 'signCallToken'>,
  { topic, device }: { topic: string; device: string },
  endsAt: Instant,
): Promise<string | null> =>
  signCallToken
    ? signCallToken({
        iss: portal.siteUrl,
        role: 'anon',
        exp: Math.floor(endsAt / 1000),
        guest_id: topic.slice('guest:'.length),
        guest_device: device,
      })
    : null;

/** Signs like Supabase does with a project's secret. */
export const signToken = (claims: Record<string, unknown>, secret: string): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(secret));
