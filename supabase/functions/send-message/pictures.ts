import { MAX_PICTURE_BYTES } from '../../../domain/messages/pictures/limits.ts';
import { UPLOADS } from '../../../domain/messages/pictures/places.ts';
import type { Refusal } from '../../../domain/messages/pictures/refusal.ts';
import type { FunctionContext } from '../_shared/request/context.ts';
import { payerOf, takeFromLimit } from '../_shared/request/limits.ts';
import { cleanPictureParser } from '../_shared/messages/file-parsers.ts';
import * as shared from '../_shared/messages/keep-clean-files.ts';

/** Per patient, because there are many messages, and 30 MB each would fill our disk. */
const PICTURES_OF_A_DAY = { name: 'pictures-of-a-day', max: 30, seconds: 86_400 };

/** A clean copy of each picture the patient uploaded for a message. */
export const keepCleanPictures = async (
  context: FunctionContext,
  userId: string,
  ids: string[],
): Promise<void> =>
  shared.keepCleanFiles({
    files: context.files,
    parse: context.parse,
    bucket: UPLOADS,
    folder: userId,
    patient: userId,
    ids,
    left: await uploadsLeft(context, userId, ids),
    parser: cleanPictureParser,
    pay: () => takeFromLimit(context, PICTURES_OF_A_DAY, payerOf(context)),
    words: (place, refusal) => `Picture ${place} ${WHY[refusal]}`,
  });

async function uploadsLeft(
  { service }: FunctionContext,
  userId: string,
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { data } = await service
    .rpc('message_uploads_left', { p_user: userId, p_pictures: ids })
    .throwOnError();
  return new Set(data as string[]);
}

export const forgetUploads = ({ files }: FunctionContext, userId: string, ids: string[]): Promise<void> =>
  shared.forgetUploads({ files, bucket: UPLOADS, folder: userId }, ids);

const WHY: Record<Refusal, string> = {
  too_large: `is larger than ${MAX_PICTURE_BYTES / 1024 / 1024} MB.`,
  not_a_picture: 'is not a JPEG or PNG picture.',
  broken: 'cannot be read.',
  too_many_pixels: 'has too many pixels for us to accept.',
  // Only for PDFs, which patients can't send.
  active: 'cannot be read.',
};
