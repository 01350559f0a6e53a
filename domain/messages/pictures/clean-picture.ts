import { cleanJpeg, isJpeg } from './jpeg.ts';
import { MAX_PICTURE_BYTES, type PictureType } from './limits.ts';
import { cleanPng, isPng } from './png.ts';
import { Refused, type Refusal } from './refusal.ts';

export type CleanPicture = { type: PictureType; bytes: Uint8Array<ArrayBuffer> };

/**
 * A picture as it may be kept: what it is stands in its first bytes, whatever its name says, and only what draws it is copied.
 * Place, time, camera, thumbnails and whatever is hidden behind the end stay behind.
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
