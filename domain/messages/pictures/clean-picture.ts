import { cleanJpeg, isJpeg } from './jpeg.ts';
import { MAX_PICTURE_BYTES, type PictureType } from './limits.ts';
import { cleanPng, isPng } from './png.ts';
import { Refused, type Refusal } from './refusal.ts';

export type CleanPicture = { type: PictureType; bytes: Uint8Array<ArrayBuffer> };

/**
 * A cleaned copy of a picture: its type is read from its first bytes, whatever its name says, and only what
 * is needed to draw it is copied. Location, time, camera, thumbnails and hidden trailing data are dropped.
 */
export function cleanPicture(bytes: Uint8Array): CleanPicture | { refused: Refusal } {
  try {
    if (bytes.length > MAX_PICTURE_BYTES) throw new Refused('too_large');
    if (isJpeg(bytes)) return { type: 'image/jpeg', bytes: cleanJpeg(bytes) };
    if (isPng(bytes)) return { type: 'image/png', bytes: cleanPng(bytes) };
    throw new Refused('not_a_picture');
  } catch (error) {
    if (error instanceof Refused) return { refused: error.refusal };
    throw error;
  }
}
