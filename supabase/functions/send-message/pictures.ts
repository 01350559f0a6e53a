import type { CleanPicture } from '../../../domain/messages/pictures/clean-picture.ts';
import { MAX_PICTURE_BYTES } from '../../../domain/messages/pictures/limits.ts';
import { PICTURES, pictureName, uploadName, UPLOADS } from '../../../domain/messages/pictures/places.ts';
import type { Refusal } from '../../../domain/messages/pictures/refusal.ts';
import type { FunctionContext } from '../_shared/request/context.ts';
import { payerOf, takeFromLimit } from '../_shared/request/limits.ts';
import { ParserOverrun } from '../_shared/request/parser.ts';
import { FunctionProblem } from '../_shared/answer/problem.ts';
import { cleanPictureParser } from './clean-picture.ts';

type Picture = CleanPicture & { id: string };

/** Of one patient: messages are many, and 30 MB each would fill our disk. */
const PICTURES_OF_A_DAY = { name: 'pictures-of-a-day', max: 30, seconds: 86_400 };

/**
 * Makes a clean copy of each picture that was left for a message. One that is refused refuses all of them, before anything is kept;
 * the others stay where they are, with what an earlier try kept of them, until they are sent or swept. What is not there (any more)
 * is the database's to judge, which knows whether an earlier try took it. Each is paid for before it is read, also one that is refused.
 */
export async function keepCleanPictures(
  context: FunctionContext,
  userId: string,
  ids: string[],
): Promise<void> {
  const left = await uploadsLeft(context, userId, ids);
  for (let each = 0; each < left.size; each += 1)
    await takeFromLimit(context, PICTURES_OF_A_DAY, payerOf(context));
  const clean: Picture[] = [];
  for (const [index, id] of ids.entries()) {
    const bytes = left.has(id) ? await context.files.read(UPLOADS, uploadName(userId, id)) : null;
    if (bytes === null) continue;
    const picture = await cleaned(context, bytes);
    if ('refused' in picture) {
      await forgetUploads(context, userId, [id]);
      throw badPicture(index + 1, picture.refused);
    }
    clean.push({ ...picture, id });
  }
  for (const picture of clean) await context.files.add(PICTURES, pictureName(userId, picture.id), picture);
}

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

const cleaned = ({ parse }: FunctionContext, bytes: Uint8Array) =>
  parse(cleanPictureParser, bytes).catch((error: unknown) => {
    if (error instanceof ParserOverrun) return { refused: 'broken' as const };
    throw error;
  });

export const forgetUploads = ({ files }: FunctionContext, userId: string, ids: string[]): Promise<void> =>
  files.remove(
    UPLOADS,
    ids.map((id) => uploadName(userId, id)),
  );

const WHY: Record<Refusal, string> = {
  too_large: `is larger than ${MAX_PICTURE_BYTES / 1024 / 1024} MB.`,
  not_a_picture: 'is not a JPEG or PNG picture.',
  broken: 'cannot be read.',
  too_many_pixels: 'has too many pixels for us to accept.',
};

const badPicture = (place: number, refusal: Refusal) =>
  new FunctionProblem(400, 'bad_picture', `Picture ${place} ${WHY[refusal]}`);
