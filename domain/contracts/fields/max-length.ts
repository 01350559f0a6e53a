import * as z from 'zod/mini';
import { charactersIn } from './lengths.ts';

/** A text has the database's limit. The limit in units comes first, so that counting is bounded. */
export function maxCharacters(max: number) {
  const tooLong = `Please use no more than ${max.toLocaleString('en-US')} characters`;
  return [
    z.maxLength(2 * max, { error: tooLong, abort: true }),
    z.refine<string>((text) => charactersIn(text) <= max, tooLong),
  ] as const;
}
