import * as z from 'zod/mini';
import { maxCharacters } from './max-length.ts';
import { MAX_CHARACTERS } from './lengths.ts';
import { hasVisibleText } from './visible-text.ts';

// People write line breaks. Other control characters and unpaired surrogates are refused: the database could not store all.
export const WRITTEN = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;

/** What a patient writes in their own words; kept letter by letter, so whoever shows it must escape it. */
export const FreeText = z
  .string('Please enter text')
  .check(
    z.trim(),
    ...maxCharacters(MAX_CHARACTERS),
    z.regex(WRITTEN, 'Please use letters, numbers and punctuation only'),
  );

/** The same where something has to be written. */
export const requiredText = (missing: string) => FreeText.check(z.refine(hasVisibleText, missing));
