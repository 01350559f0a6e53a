import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { constants, createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';
import * as z from 'zod';
import { plainLine } from '../plain-text.ts';
import { fileProblem } from '../settings/file-problem.ts';
import { encryptTo } from './encrypt.ts';
import { jsonLines } from './json-lines.ts';

/**
 * A backup is one gzip file of JSON lines, readable with `zcat` and any language: a header, then each table
 * with its rows, sequences, files, and a last line with the totals.
 */
const Line = z.union([
  z.strictObject({
    format: z.literal('bea-portal-backup 1'),
    madeAt: z.string(),
    migrations: z.array(z.string()),
  }),
  z.strictObject({ table: z.string(), columns: z.array(z.string()) }),
  z.strictObject({ rows: z.array(z.array(z.string().nullable())) }),
  z.strictObject({ sequence: z.string(), lastValue: z.string().regex(/^\d{1,19}$/) }),
  z.strictObject({ file: z.string() }),
  z.strictObject({ bytes: z.string() }),
  z.strictObject({
    end: z.strictObject({ tables: z.int(), rows: z.int(), files: z.int(), missingFiles: z.int() }),
  }),
]);
export type Line = z.infer<typeof Line>;
export type Header = Extract<Line, { format: string }>;
export type Counts = Extract<Line, { end: unknown }>['end'];

/** Its text may come from a stranger: printed on one line, without terminal escapes. */
export class BadBackup extends Error {
  constructor(message: string) {
    super(plainLine(message));
  }
}

const IS_FOLDER = { code: 'EISDIR' };

/**
 * Written aside and renamed, so that an incomplete backup never looks like one. Private to its owner, even
 * in a shared folder: no one can prepare a file under a name they cannot guess, and an existing one is not
 * used.
 */
export async function writeArchive<T>(
  path: string,
  fill: (write: (line: Line) => Promise<void>) => Promise<T>,
  { recipient }: { recipient?: string | undefined } = {},
): Promise<T> {
  if ((await stat(path).catch(() => null))?.isDirectory()) throw new BadBackup(fileProblem(IS_FOLDER, path)!);
  const draft = `${path}.${randomUUID()}.draft`;
  const zip = createGzip();
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  const written = recipient ? encrypted(zip, file, recipient) : pipeline(zip, file);
  let notWritten: unknown = null;
  written.catch((reason) => {
    notWritten = reason;
    zip.destroy();
  });
  try {
    const result = await fill(async (line) => {
      if (zip.destroyed) await written;
      if (!zip.write(`${JSON.stringify(line)}\n`)) await Promise.race([once(zip, 'drain'), written]);
    });
    zip.end();
    await written;
    await rename(draft, path);
    await settle(dirname(path));
    return result;
  } catch (error) {
    const reason = notWritten ?? error;
    zip.destroy();
    file.destroy();
    await written.catch(() => {}); // only then is nothing more written under this name
    await rm(draft, { force: true }).catch(() => {}); // the reason below matters more
    const problem = fileProblem(notWritten, path);
    throw problem ? new BadBackup(problem) : reason;
  }
}

const CLOSED = new Set<string | undefined>(['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

async function encrypted(zip: Gzip, file: WriteStream, recipient: string): Promise<void> {
  const { input, output, ended } = encryptTo(recipient);
  try {
    await Promise.all([ended, pipeline(zip, input), pipeline(output, file)]);
  } catch (error) {
    // It rejected its input: its own message says why.
    if (CLOSED.has((error as NodeJS.ErrnoException).code)) await ended;
    throw error;
  }
}

const ENCRYPTED = 'age-encryption.org/';

export async function* readArchive(path: string): AsyncGenerator<Line> {
  if ((await beginningOf(path, ENCRYPTED.length)) === ENCRYPTED) {
    throw new BadBackup(`${path} is encrypted. First run: age -d -i KEY-FILE -o portal.backup ${path}`);
  }
  const zipped = createReadStream(path);
  const text = zipped.pipe(createGunzip()).setEncoding('utf8');
  zipped.on('error', (error) => text.destroy(error));
  let last: Line | null = null;
  try {
    for await (const json of jsonLines(text)) {
      last = checkedLine(json, last);
      yield last;
    }
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    zipped.destroy();
  }
  if (!last || !('end' in last)) throw new BadBackup(`${path} ends too early: the backup is incomplete.`);
}

async function beginningOf(path: string, length: number): Promise<string> {
  // Without waiting: a pipe opens only once someone writes to it, and no signal ends that wait.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile() && !stats.isDirectory()) throw new Error('it is not a regular file');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    await handle.close();
  }
}

function unreadable(path: string, error: unknown): BadBackup {
  const problem = fileProblem(error, `${path} cannot be read`);
  return new BadBackup(
    problem ?? `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  );
}

/** Someone else may have written the backup: readers get only what `Line` allows, in a backup's order. */
function checkedLine(json: unknown, before: Line | null): Line {
  const { data: line } = Line.safeParse(json);
  if (line && isInPlace(line, before)) return line;
  throw new Error('it has a line that doesn’t belong in a backup');
}

function isInPlace(line: Line, before: Line | null): boolean {
  if (before === null) return 'format' in line;
  if ('end' in before || 'format' in line) return false;
  if ('rows' in line) return 'table' in before || 'rows' in before;
  if ('bytes' in line) return 'file' in before || 'bytes' in before;
  return true;
}

/** A name in a folder is on disk only once the folder is. */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
