import { Hono, type Context } from 'hono';
import { backendTools, type Backend } from '../../supabase/functions/_shared/request/backend.ts';
import type { JsonAnswer } from '../../supabase/functions/_shared/answer/answer.ts';
import type { Answered, Ask } from '../../supabase/functions/_shared/request/ask.ts';
import type { Handler, Incoming } from '../../supabase/functions/_shared/request/define-function.ts';
import { calendarFromInternet } from '../../supabase/functions/_shared/calendars/calendar-from-internet.ts';
import { orPublicKey } from '../../supabase/functions/_shared/request/credentials.ts';
import { failureOf } from '../../supabase/functions/_shared/answer/failure.ts';
import { createPastLimits } from '../../supabase/functions/_shared/request/past-limits.ts';
import type { Caller } from '../database/query-types.ts';
import { TooManyAtOnce } from '../database/shares.ts';
import { assuranceIn } from '../http/caller.ts';
import { clientAddress } from '../http/client-address.ts';
import { onBehalfOf, type Behalf } from '../http/inside.ts';
import { requestIdOf } from '../http/observe-requests.ts';
import { connectionSignal } from '../http/outgoing.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import type { AskInside } from './ask-inside.ts';
import { callEntered } from './call-entered.ts';
import { createCallTurns, type CallLimits } from './call-turns.ts';
import { loadHandlers } from './handlers.ts';
import { createParserThread } from './parser-threads.ts';
import { portalFacts } from './portal-facts.ts';

const MIN_LARGE_BYTES = 64 * 2 ** 10;
const ALL = await loadHandlers();
const { parseFor } = createParserThread();

type Running = {
  context: Context;
  incoming: Incoming;
  caller: Caller;
  client: string;
  name: string;
  ask: Ask;
};

/** Runs the handlers of supabase/functions in this process, with the same answers as on Supabase. */
export function functionRoutes(
  services: Services,
  askInside: AskInside,
  { handlers = ALL, limits = {} }: { handlers?: Map<string, Handler>; limits?: Partial<CallLimits> } = {},
): Hono {
  const { settings, keys, log, now, identify } = services;
  const portal = portalFacts(settings);
  const pastLimits = createPastLimits();
  const inTurn = createCallTurns(limits);

  const routes = new Hono();
  // A separate route each, so that logs and metrics distinguish them.
  for (const [name, handler] of handlers) {
    routes.all(`/${name}`, async (context) => {
      refuseUnsent(context);
      const caller = await identify(orPublicKey(context.req.raw.headers, handler, keys.anonKey));
      let sessionStands = caller.sessionId === null;
      const onAnswer = ({ ok }: Answered) => (sessionStands ||= ok);
      const client = clientAddress(context, settings.trustProxy);
      const answer = await inTurn({
        name,
        closed: connectionSignal(context),
        arrive: async ({ stopped, unwanted }) => {
          const { sessionId, userId, role } = caller;
          const isForVisitor = role === 'anon';
          const incoming = await received(context.req.raw);
          const body = await incoming.text();
          const callId = isForVisitor ? await callEntered(name, body, identify) : undefined;
          const behalf = { sessionId, userId, client, isForVisitor, callId, signal: stopped };
          const asker = onBehalfOf({ sessionId: null, client, callId, signal: unwanted }, caller);
          return { incoming, body, asker, ask: askFor(behalf, onAnswer) };
        },
        run: ({ incoming, ask }) => run(handler, { context, incoming, caller, client, name, ask }),
      });
      if (!sessionStands) await checkSession(services, caller);
      const { status, headers, body } = answer;
      // A large response is a read, and may be refused; a small one may confirm a write.
      const bytes = Buffer.byteLength(body);
      if (bytes >= MIN_LARGE_BYTES) refuseUnsent(context, bytes);
      return new Response(body, { status, headers });
    });
  }
  return routes.all('/:name', () => {
    throw new Problem(404, 'function_not_found', 'There is no such function.');
  });

  // The handlers' database calls go through our own /rest/v1, without leaving the process. Each checks the
  // session in the same round trip as its work, so that nothing is read or written for someone who has
  // signed out.
  function askFor(behalf: Behalf, onAnswer: (answer: Answered) => void): Ask {
    return async (url, asking) => {
      behalf.signal?.throwIfAborted();
      const answer = await askInside(url, asking, behalf);
      onAnswer(answer);
      return answer;
    };
  }

  async function run(
    handler: Handler,
    { context, incoming, caller, client, name, ask }: Running,
  ): Promise<JsonAnswer> {
    const { anonKey: publicKey, serviceRoleKey: secretKey } = keys;
    const backend: Backend = {
      url: 'http://portal.internal',
      publicKey,
      secretKey,
      hashSecret: secretKey,
      fetch: ask,
    };
    return handler(incoming, {
      ...backendTools(backend, {
        apikey: backend.publicKey,
        authorization:
          context.req.header('authorization') ?? `Bearer ${context.req.header('apikey') ?? publicKey}`,
      }),
      userId: caller.userId,
      sessionId: caller.sessionId,
      aal: assuranceIn(caller),
      isService: caller.role === 'service_role',
      parse: parseFor(caller.userId ?? client),
      fetchCalendar: services.fetchCalendar ?? calendarFromInternet,
      clientAddress: client,
      rateLimitScale: settings.rateLimitScale,
      pastLimits,
      portal,
      signCallToken: keys.sign,
      now,
      report: (error) =>
        log('function failed', { id: requestIdOf(context), name, ...failureOf(error) }, error),
    });
  }
}

/** The request with its body; waiting for it costs no one anything. */
async function received(request: Request): Promise<Incoming> {
  const { method, url, headers } = request;
  const body = method === 'GET' || method === 'HEAD' ? '' : await request.text();
  return { method, url, headers, text: async () => body };
}

/** A signed-out token is caught here if the function asked nothing, or was refused. */
async function checkSession({ database }: Services, caller: Caller): Promise<void> {
  if (caller.role === 'authenticated')
    await database.asCaller(caller, { text: 'select 1' }, { readOnly: true });
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
