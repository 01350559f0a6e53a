import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { shareOf, TooManyAtOnce, visitor } from '../database/shares.ts';
import type { Services } from '../services.ts';
import { behalfIn, onBehalfOf } from './inside.ts';
import { onceClosed, outgoingOf } from './outgoing.ts';

const MAX_UNSENT_BYTES = 32 * 2 ** 20;

/** Throws if buffering this many more bytes would exceed the caller's limit. */
export type RefuseUnsent = (bytes?: number) => void;

declare module 'hono' {
  interface ContextVariableMap {
    refuseUnsent?: RefuseUnsent;
    /** The request's share. The clinic's own programs and internal calls have none. */
    share?: string;
  }
}

/**
 * Tracks how many response bytes are buffered for each caller, across all services. Each service asks here,
 * because each has its own format for refusals.
 */
export function watchUnsentAnswers({
  settings: { trustProxy },
  identify,
}: Pick<Services, 'settings' | 'identify'>): MiddlewareHandler {
  const answers = new Map<string, Set<HttpBindings['outgoing']>>();

  async function whoAsks(context: Context): Promise<string | null> {
    const behalf = behalfIn(context, trustProxy);
    // The service itself refuses a missing or bad credential.
    const caller = await identify(context.req.raw.headers).catch(() => visitor(behalf.client));
    return shareOf('claims' in caller ? onBehalfOf(behalf, caller) : caller);
  }

  function watch(who: string, context: Context, outgoing: HttpBindings['outgoing']): void {
    const own = answers.get(who) ?? new Set();
    answers.set(who, own.add(outgoing));
    onceClosed(context, () => {
      own.delete(outgoing);
      if (own.size === 0 && answers.get(who) === own) answers.delete(who);
    });
  }

  function unsentFor(who: string): number {
    let bytes = 0;
    for (const { writableLength } of answers.get(who) ?? []) bytes += writableLength;
    return bytes;
  }

  return async (context, next) => {
    const outgoing = outgoingOf(context);
    const who = outgoing ? await whoAsks(context) : null;
    if (outgoing && who !== null) {
      watch(who, context, outgoing);
      context.set('share', who);
      context.set('refuseUnsent', (bytes = 0) => {
        const unsent = unsentFor(who);
        // A client with nothing left to read may get an answer of any size.
        if (unsent > 0 && unsent + bytes > MAX_UNSENT_BYTES) throw new TooManyAtOnce();
      });
    }
    return next();
  };
}

/** For an endpoint that formats its routes' errors. */
export const refuseUnsent: MiddlewareHandler = (context, next) => {
  context.get('refuseUnsent')?.();
  return next();
};
