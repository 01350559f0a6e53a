import type { CleanFile } from '../../../../domain/messages/files/clean-file.ts';
import { PICTURES, pictureName, uploadName } from '../../../../domain/messages/pictures/places.ts';
import type { Refusal } from '../../../../domain/messages/pictures/refusal.ts';
import { FunctionProblem } from '../answer/problem.ts';
import type { FunctionContext } from '../request/context.ts';
import { ParserOverrun } from '../request/parser.ts';
import type { FileParser } from './file-parsers.ts';

type Given = Pick<FunctionContext, 'parse'> & {
  files: Pick<FunctionContext['files'], 'read' | 'add' | 'remove'>;
  /** Where they were uploaded. */
  bucket: string;
  folder: string;
  /** The patient whose record they go into. */
  patient: string;
  ids: readonly string[];
  /** The uploads that still exist. */
  left: ReadonlySet<string>;
  parser: FileParser;
  /** Counts one file against its sender's limit. */
  pay: () => Promise<void>;
  /** 'Picture 2 cannot be read.' */
  words: (place: number, refusal: Refusal) => string;
};

/**
 * Makes a clean copy of each file uploaded for a message. If one is refused, none is sent; the uploads and any copies from an
 * earlier try stay until they are sent or removed by the sweep. If an upload is missing, the database decides, because it knows
 * whether an earlier try used it. Every file counts toward the day's limit before it is read, even if it is refused.
 */
export async function keepCleanFiles(given: Given): Promise<void> {
  const { files, bucket, folder, patient, ids, left, pay, words } = given;
  for (let each = 0; each < left.size; each += 1) await pay();
  const clean: (CleanFile & { id: string })[] = [];
  for (const [index, id] of ids.entries()) {
    const bytes = left.has(id) ? await files.read(bucket, uploadName(folder, id)) : null;
    if (bytes === null) continue;
    const file = await cleaned(given, bytes);
    if ('refused' in file) {
      await forgetUploads(given, [id]);
      throw new FunctionProblem(400, 'bad_picture', words(index + 1, file.refused));
    }
    clean.push({ ...file, id });
  }
  for (const file of clean) await files.add(PICTURES, pictureName(patient, file.id), file);
}

const cleaned = ({ parse, parser }: Given, bytes: Uint8Array<ArrayBuffer>) =>
  parse(parser, bytes).catch((error: unknown) => {
    if (error instanceof ParserOverrun) return { refused: 'broken' as const };
    throw error;
  });

export const forgetUploads = (
  { files, bucket, folder }: Pick<Given, 'files' | 'bucket' | 'folder'>,
  ids: readonly string[],
): Promise<void> =>
  files.remove(
    bucket,
    ids.map((id) => uploadName(folder, id)),
  );
