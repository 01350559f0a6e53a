// How long a text may be, once for forms, contracts and the database: `supabase/tests/text-limits.test.ts` compares them.

/** What a person writes in their own words. */
export const MAX_CHARACTERS = 2_000;
export const MAX_MESSAGE = 4_000;
/** Both boxes of the experience survey, with its questions, are one message. */
export const MAX_EXPERIENCE_TEXT = 1_800;
export const MAX_NOTE_TITLE = 200;
export const MAX_NOTE = 20_000;
/** The person who uses the applicator, where it is not the patient. */
export const MAX_PERSON_NAME = 100;

/** As the database counts: an emoji is one character, though JavaScript keeps it as two units. */
export const charactersIn = (text: string): number => Array.from(text).length;
