import { invalidRequest, notSupported } from '../refusals.ts';

/** The file in a form. The fields are complete once all bytes were read: some clients send fields after the file. */
export type FormFile = {
  type: string;
  bytes: AsyncIterable<Uint8Array>;
  fields: ReadonlyMap<string, string>;
};
type Part = { isFile: boolean; name: string; type: string };

/** The fields storage-js sends besides the file, each at most once. */
const FIELDS = new Set(['cacheControl', 'metadata']);

/** For a part's headers, and for a field's text. */
export const MAX_FIELD_BYTES = 4 * 1024;

/**
 * Reads a form as it arrives, and refuses it at the first part or byte that storage-js wouldn't send. The
 * platform's `formData()` holds the whole form in memory, accepts any number of parts and freezes the server
 * while parsing. The parsers on npm either do the same or read ahead, so a refused upload couldn't be
 * drained.
 */
export async function readForm(contentType: string, body: AsyncIterable<Uint8Array>): Promise<FormFile> {
  const delimiter = Buffer.from(`\r\n--${boundaryIn(contentType)}`);
  const input = createInput(body);
  const fields = new Map<string, string>();

  /** The next part that is a file, after the fields before it. Null at the form's end. */
  async function nextFile(): Promise<Part | null> {
    for (;;) {
      const part = await nextPart(input);
      if (!part || part.isFile) return part;
      if (part.name === 'contentEncoding') throw notSupported('An encoded body');
      if (!FIELDS.has(part.name) || fields.has(part.name))
        throw invalidRequest('The form has a field that is not expected');
      fields.set(part.name, (await input.upTo(delimiter)).toString());
    }
  }

  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield* input.until(delimiter);
    if (await nextFile()) throw invalidRequest('The form has more than one file');
  }

  if ((await input.upTo(delimiter)).length > 0) throw unreadable();
  const file = await nextFile();
  if (!file) throw invalidRequest('No file provided');
  return { type: file.type, bytes: bytes(), fields };
}

function boundaryIn(contentType: string): string {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))(?=[\s;]|$)/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw unreadable();
  return boundary;
}

async function nextPart(input: Input): Promise<Part | null> {
  const mark = (await input.take(2)).toString('latin1');
  if (mark === '--') {
    await input.expectEnd();
    return null;
  }
  if (mark !== '\r\n') throw unreadable();
  const headers = (await input.upTo(Buffer.from('\r\n\r\n'))).toString();
  const disposition = /^content-disposition:(.*)$/im.exec(headers)?.[1];
  const name = /;\s*name="([^"]*)"/i.exec(disposition ?? '')?.[1];
  if (disposition === undefined || name === undefined) throw unreadable();
  return {
    isFile: /;\s*filename\*?=/i.test(disposition),
    name,
    type: /^content-type:(.*)$/im.exec(headers)?.[1]!.trim() ?? '',
  };
}

type Input = ReturnType<typeof createInput>;

/** Keeps at most a chunk and a field in memory. */
function createInput(body: AsyncIterable<Uint8Array>) {
  const chunks = body[Symbol.asyncIterator]();
  // The first boundary has no line break before it.
  let pending: Buffer = Buffer.from('\r\n');

  async function hasMore(): Promise<boolean> {
    const next = await chunks.next();
    if (next.done) return false;
    pending = Buffer.concat([pending, next.value]);
    return true;
  }

  async function needMore(): Promise<void> {
    if (!(await hasMore())) throw unreadable();
  }

  function shift(length: number): Buffer {
    const shifted = pending.subarray(0, length);
    pending = pending.subarray(length);
    return shifted;
  }

  return {
    take: async (length: number): Promise<Buffer> => {
      while (pending.length < length) await needMore();
      return shift(length);
    },

    /** Drops everything before the mark. */
    upTo: async (mark: Buffer): Promise<Buffer> => {
      for (;;) {
        const at = pending.subarray(0, MAX_FIELD_BYTES + mark.length).indexOf(mark);
        if (at >= 0) {
          const found = shift(at);
          shift(mark.length);
          return found;
        }
        if (pending.length >= MAX_FIELD_BYTES + mark.length)
          throw invalidRequest('The form has a field that is too long');
        await needMore();
      }
    },

    /** The same without a limit, as it arrives. */
    until: async function* (mark: Buffer): AsyncGenerator<Uint8Array> {
      for (;;) {
        const at = pending.indexOf(mark);
        // The mark may have started at the end of this chunk.
        const safe = at >= 0 ? at : pending.length - (mark.length - 1);
        if (safe > 0) yield shift(safe);
        if (at >= 0) {
          shift(mark.length);
          return;
        }
        await needMore();
      }
    },

    expectEnd: async (): Promise<void> => {
      do if (!['', '\r', '\r\n'].includes(pending.toString('latin1'))) throw unreadable();
      while (await hasMore());
    },
  };
}

const unreadable = () => invalidRequest('The form could not be read');
