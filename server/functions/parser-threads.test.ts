import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { HOSTILE_MARKDOWN } from '../../domain/content/testing.ts';
import { png } from '../../domain/messages/pictures/testing.ts';
import { noteHtml } from '../../supabase/functions/_shared/patients/note-html.ts';
import { ParserOverrun, type Parser } from '../../supabase/functions/_shared/request/parser.ts';
import { cleanPictureParser } from '../../supabase/functions/_shared/messages/file-parsers.ts';
import { createParserThread } from './parser-threads.ts';

/** A thread that obeys the test, for cases that a parser's own limits prevent. */
const DISOBEDIENT = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    const kept = [];
    parentPort.postMessage('ready');
    parentPort.on('message', ({ given }) => {
      while (given === 'for ever');
      while (given === 'without end') kept.push({ given });
      if (given === 'secret') parentPort.postMessage({ failed: 'TypeError' });
      else parentPort.postMessage({ made: given });
    });`)}`,
);
const parser: Parser<string, string> = { name: 'note-html', parse: (given) => given };

function startThread(options: Parameters<typeof createParserThread>[0] = {}) {
  const { parseFor, stop } = createParserThread(options);
  onTestFinished(stop);
  return { parse: parseFor('Ann'), parseFor };
}

test.each([
  ['takes for ever', 'for ever'],
  ['fills the memory', 'without end'],
])('a text that %s is ended, and the next one is parsed', async (_, text) => {
  const { parse } = startThread({ file: DISOBEDIENT, timeLimitMs: text === 'for ever' ? 200 : 60_000 });
  const [bad, good] = [parse(parser, text), parse(parser, 'good')];
  await expect(bad).rejects.toThrow(ParserOverrun);
  expect(await good).toBe('good');
});

test('only the name of a parser error is known, and the thread continues', async () => {
  const { parse } = startThread({ file: DISOBEDIENT });
  await expect(parse(parser, 'secret')).rejects.toMatchObject({ name: 'ParserFailure TypeError' });
  expect(await parse(parser, 'good')).toBe('good');
});

test('bytes are moved to the thread and back, not copied', async () => {
  const { parse } = startThread();
  const picture = png();
  expect(await parse(cleanPictureParser, picture)).toEqual({ type: 'image/png', bytes: png() });
  expect(picture.byteLength).toBe(0);
});

test('someone whose text takes long waits behind themselves; someone else’s picture is cleaned first', async () => {
  const { parseFor } = startThread({ timeLimitMs: 60_000 });
  const [, text] = HOSTILE_MARKDOWN[0]!;
  const order: string[] = [];
  const note = () => parseFor('Ann')(noteHtml, text.slice(0, 3_000)).then(() => order.push('note'));
  const notes = [note(), note(), note()];
  const picture = parseFor('Ben')(cleanPictureParser, png()).then(() => order.push('picture'));
  await Promise.all([...notes, picture]);
  expect(order).toEqual(['note', 'picture', 'note', 'note']);
});

test('while a hostile text is parsed, everyone else is served', async () => {
  // On a busy machine the thread comes last, and this is not about its own limit.
  const { parse } = startThread({ timeLimitMs: 60_000 });
  await parse(noteHtml, 'The thread has started.');
  const [, text] = HOSTILE_MARKDOWN[0]!;
  // A quarter of it takes the parser long enough to notice.
  const parsed = parse(noteHtml, text.slice(0, 5_000));
  const rounds = { served: 0, areOver: false };
  const serve = async () => {
    for (; !rounds.areOver; rounds.served += 1) await pause(1);
  };
  const served = serve();
  expect(await parsed).toContain('<em>');
  rounds.areOver = true;
  await served;
  expect(rounds.served).toBeGreaterThan(5);
});
