/**
 * Puts files into one zip without compression, because a record's text is small, and this needs no library.
 */
export function zipOf(files: readonly { name: string; content: string }[]): Uint8Array<ArrayBuffer> {
  const entries = files.map(({ name, content }) => entryOf(bytes(name), bytes(content)));
  const locals: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content, facts } of entries) {
    const local = [fields([4, LOCAL_FILE]), facts, fields([2, name.length], [2, 0]), name, content];
    locals.push(...local);
    directory.push(
      fields([4, DIRECTORY_ENTRY], [2, VERSION]),
      facts,
      fields([2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      name,
    );
    offset += sizeOf(local);
  }
  const count: Field = [2, files.length];
  const end = fields([4, END], [2, 0], [2, 0], count, count, [4, sizeOf(directory)], [4, offset], [2, 0]);
  return joined([...locals, ...directory, end]);
}

const LOCAL_FILE = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const NAMES_ARE_UTF8 = 1 << 11;
/** January 1, 1980, the earliest date a zip can hold. The file's name has the real date. */
const DAY = (1 << 5) | 1;

type Field = readonly [size: 2 | 4, value: number];

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const entryOf = (name: Uint8Array, content: Uint8Array) => ({
  name,
  content,
  facts: fields(
    [2, VERSION],
    [2, NAMES_ARE_UTF8],
    [2, 0],
    [2, 0],
    [2, DAY],
    [4, crc32(content)],
    [4, content.length],
    [4, content.length],
  ),
});

function fields(...all: readonly Field[]): Uint8Array {
  return Uint8Array.from(
    all.flatMap(([size, value]) => Array.from({ length: size }, (_, at) => (value >>> (8 * at)) & 0xff)),
  );
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(content: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of content) crc = CRC_TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

const sizeOf = (parts: readonly Uint8Array[]) => parts.reduce((size, part) => size + part.length, 0);

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(sizeOf(parts));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
