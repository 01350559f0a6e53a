import { cleanPicture } from '../pictures/clean-picture.ts';
import { MAX_PICTURE_BYTES } from '../pictures/limits.ts';
import { Refused, type Refusal } from '../pictures/refusal.ts';
import type { FileType } from './limits.ts';
import { checkPdf, isPdf } from './pdf.ts';

export type CleanFile = { type: FileType; bytes: Uint8Array<ArrayBuffer> };

/**
 * A file from the care team, ready to store: a picture is cleaned like a patient's, and a PDF stays as it is.
 * The first bytes tell the type.
 */
export function cleanFile(bytes: Uint8Array<ArrayBuffer>): CleanFile | { refused: Refusal } {
  if (!isPdf(bytes)) return cleanPicture(bytes);
  if (bytes.length > MAX_PICTURE_BYTES) return { refused: 'too_large' };
  try {
    checkPdf(bytes);
  } catch (error) {
    if (error instanceof Refused) return { refused: error.refusal };
    throw error;
  }
  return { type: 'application/pdf', bytes };
}
