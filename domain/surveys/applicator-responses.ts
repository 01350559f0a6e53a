import * as z from 'zod/mini';
import { FreeText } from '../contracts/fields/free-text.ts';
import { IsoDay } from '../contracts/fields/iso.ts';
import {
  asksForDetails,
  asksWhatWasTaken,
  CAP_WEAR,
  COLLECTION_TO_INSERTION,
  FEEDBACK,
  MEDICATION,
} from './applicator-use.ts';

const oneOf = <const Options extends readonly string[]>(options: Options) =>
  z.enum(options, 'Please select one of the answers');

/** A hidden or empty box may also arrive as nothing at all. */
const Comment = z.union(
  [
    FreeText,
    z.pipe(
      z.null(),
      z.transform(() => ''),
    ),
  ],
  'Please enter text',
);

const NO_BOX = 'This answer has no comment box';

/** The answers as sent and stored: eight, in this order. */
export const ApplicatorResponses = z
  .tuple(
    [
      IsoDay,
      z.enum(['1', '2', '3'], 'Please enter cycle 1, 2 or 3'),
      oneOf(MEDICATION),
      Comment,
      oneOf(COLLECTION_TO_INSERTION),
      oneOf(CAP_WEAR),
      oneOf(FEEDBACK),
      Comment,
    ],
    'Please send exactly 8 answers',
  )
  .check(
    z.refine(([, , medication, comment]) => comment === '' || asksWhatWasTaken(medication), {
      error: NO_BOX,
      path: [3],
    }),
    z.refine(([, , , , , , feedback, comment]) => comment === '' || asksForDetails(feedback), {
      error: NO_BOX,
      path: [7],
    }),
  );
export type ApplicatorResponses = z.output<typeof ApplicatorResponses>;
