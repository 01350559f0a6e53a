import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, type Gzip } from 'node:zlib';
import { plainLine } from '../plain-text.ts';
import { fileProblem } from '../settings/file-problem.ts';
import { encryptTo } from './encrypt.ts';

/**
 * A backup is one gzip file of JSON lines, to be read with `zcat` and any language: first what it is, then each table
 * with its rows, sequences, files, and last a line that says how much there was.
 */
export type Line =
  | { format: 'bea-portal-backup 1'; madeAt: string; migrations: string[] }
  | { table: string; columns: string[] }
  | { rows: (string | null)[][] }
  | { sequence: string; lastValue: string }
  | { file: string }
  | { bytes: string }
  | { end: Counts };
export type Header = Extract<Line, { format: string }>;
export type Counts = { tables: number; rows: number; files: number; missingFiles: number };

/** Its words may be a stranger's: on one line, and nothing that a terminal obeys. */
export class BadBackup extends Error {
  constructor(message: string) {
    super(plainLine(message));
  }
}

const IS_FOLDER = { code: 'EISDIR' };

/**
 * Written aside and renamed, so that a backup that was cut short never looks like one. For its owner's eyes only, also in a
 * folder that others share: nobody can prepare a file under a name that they cannot guess, and one that is there is not used.
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
    await written.catch(() => {}); // only then nothing is written under this name any more
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
    // It did not take what it was given: its own words say why.
    if (CLOSED.has((error as NodeJS.ErrnoException).code)) await ended;
    throw error;
  }
}

const ENCRYPTED = 'age-encryption.org/';

export async function* readArchive(path: string): AsyncGenerator<Line> {
  if ((await beginningOf(path, ENCRYPTED.length)) === ENCRYPTED) {
    throw new BadBackup(`${path} is encrypted. First: age -d -i KEY-FILE -o portal.backup ${path}`);
  }
  const zipped = createReadStream(path);
  const text = zipped.pipe(createGunzip());
  zipped.on('error', (error) => text.destroy(error));
  let last: Line | null = null;
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Infinity })) {
      last = parsed(line);
      yield last;
    }
  } catch (error) {
    throw unreadable(path, error);
  } finally {
    zipped.destroy();
  }
  if (!last || !('end' in last)) throw new BadBackup(`${path} ends too early: it is not a whole backup.`);
}

async function beginningOf(path: string, length: number): Promise<string> {
  const handle = await open(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  try {
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

function parsed(line: string): Line {
  try {
    return JSON.parse(line) as Line;
  } catch {
    throw new Error('this is not a backup of the portal, or it is damaged');
  }
}

/** A name in a folder is on the disk only once the folder is. */
async function settle(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
