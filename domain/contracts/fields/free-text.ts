import * as z from 'zod/mini';
import { maxCharacters } from './max-length.ts';
import { MAX_CHARACTERS } from './lengths.ts';
import { hasVisibleText } from './visible-text.ts';

// Line breaks are allowed. Other control characters and unpaired surrogates are refused: the database could
// not store all of them.
export const WRITTEN = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;

/** A patient's own words, stored unchanged, so anything that displays them must escape them. */
export const FreeText = z
  .string('Please enter text')
  .check(
    z.trim(),
    ...maxCharacters(MAX_CHARACTERS),
    z.regex(WRITTEN, 'Please use letters, numbers and punctuation only'),
  );

/** The same, but required. */
export const requiredText = (missing: string) => FreeText.check(z.refine(hasVisibleText, missing));
