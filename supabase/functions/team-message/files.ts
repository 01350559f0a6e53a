import * as z from 'zod/mini';
import { MAX_PICTURE_BYTES } from '../../../domain/messages/pictures/limits.ts';
import { TEAM_UPLOADS } from '../../../domain/messages/pictures/places.ts';
import type { Refusal } from '../../../domain/messages/pictures/refusal.ts';
import { cleanFileParser } from '../_shared/messages/file-parsers.ts';
import { forgetUploads, keepCleanFiles } from '../_shared/messages/keep-clean-files.ts';
import type { WritingTeam } from '../_shared/request/define-team-function.ts';

/** Per team member: far more than anyone sends by hand. */
const FILES_OF_A_DAY = { name: 'team-files-of-a-day', max: 100, seconds: 86_400 };

const Places = z.object({ patient: z.guid(), folder: z.guid(), left: z.array(z.guid()) });

/**
 * A clean copy of each file uploaded for this message, in the patient's folder. Returns a function that
 * deletes the uploads once the message is stored.
 */
export async function keepFiles(
  answer: {
    files?: readonly string[] | undefined;
    threadId?: string | undefined;
    patientId?: string | undefined;
  },
  team: WritingTeam,
): Promise<() => Promise<void>> {
  const { files: ids = [] } = answer;
  if (ids.length === 0) return async () => {};
  const places = Places.parse(await team.ask('team_message_files', { p_answer: answer }));
  const { patient, folder } = places;
  const { files, parse } = team;
  await keepCleanFiles({
    files,
    parse,
    bucket: TEAM_UPLOADS,
    folder,
    patient,
    ids,
    left: new Set(places.left),
    parser: cleanFileParser,
    pay: () => team.count(FILES_OF_A_DAY),
    words: (place, refusal) => `File ${place} ${WHY[refusal]}`,
  });
  return () => forgetUploads({ files, bucket: TEAM_UPLOADS, folder }, ids);
}

const WHY: Record<Refusal, string> = {
  too_large: `is larger than ${MAX_PICTURE_BYTES / 1024 / 1024} MB.`,
  not_a_picture: 'is not a JPEG, PNG or PDF.',
  broken: 'cannot be read.',
  too_many_pixels: 'has too many pixels for us to accept.',
  active: 'contains a script or another file. Print it to a new PDF, and add that one.',
};
