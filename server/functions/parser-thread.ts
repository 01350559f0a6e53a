import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { busyTimes } from '../../supabase/functions/_shared/calendars/busy-times.ts';
import { noteHtml } from '../../supabase/functions/_shared/patients/note-html.ts';
import type { Parser } from '../../supabase/functions/_shared/request/parser.ts';
import {
  cleanFileParser,
  cleanPictureParser,
} from '../../supabase/functions/_shared/messages/file-parsers.ts';
import { ownBuffers } from './own-buffers.ts';
import { parserPriority } from './parser-priority.ts';

export type Asked = { name: string; given: unknown };
export type Answered = { made: unknown } | { failed: string };
/** Once, before anything is asked of it. */
const READY = 'ready';

const PARSERS = new Map<string, Parser<never, unknown>>(
  [noteHtml, cleanPictureParser, cleanFileParser, busyTimes].map((parser) => [parser.name, parser]),
);

parentPort!.on('message', (asked: Asked) => {
  void answerTo(asked).then((answer) => parentPort!.postMessage(answer, ownBuffers(bytesIn(answer))));
});
// Linux has per-thread priorities; elsewhere it would change the whole server's.
if (process.platform === 'linux') setPriority(parserPriority(getPriority()));
// Its library is loaded before the first note's timer starts.
await noteHtml.parse('');
parentPort!.postMessage(READY, []);

async function answerTo({ name, given }: Asked): Promise<Answered> {
  try {
    return { made: await PARSERS.get(name)!.parse(given as never) };
  } catch (error) {
    // Only its name: an error's message may contain what was sent.
    return { failed: error instanceof Error ? error.name : 'unknown' };
  }
}

const bytesIn = (answer: Answered): unknown =>
  'made' in answer ? (answer.made as { bytes?: unknown } | null)?.bytes : undefined;
