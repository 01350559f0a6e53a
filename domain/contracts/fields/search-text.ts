import * as z from 'zod/mini';
import { WRITTEN } from './free-text.ts';

const MAX_SEARCH = 200;

/** A patient's name or address, or part of one. */
export const SearchText = z
  .string('Please enter text to search for')
  .check(
    z.maxLength(MAX_SEARCH, `Please search with at most ${MAX_SEARCH} characters`),
    z.regex(WRITTEN, 'Please use letters, numbers and punctuation only'),
  );
