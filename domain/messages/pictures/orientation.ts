import { startsWith, viewOf } from './bytes.ts';

const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0];
const TIFF_AT = 10;
const ORIENTATION = 0x0112;
const MAX_TAGS = 512;

/** The camera's orientation, from 1 to 8. Nothing else the camera wrote is kept. Null if missing. */
export function orientationIn(segment: Uint8Array): number | null {
  if (!startsWith(segment, EXIF, 4) || segment.length < TIFF_AT + 8) return null;
  const view = viewOf(segment);
  const little = view.getUint16(TIFF_AT) === 0x4949;
  const first = TIFF_AT + view.getUint32(TIFF_AT + 4, little);
  if (first + 2 > segment.length) return null;
  const tags = Math.min(view.getUint16(first, little), MAX_TAGS);
  for (let tag = 0; tag < tags; tag++) {
    const at = first + 2 + tag * 12;
    if (at + 12 > segment.length) return null;
    if (view.getUint16(at, little) !== ORIENTATION) continue;
    const value = view.getUint16(at + 8, little);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

// The EXIF header: its length, big endian, and one list with one entry, this tag as a short.
const BEFORE = [
  0xff,
  0xe1,
  0,
  34,
  ...EXIF,
  0x4d,
  0x4d,
  0,
  42,
  0,
  0,
  0,
  8,
  0,
  1,
  0x01,
  0x12,
  0,
  3,
  0,
  0,
  0,
  1,
];

/** A segment that contains only the orientation. */
export const orientationSegment = (orientation: number): Uint8Array =>
  Uint8Array.from([...BEFORE, 0, orientation, 0, 0, 0, 0, 0, 0]);
