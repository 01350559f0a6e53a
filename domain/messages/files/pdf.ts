import { part, startsWith } from '../pictures/bytes.ts';
import { Refused } from '../pictures/refusal.ts';

const START = [0x25, 0x50, 0x44, 0x46, 0x2d]; // %PDF-
const END = [0x25, 0x25, 0x45, 0x4f, 0x46]; // %%EOF
/** PDF readers look for the end marker here, so nothing longer can hide behind it. */
const MAX_TAIL = 1_024;

/**
 * PDF names that make a file run something, open another file or carry one (ISO 32000). Names are compared
 * whole, so `/Launcher` isn't one of them.
 */
const ACTIVE = new Set([
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'ImportData',
  'SubmitForm',
  'GoToE',
  'GoToR',
  'Rendition',
  'RichMediaExecute',
  'XFA',
]);
const MAX_NAME = 16;

export const isPdf = (bytes: Uint8Array): boolean => startsWith(bytes, START);

/**
 * A PDF is stored unchanged and can only be downloaded. It must end like a PDF and must not declare that it
 * runs, sends or carries anything. Its compressed parts aren't checked.
 */
export function checkPdf(bytes: Uint8Array): void {
  const tail = bytes.subarray(Math.max(0, bytes.length - MAX_TAIL));
  if (!includes(tail, END)) throw new Refused('broken');
  for (let at = 0; at < bytes.length; at += 1)
    if (bytes[at] === SLASH && ACTIVE.has(nameAt(bytes, at + 1))) throw new Refused('active');
}

const includes = (bytes: Uint8Array, wanted: readonly number[]): boolean =>
  bytes.some((_, at) => startsWith(bytes, wanted, at));

const SLASH = 0x2f;
const HASH = 0x23;
/** White space, and the delimiters ( ) < > [ ] { } / %. */
const ENDS = new Set([0, 9, 10, 12, 13, 32, 0x28, 0x29, 0x3c, 0x3e, 0x5b, 0x5d, 0x7b, 0x7d, SLASH, 0x25]);

/** A name, in which `#4a` can stand for `J`. Reads only as much as needed. */
function nameAt(bytes: Uint8Array, from: number): string {
  let name = '';
  for (let at = from; at < bytes.length && name.length <= MAX_NAME; at += 1) {
    let byte = bytes[at]!;
    if (ENDS.has(byte)) break;
    if (byte === HASH && at + 2 < bytes.length) {
      const hex = String.fromCharCode(...part(bytes, at + 1, 2));
      if (/^[0-9a-f]{2}$/i.test(hex)) {
        byte = Number.parseInt(hex, 16);
        at += 2;
      }
    }
    name += String.fromCharCode(byte);
  }
  return name;
}
