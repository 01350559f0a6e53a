import { parentPort } from 'node:worker_threads';
import { noteHtml } from '../../supabase/functions/_shared/patients/note-html.ts';
import type { Parser } from '../../supabase/functions/_shared/request/parser.ts';
import { cleanPictureParser } from '../../supabase/functions/send-message/clean-picture.ts';

export type Asked = { name: string; given: unknown };
export type Answered = { made: unknown } | { failed: string };
/** Once, before anything is asked of it. */
const READY = 'ready';

const PARSERS = new Map<string, Parser<never, unknown>>(
  [noteHtml, cleanPictureParser].map((parser) => [parser.name, parser]),
);

parentPort!.on('message', (asked: Asked) => {
  void answerTo(asked).then(post);
});
// Its library is there before the clock of a first note runs.
await noteHtml.parse('');
post(READY);

async function answerTo({ name, given }: Asked): Promise<Answered> {
  try {
    return { made: await PARSERS.get(name)!.parse(given as never) };
  } catch (error) {
    // Its name alone: the words of an error may hold what was sent.
    return { failed: error instanceof Error ? error.name : 'unknown' };
  }
}

function post(message: Answered | typeof READY): void {
  parentPort!.postMessage(message, []);
}
