import { Hono, type Context } from 'hono';
import { databaseClients, type Backend } from '../../supabase/functions/_shared/context.ts';
import type { Handler } from '../../supabase/functions/_shared/define-function.ts';
import type { Caller } from '../database/database.ts';
import type { Identify } from '../http/caller.ts';
import { clientAddress } from '../http/client-address.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { loadHandlers } from './handlers.ts';
import { portalFacts } from './portal-facts.ts';

const TIME_LIMIT = 10_000;
const handlers = await loadHandlers();

type Fetch = (request: Request) => Response | Promise<Response>;

/** Runs the handlers of supabase/functions in this process, with the same answers as on Supabase. */
export function functionRoutes(services: Services, identify: Identify, fetchSelf: Fetch): Hono {
  const { settings, keys, log, now } = services;
  // The handlers' database calls go through our own /rest/v1, without leaving the process.
  const backend: Backend = {
    url: 'http://portal.internal',
    anonKey: keys.anonKey,
    serviceRoleKey: keys.serviceRoleKey,
    fetch: async (input, init) => fetchSelf(new Request(input, init)),
  };

  return new Hono().all('/:name', async (context) => {
    const name = context.req.param('name');
    const handler = handlers.get(name);
    if (!handler) throw new Problem(404, 'function_not_found', 'There is no such function.');
    const caller = await identify(context.req.raw.headers);
    await checkSession(services, caller);
    return within(TIME_LIMIT, run(handler, context, caller, name));
  });

  function run(handler: Handler, context: Context, caller: Caller, name: string): Promise<Response> {
    return handler(context.req.raw, {
      ...databaseClients(
        backend,
        context.req.header('authorization') ?? `Bearer ${context.req.header('apikey')}`,
      ),
      userId: caller.userId,
      clientAddress: clientAddress(context, settings.trustProxy),
      rateLimitScale: settings.rateLimitScale,
      portal: portalFacts(settings),
      signCallToken: keys.sign,
      now,
      report: (error) =>
        log('function failed', { name, kind: error instanceof Error ? error.name : typeof error }),
    });
  }
}

/** A signed-out token ends here, also for functions that would not ask the database anything. */
async function checkSession({ database }: Services, caller: Caller): Promise<void> {
  if (caller.role === 'authenticated')
    await database.asCaller(caller, { text: 'select 1' }, { readOnly: true });
}

async function within(milliseconds: number, work: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, refuse) => {
    const problem = new Problem(504, 'timeout', 'This took too long. Please try again.');
    timer = setTimeout(() => refuse(problem), milliseconds);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
