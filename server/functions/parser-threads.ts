import { Worker } from 'node:worker_threads';
import { ParserOverrun, type Parse } from '../../supabase/functions/_shared/request/parser.ts';
import { ownBuffers } from './own-buffers.ts';
import type { Answered, Asked } from './parser-thread.ts';

/** Ten times what the parsers' own bounds let anything take, and half of a call's time. */
const TIME_LIMIT_MS = 5_000;
/** The bytes of a picture are not counted here: those have a limit of their own. */
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 32 };
const THREAD = new URL('./parser-thread.ts', import.meta.url);

/** Runs parsers one after the other in a thread of their own, which is ended, and begun anew, where one takes too long or too much. */
export function createParserThread({ file = THREAD, timeLimitMs = TIME_LIMIT_MS } = {}): {
  parse: Parse;
  stop: () => Promise<void>;
} {
  let worker: Worker | null = null;
  let waiting: PromiseWithResolvers<unknown> | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  /** What the thread says next. */
  function nextMessage(): Promise<unknown> {
    waiting = Promise.withResolvers();
    return waiting.promise;
  }

  function begin(): Worker {
    // It needs nothing of the environment, which holds our secrets.
    const begun = new Worker(file, { resourceLimits: MEMORY, env: {}, execArgv: [] });
    begun.on('message', (message) => waiting?.resolve(message));
    begun.on('error', (error) => {
      if (worker === begun) worker = null;
      waiting?.reject(error);
    });
    return begun;
  }

  async function run(asked: Asked): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined;
    const isNew = worker === null;
    const current = (worker ??= begin());
    current.ref();
    try {
      // How long it takes to begin says nothing of what was sent.
      if (isNew) await nextMessage();
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
      clearTimeout(timer);
      waiting = null;
      current.unref();
    }
  }

  return {
    parse: (({ name }, given) => {
      const done = turn.then(() => run({ name, given }));
      turn = Promise.allSettled([done]);
      return done;
    }) as Parse,
    stop: async () => {
      await worker?.terminate();
      worker = null;
    },
  };
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** A fault in a parser, by the name of its error. */
class ParserFailure extends Error {
  constructor(name: string) {
    super('A parser failed');
    this.name = `ParserFailure ${name}`;
  }
}
