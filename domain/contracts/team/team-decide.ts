import * as z from 'zod/mini';
import { ATTEMPTS, DONE_OUTCOMES } from '../../worklist/outcomes.ts';
import { FreeText, requiredText } from '../fields/free-text.ts';
import { IsoInstant } from '../fields/iso.ts';
import { Count } from '../fields/sizes.ts';

const NO_KEY = 'Please select an item';
const about = {
  key: z.string(NO_KEY).check(z.regex(/^[a-z-]{1,60}:[\w:-]{1,120}$/, NO_KEY), z.maxLength(200, NO_KEY)),
  /** The item's version on screen. If there is a newer decision, this one is refused with 409. */
  version: z.optional(z.int('Please send the version that you have').check(z.gte(0), z.lte(1_000_000_000))),
};

export const TeamDecideRequest = z.discriminatedUnion(
  'decision',
  [
    z.strictObject({ ...about, decision: z.literal('take') }),
    z.strictObject({ ...about, decision: z.literal('release') }),
    z.strictObject({
      ...about,
      decision: z.literal('done'),
      outcome: z.enum(DONE_OUTCOMES, 'Please select what was done'),
      words: z.optional(FreeText),
    }),
    /** An attempt, such as a voicemail. It is recorded, and the item stays. */
    z.strictObject({
      ...about,
      decision: z.literal('contact'),
      outcome: z.enum(ATTEMPTS, 'Please select what was tried'),
      words: z.optional(FreeText),
      remindAt: z.optional(z.nullable(IsoInstant)),
    }),
    z.strictObject({
      ...about,
      decision: z.literal('remind'),
      remindAt: IsoInstant,
      words: z.optional(FreeText),
    }),
    z.strictObject({
      ...about,
      decision: z.literal('hand-over'),
      to: z.guid('Please select a colleague'),
      words: requiredText('Please enter what your colleague should know'),
    }),
    z.strictObject({ ...about, decision: z.literal('reopen') }),
  ],
  'take, release, done, contact, remind, hand-over or reopen',
);
export type TeamDecision = z.output<typeof TeamDecideRequest>;

export const TeamDecideAnswer = z.object({
  key: z.string().check(z.maxLength(200)),
  version: Count,
});
