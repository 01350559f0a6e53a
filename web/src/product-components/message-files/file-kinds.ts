import * as z from 'zod/mini';
import { MESSAGES } from '@domain/copy/messages.ts';
import { FILE_TYPES } from '@domain/messages/files/limits.ts';
import { MAX_PICTURE_BYTES, MAX_PICTURES, PICTURE_TYPES } from '@domain/messages/pictures/limits.ts';
import { TEAM_UPLOADS, UPLOADS } from '@domain/messages/pictures/places.ts';

/** One side's files for a message: where they are uploaded, their types, and the words for them. */
export type FileKind = {
  bucket: string;
  types: readonly string[];
  words: Record<'add' | 'hint' | 'tooMany' | 'otherType' | 'tooLarge' | 'notAdded', string>;
};

export const PATIENT_PICTURES: FileKind = { bucket: UPLOADS, types: PICTURE_TYPES, words: MESSAGES.pictures };

export const TEAM_FILES: FileKind = {
  bucket: TEAM_UPLOADS,
  types: FILE_TYPES,
  words: {
    add: 'Add files',
    hint: 'Up to three: JPEG, PNG or PDF, 10 MB each.',
    tooMany: 'You can add up to three files.',
    otherType: 'Files must be JPEG, PNG or PDF.',
    tooLarge: 'Each file can be up to 10 MB.',
    notAdded: 'The file wasn’t added. Please try again.',
  },
};

/** An uploaded file for an unsent message. Its name stays on this device. */
export const AddedFile = z.object({ id: z.guid(), name: z.string() });
export type AddedFile = z.output<typeof AddedFile>;

/** Checked before anything is sent. The server checks the content. */
export function problemWith(
  files: readonly File[],
  before: number,
  { types, words }: FileKind,
): string | undefined {
  if (before + files.length > MAX_PICTURES) return words.tooMany;
  if (files.some(({ type }) => !types.includes(type))) return words.otherType;
  return files.some(({ size }) => size > MAX_PICTURE_BYTES) ? words.tooLarge : undefined;
}
