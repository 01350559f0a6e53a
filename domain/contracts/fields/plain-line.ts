import * as z from 'zod/mini';
import { hasVisibleText } from './visible-text.ts';

// Line breaks and other control characters, direction marks, and zero-width characters: in an email header,
// a calendar or a list they would show a different name than the stored one, or end the line. The joiners
// U+200C and U+200D are allowed, because names in Persian and Indic scripts use them. The database has the
// same list (private.is_plain_line).
const NOT_PLAIN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/u;

export const isPlainLine = (line: string): boolean => !NOT_PLAIN.test(line);

type Words = { missing: string; tooLong: string; notPlain: string };

/** One line of text, such as a name: it reads the same wherever it is shown. */
export const plainLine = (max: number, { missing, tooLong, notPlain }: Words) =>
  z
    .string(missing)
    .check(
      z.trim(),
      z.refine(hasVisibleText, missing),
      z.maxLength(max, tooLong),
      z.refine(isPlainLine, notPlain),
    );
