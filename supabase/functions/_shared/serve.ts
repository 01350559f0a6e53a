import type { JsonAnswer } from './answer/answer.ts';
import { clientAddress } from './request/client-address.ts';
import { backendTools, type Backend } from './request/backend.ts';
import type { PortalFacts } from './request/context.ts';
import type { Handler } from './request/define-function.ts';
import { calendarFromInternet } from './calendars/calendar-from-internet.ts';
import { signToken } from './appointments/call-access.ts';
import { dutyPhoneIn } from './notifications/duty-phone.ts';
import { env, requiredEnv } from './env.ts';
import { failureOf } from './answer/failure.ts';
import { iceSettings } from './appointments/ice.ts';
import { identify } from './request/identify.ts';
import { orPublicKey } from './request/credentials.ts';
import { parseHere } from './request/parser.ts';
import { createPastLimits } from './request/past-limits.ts';
import { FunctionProblem, problemAnswer } from './answer/problem.ts';
import { keyOf, readProjectKeys, type ProjectKey } from './request/project-keys.ts';

/** The portal's URL. A trailing slash would match no browser's origin, and be doubled in links. */
const siteUrl = env('SITE_URL')?.replace(/\/+$/, '') || null;

const CORS = {
  'Access-Control-Allow-Origin': siteUrl ?? '*',
  'Access-Control-Allow-Headers':
    'authorization, apikey, content-type, x-client-info, x-client-timezone, idempotency-key, x-background',
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
};

const rateLimitScale = Number(env('RATE_LIMIT_SCALE') || 1);
if (!(rateLimitScale > 0)) throw new Error('RATE_LIMIT_SCALE must be a number above 0');

const pastLimits = createPastLimits();

/** Runs a handler as a Supabase Edge Function, like `server/functions` in the other deployments. */
export function serve(handler: Handler): (request: Request) => Promise<Response> {
  const keys = readProjectKeys();
  const secretKey = keyOf(keys, 'service_role');
  const backend: Backend = {
    url: requiredEnv('SUPABASE_URL'),
    publicKey: keyOf(keys, 'anon'),
    secretKey,
    hashSecret: hashSecret() ?? secretKey,
    fetch,
  };
  const surroundings = { backend, keys, portal: portalFacts() };
  return async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
    const { status, headers, body } = await answer(handler, request, surroundings);
    return new Response(body, {
      status,
      headers: { ...headers, ...CORS, 'Cache-Control': 'no-store' },
    });
  };
}

type Surroundings = { backend: Backend; keys: ProjectKey[]; portal: PortalFacts };

async function answer(
  handler: Handler,
  request: Request,
  { backend, keys, portal }: Surroundings,
): Promise<JsonAnswer> {
  try {
    const credential = orPublicKey(request.headers, handler, backend.publicKey);
    const { headers, userId, sessionId, aal, isService } = await identify(credential, backend, keys);
    return await handler(request, {
      ...backendTools(backend, headers),
      userId,
      sessionId,
      aal,
      isService,
      parse: parseHere,
      fetchCalendar: calendarFromInternet,
      clientAddress: clientAddress(request.headers, backend.url),
      rateLimitScale,
      pastLimits,
      portal,
      signCallToken: callSigner(),
      now: () => new Date(),
      report: (error) => console.error(failureLine(request, error)),
    });
  } catch (error) {
    if (error instanceof FunctionProblem) return problemAnswer(error);
    throw error;
  }
}

/** For Supabase's function log, in the format of our server's. */
const failureLine = (request: Request, error: unknown): string =>
  JSON.stringify({ event: 'function failed', name: nameOf(request), ...failureOf(error) });

/** By path, which is /<name> or /functions/v1/<name>. */
const nameOf = ({ url }: Request): string =>
  /^(?:\/functions\/v1)?\/([a-z-]{1,60})/.exec(new URL(url).pathname)?.[1] ?? 'unknown';

const MIN_SECRET_LENGTH = 32;

function hashSecret(): string | undefined {
  const secret = env('HASH_SECRET');
  if (secret && secret.length < MIN_SECRET_LENGTH)
    throw new Error(`HASH_SECRET is weak: at least ${MIN_SECRET_LENGTH} characters`);
  return secret || undefined;
}

function portalFacts(): PortalFacts {
  const blogUrl = env('BLOG_URL');
  const zone = env('CLINIC_TIME_ZONE');
  const portal = siteUrl ?? 'http://localhost:3000';
  return {
    siteUrl: portal,
    callUrlPattern: env('CALL_URL_PATTERN') ?? `${portal}/call/{room}`,
    mailFrom: env('MAIL_FROM') ?? 'Béa <care@example.com>',
    blog: blogUrl ? { url: blogUrl, token: env('BLOG_TOKEN') } : null,
    ice: iceSettings(env),
    // The portal's own build contains the others.
    firstSettings: zone ? { clinicTimeZone: zone } : {},
    dutyPhone: dutyPhoneIn(env),
    sendsTexts: Boolean(env('SMS_URL') && env('SMS_TOKEN')),
  };
}

/**
 * With the project's shared secret, if it has one: `supabase secrets set JWT_SECRET=…`. New projects sign
 * with a key that never leaves Supabase.
 */
function callSigner() {
  const secret = env('JWT_SECRET');
  return secret ? (claims: Record<string, unknown>) => signToken(claims, secret) : null;
}
