import { clientAddress } from './client-address.ts';
import { backendTools, type Backend, type PortalFacts } from './context.ts';
import type { Handler } from './define-function.ts';
import { signToken, type IceSettings } from './call-access.ts';
import { env, requiredEnv } from './env.ts';
import { FunctionProblem, problemResponse } from './problem.ts';
import { reaching, unavailable } from './reach.ts';

const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': env('SITE_URL') ?? '*',
  'Access-Control-Allow-Headers':
    'authorization, apikey, content-type, x-client-info, x-client-timezone, idempotency-key',
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
};

const rateLimitScale = Number(env('RATE_LIMIT_SCALE') || 1);
if (!(rateLimitScale > 0)) throw new Error('RATE_LIMIT_SCALE must be a number above 0');

/** Runs a handler as a Supabase Edge Function: what `server/functions` does in the embedded home. */
export function serve(handler: Handler): (request: Request) => Promise<Response> {
  const backend: Backend = {
    url: requiredEnv('SUPABASE_URL'),
    anonKey: requiredEnv('SUPABASE_ANON_KEY'),
    serviceRoleKey: requiredEnv('SUPABASE_SERVICE_ROLE_KEY'),
    fetch,
  };
  const portal = portalFacts();
  return async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: ANY_ORIGIN });
    const response = await respond(handler, request, backend, portal);
    for (const [name, value] of Object.entries(ANY_ORIGIN)) response.headers.set(name, value);
    response.headers.set('Cache-Control', 'no-store');
    return response;
  };
}

async function respond(
  handler: Handler,
  request: Request,
  backend: Backend,
  portal: PortalFacts,
): Promise<Response> {
  const authorization = request.headers.get('authorization') ?? '';
  try {
    return await handler(request, {
      ...backendTools(backend, authorization),
      userId: await signedInUser(authorization, backend),
      clientAddress: clientAddress(request.headers, backend.url),
      rateLimitScale,
      portal,
      signCallToken: callSigner(),
      now: () => new Date(),
      report: (error) => console.error(error instanceof Error ? error.name : 'unexpected failure'),
    });
  } catch (error) {
    if (error instanceof FunctionProblem) return problemResponse(error);
    throw error;
  }
}

function portalFacts(): PortalFacts {
  const blogUrl = env('BLOG_URL');
  const siteUrl = (env('SITE_URL') ?? 'http://localhost:3000').replace(/\/$/, '');
  return {
    siteUrl,
    callUrlPattern: env('CALL_URL_PATTERN') ?? `${siteUrl}/call/{room}`,
    mailFrom: env('MAIL_FROM') ?? 'Béa <care@example.com>',
    blog: blogUrl ? { url: blogUrl, token: env('BLOG_TOKEN') } : null,
    ice: iceSettings(),
  };
}

const listed = (name: string) => (env(name) ?? '').split(',').flatMap((url) => url.trim() || []);

function iceSettings(): IceSettings {
  const [urls, secret] = [listed('TURN_URLS'), env('TURN_SECRET')];
  const [username, password] = [env('TURN_USERNAME'), env('TURN_PASSWORD')];
  const turn = secret ? { urls, secret } : username && password ? { urls, username, password } : null;
  return { stunUrls: listed('STUN_URLS'), turn: urls.length > 0 ? turn : null };
}

/** Supabase does not hand the project's secret to functions by itself: `supabase secrets set JWT_SECRET=…`. */
function callSigner() {
  const secret = env('JWT_SECRET');
  return secret ? (claims: Record<string, unknown>) => signToken(claims, secret) : null;
}

/** The auth service says whether the session still stands; a key alone is nobody. */
async function signedInUser(authorization: string, backend: Backend): Promise<string | null> {
  const keys = [backend.anonKey, backend.serviceRoleKey];
  if (keys.some((key) => authorization === `Bearer ${key}`)) return null;
  const answer = await reaching(backend.fetch)(`${backend.url}/auth/v1/user`, {
    headers: { apikey: backend.anonKey, authorization },
  });
  if (answer.status >= 500) throw unavailable();
  if (!answer.ok) throw new FunctionProblem(401, 'bad_credential', 'Invalid or expired credential');
  return (JSON.parse(await answer.text()) as { id: string }).id;
}
