import { cleanPicture, type CleanPicture } from '../../../domain/messages/pictures/clean-picture.ts';
import { PICTURES, pictureName, uploadName, UPLOADS } from '../../../domain/messages/pictures/places.ts';
import type { Refusal } from '../../../domain/messages/pictures/refusal.ts';
import type { FunctionContext } from '../_shared/context.ts';
import { FunctionProblem } from '../_shared/problem.ts';

type Picture = CleanPicture & { id: string };
type Files = Pick<FunctionContext, 'files'>;

/**
 * Makes a clean copy of each picture that was left for a message. One that is refused refuses all of them, before anything is kept.
 * What is not there (any more) is the database's to judge, which knows whether an earlier try took it.
 */
export async function keepCleanPictures(context: Files, userId: string, ids: string[]): Promise<void> {
  const clean: Picture[] = [];
  for (const [index, id] of ids.entries()) {
    const left = await context.files.read(UPLOADS, uploadName(userId, id));
    if (left === null) continue;
    const picture = cleanPicture(left);
    if ('refused' in picture) {
      await forgetUploads(context, userId, ids);
      throw badPicture(index + 1, picture.refused);
    }
    clean.push({ ...picture, id });
  }
  for (const picture of clean) await context.files.add(PICTURES, pictureName(userId, picture.id), picture);
}

export const forgetUploads = ({ files }: Files, userId: string, ids: string[]): Promise<void> =>
  files.remove(
    UPLOADS,
    ids.map((id) => uploadName(userId, id)),
  );

const WHY: Record<Refusal, string> = {
  too_large: 'is larger than 10 MB.',
  not_a_picture: 'is not a JPEG or PNG picture.',
  broken: 'cannot be read.',
  too_many_pixels: 'has too many pixels for us to accept.',
};

const badPicture = (place: number, refusal: Refusal) =>
  new FunctionProblem(400, 'bad_picture', `Picture ${place} ${WHY[refusal]}`);
