import { joined, part, startsWith, viewOf } from './bytes.ts';
import { orientationIn, orientationSegment } from './orientation.ts';
import { Refused, requireDrawable } from './refusal.ts';

const START = [0xff, 0xd8];
const END = 0xd9;
const SCAN = 0xda;
const EXIF = 0xe1;
const JFIF = 0xe0;
const ADOBE = 0xee;
/** Tables and scan parameters, which are needed for drawing the picture. */
const TABLES = new Set([0xc4, 0xcc, 0xdb, 0xdd]);

export const isJpeg = (bytes: Uint8Array): boolean => startsWith(bytes, [...START, 0xff]);

/**
 * Cameras write about ten. Each is drawn over the whole picture, so thousands would keep a computer busy
 * for minutes.
 */
const MAX_SCANS = 100;

/**
 * 160 of them fill a picture of maximum size, and each scan has a few. There could be millions of empty
 * ones.
 */
const MAX_SEGMENTS = 1_000;
const EMPTY = 4;

/** Frame markers, which contain the picture's size. C4, C8 and CC have other meanings. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

export function cleanJpeg(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes);
  const kept: Uint8Array[] = [];
  let [segments, frames, scans, orientation] = [0, 0, 0, 1];
  let at = START.length;
  for (;;) {
    at = behindFill(bytes, at);
    const marker = markerAt(bytes, at);
    if (marker === END) break;
    if ((segments += 1) > MAX_SEGMENTS) throw new Refused('broken');
    const length = 2 + lengthAt(bytes, view, at + 2);
    const segment = part(bytes, at, length);
    at += length;
    if (isFrame(marker)) {
      if (length < 9 || (frames += 1) > 1) throw new Refused('broken');
      requireDrawable(viewOf(segment).getUint16(7), viewOf(segment).getUint16(5));
      kept.push(segment);
    } else if (marker === SCAN) {
      if (frames === 0) throw new Refused('broken');
      if ((scans += 1) > MAX_SCANS) throw new Refused('broken');
      const ends = endOfScan(bytes, at);
      kept.push(segment, bytes.subarray(at, ends));
      at = ends;
    } else if (TABLES.has(marker) && length > EMPTY) kept.push(segment);
    else if (marker === JFIF && isJfif(segment)) kept.push(withoutThumbnail(segment));
    else if (marker === ADOBE && isAdobes(segment)) kept.push(segment);
    else if (marker === EXIF) orientation = orientationIn(segment) ?? orientation;
  }
  if (scans === 0) throw new Refused('broken');
  return joined([
    Uint8Array.from(START),
    ...(orientation === 1 ? [] : [orientationSegment(orientation)]),
    ...kept,
    Uint8Array.from([0xff, END]),
  ]);
}

/** A marker may be preceded by any number of 0xff bytes. */
function behindFill(bytes: Uint8Array, from: number): number {
  let at = from;
  while (bytes[at] === 0xff && bytes[at + 1] === 0xff) at += 1;
  return at;
}

function markerAt(bytes: Uint8Array, at: number): number {
  const marker = bytes[at + 1];
  if (bytes[at] !== 0xff || marker === undefined || marker < 0xc0 || isRestart(marker) || marker === START[1])
    throw new Refused('broken');
  return marker;
}

function lengthAt(bytes: Uint8Array, view: DataView, at: number): number {
  if (at + 2 > bytes.length) throw new Refused('broken');
  const length = view.getUint16(at);
  if (length < 2) throw new Refused('broken');
  return length;
}

/** Up to the next marker and its padding. In the data, a zero follows each 0xff. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0;) {
    const last = behindFill(bytes, at);
    const next = bytes[last + 1];
    if (next !== undefined && next >= 0xc0 && !isRestart(next)) return at;
    at = bytes.indexOf(0xff, last + 1);
  }
  throw new Refused('broken');
}

/** How colors are stored, if its length is exactly right. Any other length is dropped. */
const isAdobes = (segment: Uint8Array): boolean =>
  segment.length === 16 && startsWith(segment, [0x41, 0x64, 0x6f, 0x62, 0x65], 4);

/**
 * Copies only the density, because a JFIF segment may include a thumbnail, perhaps of a part that was
 * cropped.
 */
const withoutThumbnail = (segment: Uint8Array): Uint8Array =>
  joined([Uint8Array.from([0xff, JFIF, 0, 16]), segment.subarray(4, 16), new Uint8Array(2)]);

const isJfif = (segment: Uint8Array): boolean =>
  segment.length >= 18 && startsWith(segment, [0x4a, 0x46, 0x49, 0x46, 0], 4);
