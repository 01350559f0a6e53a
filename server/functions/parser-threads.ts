import { Worker } from 'node:worker_threads';
import { ParserOverrun, type Parse } from '../../supabase/functions/_shared/request/parser.ts';
import { ownBuffers } from './own-buffers.ts';
import type { Answered, Asked } from './parser-thread.ts';
import { createParserTurns } from './parser-turns.ts';

/** Ten times what the parsers' own limits allow, and half of a call's time. */
const TIME_LIMIT_MS = 5_000;
/** A picture's bytes are not counted here: they have their own limit. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32 };
const THREAD = new URL('./parser-thread.ts', import.meta.url);

/**
 * Runs parsers one after another in a separate thread, which is ended and restarted if one takes too long
 * or too much memory.
 */
export function createParserThread({ file = THREAD, timeLimitMs = TIME_LIMIT_MS } = {}): {
  parseFor: (who: string) => Parse;
  stop: () => Promise<void>;
} {
  let worker: Worker | null = null;
  let waiting: PromiseWithResolvers<unknown> | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = createParserTurns();

  /** The thread's next message. */
  function nextMessage(): Promise<unknown> {
    waiting = Promise.withResolvers();
    return waiting.promise;
  }

  function begin(): Worker {
    // It needs nothing from the environment, which contains our secrets.
    const begun = new Worker(file, { resourceLimits: MEMORY, env: {}, execArgv: [] });
    begun.on('message', (message) => waiting?.resolve(message));
    begun.on('error', (error) => {
      if (worker === begun) worker = null;
      waiting?.reject(error);
    });
    return begun;
  }

  async function run(asked: Asked, spend: (ms: number) => void): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    let begunAt: number | undefined;
    const isNew = worker === null;
    const current = (worker ??= begin());
    current.ref();
    try {
      // Its startup time says nothing about what was sent.
      if (isNew) await nextMessage();
      begunAt = performance.now();
      const next = nextMessage();
      timer = setTimeout(() => waiting!.reject(new ParserOverrun(asked.name)), timeLimitMs);
      current.postMessage(asked, ownBuffers(asked.given));
      const answer = (await next) as Answered;
      if ('failed' in answer) throw new ParserFailure(answer.failed);
      return answer.made;
    } catch (error) {
      if (error instanceof ParserFailure) throw error;
      worker = null;
      await current.terminate();
      throw isOutOfMemory(error) ? new ParserOverrun(asked.name) : error;
    } finally {
      if (begunAt !== undefined) spend(performance.now() - begunAt);
      clearTimeout(timer);
      waiting = null;
      current.unref();
    }
  }

  function runInTurn(asked: Asked, spend: (ms: number) => void): Promise<unknown> {
    const done = turn.then(() => run(asked, spend));
    turn = Promise.allSettled([done]);
    return done;
  }

  return {
    parseFor: (who) =>
      (({ name }, given) => inTurn(who, (spend) => runInTurn({ name, given }, spend))) as Parse,
    stop: async () => {
      await worker?.terminate();
      worker = null;
    },
  };
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** A parser's error, by its name. */
class ParserFailure extends Error {
  constructor(name: string) {
    super('A parser failed');
    this.name = `ParserFailure ${name}`;
  }
}
