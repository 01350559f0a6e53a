import { setTimeout as pause } from 'node:timers/promises';
import { Hono, type Context } from 'hono';
import { backendTools, type Backend } from '../../supabase/functions/_shared/request/backend.ts';
import type { JsonAnswer } from '../../supabase/functions/_shared/answer/answer.ts';
import type { Answered } from '../../supabase/functions/_shared/request/ask.ts';
import type { Handler, Incoming } from '../../supabase/functions/_shared/request/define-function.ts';
import { failureOf } from '../../supabase/functions/_shared/answer/failure.ts';
import { createPastLimits } from '../../supabase/functions/_shared/request/past-limits.ts';
import { problemAnswer, tooManyRequests } from '../../supabase/functions/_shared/answer/problem.ts';
import type { Caller } from '../database/query-types.ts';
import { createShares, TooManyAtOnce } from '../database/shares.ts';
import { assuranceIn } from '../http/caller.ts';
import { clientAddress } from '../http/client-address.ts';
import { onBehalfOf, type Behalf } from '../http/inside.ts';
import { requestIdOf } from '../http/observe-requests.ts';
import { connectionSignal } from '../http/outgoing.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import type { AskInside } from './ask-inside.ts';
import { callEntered } from './call-entered.ts';
import { loadHandlers } from './handlers.ts';
import { createHeavyTurns } from './heavy-turns.ts';
import { createParserThread } from './parser-threads.ts';
import { portalFacts } from './portal-facts.ts';
import { watchThreadTime } from './thread-time.ts';

const TIME_LIMIT = 10_000;
/** Of one caller: twice as many as they have connections, so that one call asks while another one computes. */
const MAX_UNDER_WAY = 6;
/** Before each call of whoever keeps the thread busy: seven times as long as a search for slots takes. */
const REST_MS = 50;
const MIN_LARGE_BYTES = 64 * 2 ** 10;
const ALL = await loadHandlers();
const { parse } = createParserThread();

type Running = {
  context: Context;
  incoming: Incoming;
  caller: Caller;
  client: string;
  name: string;
  backend: Backend;
};

/** Runs the handlers of supabase/functions in this process, with the same answers as on Supabase. */
export function functionRoutes(
  services: Services,
  askInside: AskInside,
  { handlers = ALL, timeLimit = TIME_LIMIT } = {},
): Hono {
  const { settings, keys, log, now, identify } = services;
  const portal = portalFacts(settings);
  const pastLimits = createPastLimits();
  // What a call that has begun asks of the database waits without an end, so calls are bounded where they begin.
  // Visitors are not counted together here: whoever is slow to send a request would take everybody's place.
  const inTurn = createShares({
    maxAtOnce: MAX_UNDER_WAY,
    maxOfSite: Number.POSITIVE_INFINITY,
    maxOfVisitors: Number.POSITIVE_INFINITY,
  });
  const inHeavyTurn = createHeavyTurns();

  const routes = new Hono();
  // A route each, so that logs and metrics tell them apart.
  for (const [name, handler] of handlers) {
    routes.all(`/${name}`, async (context) => {
      refuseUnsent(context);
      const caller = await identify(context.req.raw.headers);
      let sessionStands = caller.sessionId === null;
      const onAnswer = ({ ok }: Answered) => (sessionStands ||= ok);
      const client = clientAddress(context, settings.trustProxy);
      const answer = await within(timeLimit, connectionSignal(context), async ({ stopped, unwanted }) => {
        const { sessionId, userId, role } = caller;
        const isForVisitor = role === 'anon';
        // Read before a place is taken: a body that never comes would keep it.
        const incoming = await received(context.req.raw);
        const body = await incoming.text();
        const callId = isForVisitor ? await callEntered(name, body, identify) : undefined;
        const behalf = { sessionId, userId, client, isForVisitor, callId, signal: stopped };
        const asker = onBehalfOf({ sessionId: null, client, callId, signal: unwanted }, caller);
        return inTurn(asker, (spend, isHeavy) =>
          inHeavyTurn(
            name,
            asker,
            async () => {
              // In their own place: one call after the other would leave others little of the thread all the same.
              if (isHeavy) await pause(REST_MS, undefined, { signal: stopped });
              const backend = backendFor(behalf, onAnswer);
              const { ask, spentMs } = watchThreadTime(backend.fetch);
              const running = {
                context,
                incoming,
                caller,
                client,
                name,
                backend: { ...backend, fetch: ask },
              };
              try {
                return await endedBy(stopped, run(handler, running));
              } finally {
                spend(spentMs());
              }
            },
            body,
          ),
        );
      });
      if (!sessionStands) await checkSession(services, caller);
      const { status, headers, body } = answer;
      // A large answer is something read, and may be refused; a small one may say what was written.
      const bytes = Buffer.byteLength(body);
      if (bytes >= MIN_LARGE_BYTES) refuseUnsent(context, bytes);
      return new Response(body, { status, headers });
    });
  }
  return routes.all('/:name', () => {
    throw new Problem(404, 'function_not_found', 'There is no such function.');
  });

  // The handlers' database calls go through our own /rest/v1, without leaving the process. Each looks at the session
  // in the same round trip as its work, so that nothing is read or written for somebody who has signed out.
  function backendFor(behalf: Behalf, onAnswer: (answer: Answered) => void): Backend {
    const { anonKey: publicKey, serviceRoleKey: secretKey } = keys;
    const ask: Backend['fetch'] = async (url, asking) => {
      behalf.signal?.throwIfAborted();
      const answer = await askInside(url, asking, behalf);
      onAnswer(answer);
      return answer;
    };
    return { url: 'http://portal.internal', publicKey, secretKey, hashSecret: secretKey, fetch: ask };
  }

  async function run(
    handler: Handler,
    { context, incoming, caller, client, name, backend }: Running,
  ): Promise<JsonAnswer> {
    return handler(incoming, {
      ...backendTools(backend, {
        apikey: backend.publicKey,
        authorization: context.req.header('authorization') ?? `Bearer ${context.req.header('apikey')}`,
      }),
      userId: caller.userId,
      sessionId: caller.sessionId,
      aal: assuranceIn(caller),
      isService: caller.role === 'service_role',
      parse,
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

/** The request with its body, which costs nobody anything to wait for. */
async function received(request: Request): Promise<Incoming> {
  const { method, url, headers } = request;
  const body = method === 'GET' || method === 'HEAD' ? '' : await request.text();
  return { method, url, headers, text: async () => body };
}

/** Whatever the work waits for, whoever waits for it hears the signal: a place is given back by a timer, not by its holder. */
function endedBy<Done>(signal: AbortSignal, work: Promise<Done>): Promise<Done> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(signal.reason as Error);
  signal.addEventListener('abort', end);
  return Promise.race([work, ended]).finally(() => signal.removeEventListener('abort', end));
}

/** A signed-out token ends here where the function asked nothing, or was refused. */
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

type Signals = {
  /** Once the caller was told that it took too long, nothing more is read or written for them. */
  stopped: AbortSignal;
  /** Whoever hangs up waits no longer either. What has begun for them is brought to its end. */
  unwanted: AbortSignal;
};

async function within(
  milliseconds: number,
  closed: AbortSignal | undefined,
  work: (signals: Signals) => Promise<JsonAnswer>,
): Promise<JsonAnswer> {
  const [stopped, unwanted] = [new AbortController(), new AbortController()];
  const leave = () => unwanted.abort(closed!.reason);
  closed?.addEventListener('abort', leave);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => {
      const problem = new Problem(504, 'timeout', 'This took too long. Please try again.');
      refuse(problem);
      stopped.abort(problem);
      unwanted.abort(problem);
    }, milliseconds);
  });
  try {
    return await Promise.race([work({ stopped: stopped.signal, unwanted: unwanted.signal }), tooLate]);
  } catch (error) {
    if (error instanceof TooManyAtOnce) return problemAnswer(tooManyRequests(1));
    throw error;
  } finally {
    clearTimeout(timer);
    closed?.removeEventListener('abort', leave);
  }
}
