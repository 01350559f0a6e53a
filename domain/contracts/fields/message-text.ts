import * as z from 'zod/mini';
import { maxCharacters } from './max-length.ts';
import { WRITTEN } from './free-text.ts';
import { MAX_MESSAGE } from './lengths.ts';
import { hasVisibleText } from './visible-text.ts';

/**
 * What patient and care team write to each other; stored unchanged, so anything that displays it must escape it.
 */
export const MessageText = z
  .string('Please enter a message')
  .check(
    z.trim(),
    ...maxCharacters(MAX_MESSAGE),
    z.regex(WRITTEN, 'Please use letters, numbers and punctuation only'),
    z.refine(hasVisibleText, 'Please enter a message'),
  );
