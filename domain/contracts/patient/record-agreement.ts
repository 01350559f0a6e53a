import * as z from 'zod/mini';
import { AGREEMENT_VERSION } from '../../copy/agreement.ts';
import { APPLICATOR_PERSONS } from '../../safety/agreement.ts';
import { maxCharacters } from '../fields/max-length.ts';
import { MAX_PERSON_NAME } from '../fields/lengths.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

const NO_NAME = 'Please enter their name';
const Name = z
  .string(NO_NAME)
  .check(
    z.trim(),
    z.minLength(1, NO_NAME),
    ...maxCharacters(MAX_PERSON_NAME),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Please use letters, numbers and punctuation only'),
  );
/** Which version was read. An older page shows another, and must be reloaded. */
const words = z.literal(AGREEMENT_VERSION, 'This text has changed. Please reload the page.');
const [self, ...others] = APPLICATOR_PERSONS;

export const RecordAgreementRequest = z.discriminatedUnion(
  'person',
  [
    z.strictObject({ person: z.literal(self), words }),
    z.strictObject({
      person: z.enum(others),
      name: Name,
      agreed: z.boolean('Please say whether they agree'),
      words,
    }),
  ],
  {
    error: ({ code, input }) =>
      code === 'invalid_union' && typeof input === 'object' && input !== null && !Array.isArray(input)
        ? 'Please select self, partner or surrogate'
        : NOT_AN_OBJECT,
  },
);
export const RecordAgreementAnswer = z.object({ id: z.guid() });
