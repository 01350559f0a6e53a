import { Hono, type Context } from 'hono';
import { backendTools, type Answered, type Backend } from '../../supabase/functions/_shared/context.ts';
import type { Handler } from '../../supabase/functions/_shared/define-function.ts';
import { createPastLimits } from '../../supabase/functions/_shared/past-limits.ts';
import type { Caller } from '../database/database.ts';
import { TooManyAtOnce } from '../database/shares.ts';
import type { Identify } from '../http/caller.ts';
import { clientAddress } from '../http/client-address.ts';
import type { Behalf } from '../http/inside.ts';
import { requestIdOf } from '../http/observe-requests.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import type { AskInside } from './ask-inside.ts';
import { loadHandlers } from './handlers.ts';
import { portalFacts } from './portal-facts.ts';

const TIME_LIMIT = 10_000;
const MIN_LARGE_BYTES = 64 * 2 ** 10;
const ALL = await loadHandlers();

type Running = { context: Context; caller: Caller; client: string; name: string; backend: Backend };

/** Runs the handlers of supabase/functions in this process, with the same answers as on Supabase. */
export function functionRoutes(
  services: Services,
  identify: Identify,
  askInside: AskInside,
  { handlers = ALL, timeLimit = TIME_LIMIT } = {},
): Hono {
  const { settings, keys, log, now } = services;
  const portal = portalFacts(settings);
  const pastLimits = createPastLimits();

  const routes = new Hono();
  // A route each, so that logs and metrics tell them apart.
  for (const [name, handler] of handlers) {
    routes.all(`/${name}`, async (context) => {
      refuseUnsent(context);
      const caller = await identify(context.req.raw.headers);
      let sessionStands = caller.sessionId === null;
      const onAnswer = ({ ok }: Answered) => (sessionStands ||= ok);
      const client = clientAddress(context, settings.trustProxy);
      const answer = await within(timeLimit, (signal) => {
        const behalf = { sessionId: caller.sessionId, client, isForVisitor: caller.role === 'anon' };
        const backend = backendFor(behalf, signal, onAnswer);
        return run(handler, { context, caller, client, name, backend });
      });
      if (!sessionStands) await checkSession(services, caller);
      return measured(context, answer);
    });
  }
  return routes.all('/:name', () => {
    throw new Problem(404, 'function_not_found', 'There is no such function.');
  });

  // The handlers' database calls go through our own /rest/v1, without leaving the process. Each looks at the session
  // in the same round trip as its work, so that nothing is read or written for somebody who has signed out.
  function backendFor(behalf: Behalf, signal: AbortSignal, onAnswer: (answer: Answered) => void): Backend {
    const { anonKey: publicKey, serviceRoleKey: secretKey } = keys;
    const ask: Backend['fetch'] = async (url, asking) => {
      signal.throwIfAborted();
      const answer = await askInside(url, asking, behalf);
      onAnswer(answer);
      return answer;
    };
    return { url: 'http://portal.internal', publicKey, secretKey, hashSecret: secretKey, fetch: ask };
  }

  async function run(
    handler: Handler,
    { context, caller, client, name, backend }: Running,
  ): Promise<Response> {
    return handler(context.req.raw, {
      ...backendTools(backend, {
        apikey: backend.publicKey,
        authorization: context.req.header('authorization') ?? `Bearer ${context.req.header('apikey')}`,
      }),
      userId: caller.userId,
      isService: caller.role === 'service_role',
      clientAddress: client,
      rateLimitScale: settings.rateLimitScale,
      pastLimits,
      portal,
      signCallToken: keys.sign,
      now,
      report: (error) =>
        log(
          'function failed',
          {
            id: requestIdOf(context),
            name,
            kind: error instanceof Error ? error.name : typeof error,
          },
          error,
        ),
    });
  }
}

/** A signed-out token ends here where the function asked nothing, or was refused. */
async function checkSession({ database }: Services, caller: Caller): Promise<void> {
  if (caller.role === 'authenticated')
    await database.asCaller(caller, { text: 'select 1' }, { readOnly: true });
}

/** A large answer is something read, and may be refused; a small one may say what was written. */
async function measured(context: Context, answer: Response): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length >= MIN_LARGE_BYTES) refuseUnsent(context, bytes.length);
  const { status, headers } = answer;
  return new Response(answer.body === null ? null : bytes, { status, headers });
}

function refuseUnsent(context: Context, bytes?: number): void {
  try {
    context.get('refuseUnsent')?.(bytes);
  } catch (error) {
    throw error instanceof TooManyAtOnce
      ? new Problem(429, 'too_many_requests', 'Too many requests at once. Please try again.', 1)
      : error;
  }
}

/** Once the caller was told that it took too long, nothing more is read or written for them. */
async function within(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => {
      stopped.abort();
      refuse(new Problem(504, 'timeout', 'This took too long. Please try again.'));
    }, milliseconds);
  });
  return Promise.race([work(stopped.signal), tooLate]).finally(() => clearTimeout(timer));
}
