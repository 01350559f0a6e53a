import { cleanFile, type CleanFile } from '../../../../domain/messages/files/clean-file.ts';
import { cleanPicture } from '../../../../domain/messages/pictures/clean-picture.ts';
import type { Refusal } from '../../../../domain/messages/pictures/refusal.ts';
import type { Parser } from '../request/parser.ts';

export type FileParser = Parser<Uint8Array<ArrayBuffer>, CleanFile | { refused: Refusal }>;

/** For patients' files. */
export const cleanPictureParser: FileParser = { name: 'clean-picture', parse: cleanPicture };

/** For the care team's files. */
export const cleanFileParser: FileParser = { name: 'clean-file', parse: cleanFile };
