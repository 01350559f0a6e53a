// How long a text may be, once for forms, contracts and the database: `supabase/tests/text-limits.test.ts` compares them.

/** What a person writes in their own words. */
export const MAX_CHARACTERS = 2_000;
export const MAX_MESSAGE = 4_000;
/** The person who uses the applicator, where it is not the patient. */
export const MAX_PERSON_NAME = 100;
