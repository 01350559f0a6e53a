import * as z from 'zod/mini';
import { MESSAGES } from '@domain/copy/messages.ts';
import { MAX_PICTURE_BYTES, MAX_PICTURES, PICTURE_TYPES } from '@domain/messages/pictures/limits.ts';
import { UPLOADS, uploadName } from '@domain/messages/pictures/places.ts';
import { uploadFile } from '@/lib/backend/private-files.ts';

const TYPES = new Set<string>(PICTURE_TYPES);

/** A picture that the clinic has, for a message that is not sent yet. Its name is for this device alone. */
export const AddedPicture = z.object({ id: z.guid(), name: z.string() });
export type AddedPicture = z.output<typeof AddedPicture>;

/** Told before anything is sent. The server looks at what is inside. */
export function problemWith(files: readonly File[], before: number): string | undefined {
  if (before + files.length > MAX_PICTURES) return MESSAGES.pictures.tooMany;
  if (files.some(({ type }) => !TYPES.has(type))) return MESSAGES.pictures.otherType;
  return files.some(({ size }) => size > MAX_PICTURE_BYTES) ? MESSAGES.pictures.tooLarge : undefined;
}

export async function leavePicture(userId: string, file: File): Promise<AddedPicture> {
  const id = crypto.randomUUID();
  await uploadFile(UPLOADS, uploadName(userId, id), file);
  return { id, name: file.name };
}
