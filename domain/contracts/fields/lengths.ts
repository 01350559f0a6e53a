// Maximum lengths, shared by forms, contracts and the database: `supabase/tests/text-limits.test.ts`
// compares them.

/** What a person writes in their own words. */
export const MAX_CHARACTERS = 2_000;
export const MAX_MESSAGE = 4_000;
/** Both boxes of the experience survey, with its questions, are sent as one message. */
export const MAX_EXPERIENCE_TEXT = 1_800;
export const MAX_NOTE_TITLE = 200;
export const MAX_NOTE = 20_000;
/** A note template. */
export const MAX_TEMPLATE_NAME = 100;
/** The person who uses the applicator, if it is not the patient. */
export const MAX_PERSON_NAME = 100;
export const MAX_PREFERRED_NAME = 100;
export const MAX_PRONOUNS = 40;
export const MAX_PROGRAM = 100;
export const MAX_PHONE = 30;
/** A line of a postal address. */
export const MAX_STREET = 100;
export const MAX_CITY = 60;
export const MAX_ZIP = 10;
/** The carrier's tracking link. */
export const MAX_LINK = 2_000;
export const MAX_ALERT = 120;
/** Why a clinician declines a colleague's role. */
export const MAX_REASON = 300;
/** How an administrator checked who asks for another email address. */
export const MAX_HOW_CHECKED = 500;
/** A clinic setting. */
export const MAX_SETTING = 500;

/** Counted as the database does: an emoji is one character, though JavaScript stores it as two units. */
export const charactersIn = (text: string): number => Array.from(text).length;
