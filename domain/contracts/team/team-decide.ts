import * as z from 'zod/mini';
import { FreeText, requiredText } from '../fields/free-text.ts';
import { Count } from '../fields/sizes.ts';

export const DONE_OUTCOMES = ['spoke', 'wrote', 'booked', 'nothing'] as const;
export type DoneOutcome = (typeof DONE_OUTCOMES)[number];

/** As they are chosen on screen. */
export const DONE_OUTCOME_WORDS: Record<DoneOutcome, string> = {
  spoke: 'Spoke with patient',
  wrote: 'Wrote to patient',
  booked: 'Booked a call',
  nothing: 'Nothing needed',
};

const NO_KEY = 'Please name the item by its key';
const about = {
  key: z.string(NO_KEY).check(z.regex(/^[a-z-]{1,60}:[\w:-]{1,120}$/, NO_KEY), z.maxLength(200, NO_KEY)),
  /** The item's version as it was seen: if something was decided since, this is refused with 409. */
  version: z.optional(z.int('Please send the version that you have').check(z.gte(0), z.lte(1_000_000_000))),
};

export const TeamDecideRequest = z.discriminatedUnion(
  'decision',
  [
    z.strictObject({ ...about, decision: z.literal('take') }),
    z.strictObject({
      ...about,
      decision: z.literal('done'),
      outcome: z.enum(DONE_OUTCOMES, 'spoke, wrote, booked or nothing'),
      words: z.optional(FreeText),
    }),
    z.strictObject({
      ...about,
      decision: z.literal('hand-over'),
      to: z.guid('Please choose a colleague'),
      words: requiredText('Please say what the colleague should know'),
    }),
    z.strictObject({ ...about, decision: z.literal('reopen') }),
  ],
  'take, done, hand-over or reopen',
);
export type TeamDecision = z.output<typeof TeamDecideRequest>;

export const TeamDecideAnswer = z.object({
  key: z.string().check(z.maxLength(200)),
  version: Count,
});
