import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { noteHtml } from '../../supabase/functions/_shared/patients/note-html.ts';
import type { Parser } from '../../supabase/functions/_shared/request/parser.ts';
import { cleanPictureParser } from '../../supabase/functions/send-message/clean-picture.ts';
import { ownBuffers } from './own-buffers.ts';

export type Asked = { name: string; given: unknown };
export type Answered = { made: unknown } | { failed: string };
/** Whoever waits for an answer comes first: on a busy machine, a parser gets a third of what the server's own thread gets. */
const NICE = 5;
/** Once, before anything is asked of it. */
const READY = 'ready';

const PARSERS = new Map<string, Parser<never, unknown>>(
  [noteHtml, cleanPictureParser].map((parser) => [parser.name, parser]),
);

parentPort!.on('message', (asked: Asked) => {
  void answerTo(asked).then((answer) => parentPort!.postMessage(answer, ownBuffers(bytesIn(answer))));
});
// Linux has a priority for each thread; elsewhere it would be the whole server's.
if (process.platform === 'linux') setPriority(NICE);
// Its library is there before the clock of a first note runs.
await noteHtml.parse('');
parentPort!.postMessage(READY, []);

async function answerTo({ name, given }: Asked): Promise<Answered> {
  try {
    return { made: await PARSERS.get(name)!.parse(given as never) };
  } catch (error) {
    // Its name alone: the words of an error may hold what was sent.
    return { failed: error instanceof Error ? error.name : 'unknown' };
  }
}

const bytesIn = (answer: Answered): unknown =>
  'made' in answer ? (answer.made as { bytes?: unknown } | null)?.bytes : undefined;
