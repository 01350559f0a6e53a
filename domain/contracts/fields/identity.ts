import * as z from 'zod/mini';
import type { LocalDate } from '../../time/day.ts';
import { MAX_PREFERRED_NAME, MAX_PRONOUNS } from './lengths.ts';
import { plainLine } from './plain-line.ts';

const NOT_PLAIN = 'Use one line, without special characters';
const EARLIEST: LocalDate = '1900-01-01';
const NO_DAY = 'Enter a date of birth, such as 03/14/1990';

/** What the patient wants to be called, if that is not their first name. */
export const PreferredName = plainLine(MAX_PREFERRED_NAME, {
  missing: 'Enter a preferred name',
  tooLong: `Use no more than ${MAX_PREFERRED_NAME} characters`,
  notPlain: NOT_PLAIN,
});
export const Pronouns = plainLine(MAX_PRONOUNS, {
  missing: 'Enter the pronouns',
  tooLong: `Use no more than ${MAX_PRONOUNS} characters`,
  notPlain: NOT_PLAIN,
});
/** A possible birth date; the caller knows which day it is today. */
export const BirthDate = z.iso.date({ error: NO_DAY, abort: true }).check(
  z.maxLength(10, NO_DAY),
  z.refine((day) => day >= EARLIEST, NO_DAY),
);
