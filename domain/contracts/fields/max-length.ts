import * as z from 'zod/mini';
import { charactersIn } from './lengths.ts';

/** A text ends where the database ends it. The bound in units comes first, so that no one's text is counted without end. */
export function maxCharacters(max: number) {
  const tooLong = `Please use at most ${max.toLocaleString('en-US')} characters`;
  return [
    z.maxLength(2 * max, { error: tooLong, abort: true }),
    z.refine<string>((text) => charactersIn(text) <= max, tooLong),
  ] as const;
}
