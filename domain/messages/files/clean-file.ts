import { cleanPicture } from '../pictures/clean-picture.ts';
import { MAX_PICTURE_BYTES } from '../pictures/limits.ts';
import { Refused, type Refusal } from '../pictures/refusal.ts';
import type { FileType } from './limits.ts';
import { checkPdf, isPdf } from './pdf.ts';

export type CleanFile = { type: FileType; bytes: Uint8Array<ArrayBuffer> };

/** A file of the care team as it may be kept: a picture cleaned as a patient's is, or a PDF as it is. Its first bytes say which. */
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
